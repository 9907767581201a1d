import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { space } = theme

export const ways = style({
	display: 'grid',
	gap: space.xl,
	gridTemplateColumns: 'minmax(0, 1fr)',
	'@media': { [media.sm]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})

/**
 * A way into the checkout, as a guest or by signing in: its button stands right below its text, however tall the other
 * way is.
 */
export const way = style({ display: 'grid', gap: space.lg, alignContent: 'start' })
