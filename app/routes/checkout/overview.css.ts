import { globalStyle, style } from '@vanilla-extract/css'

import { reading } from '#app/ui/page.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { media, theme } from '#app/ui/theme.css.ts'

const { color, space } = theme

export const column = style({
	display: 'grid',
	gap: space.md,
	gridTemplateColumns: 'minmax(0, 1fr)',
	'@media': { [media.md]: { gap: space.xl } },
})
/**
 * The page of the overview, with smaller gaps on phones, so that the ordered things and the button are in view
 * together.
 */
export const page = style([
	reading,
	{ '@media': { [media.belowMd]: { gap: space.md, paddingBlockStart: space.sm } } },
])
// On phones the steps' names stand on one row, with space to press below.
globalStyle(`${page} > nav`, {
	'@media': { [media.belowMd]: { marginBlockEnd: `calc(-1 * ${space.md})` } },
})
export const order = stack.md
export const ordered = style({
	display: 'grid',
	gap: space.lg,
	gridTemplateColumns: 'minmax(0, 1fr)',
	'@media': { [media.belowMd]: { gap: space.md } },
})
export const wait = style({ color: color.soft })
export const choices = style({ display: 'flex', flexWrap: 'wrap', gap: space.md })
