import { style } from '@vanilla-extract/css'

/** Nothing below it is in sight. */
export const coming = style({ minHeight: '100svh' })
