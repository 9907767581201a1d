import { style } from '@vanilla-extract/css'

/** The space of a question that is still loading: one screen tall, so that nothing below it is in sight. */
export const coming = style({ minHeight: '100svh' })
