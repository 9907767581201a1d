import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { space } = theme

export const ways = style({
	display: 'grid',
	gap: space.xl,
	gridTemplateColumns: 'minmax(0, 1fr)',
	'@media': { [media.sm]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})

/** The buttons stand on one line, however long the words above them. */
export const way = style({
	display: 'grid',
	gridTemplateRows: 'auto 1fr auto',
	gap: space.lg,
	alignItems: 'start',
})
