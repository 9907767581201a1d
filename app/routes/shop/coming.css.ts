import { style } from '@vanilla-extract/css'

/** One screen tall, so that nothing below is in sight. */
export const coming = style({ minHeight: '100svh' })
