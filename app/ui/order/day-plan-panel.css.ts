import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, space, text } = theme

export const plan = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	gap: space.md,
	// On paper the links below the plan are missing, which kept it apart from what follows.
	'@media': { [media.print]: { marginBlockEnd: space.md } },
})

export const step = style({
	display: 'grid',
	gridTemplateColumns: '3.5rem minmax(0, 1fr)',
	columnGap: space.md,
	breakInside: 'avoid',
	'@media': { '(width < 17rem)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
export const time = style({
	color: color.primary,
	fontFamily: font.display,
	fontWeight: 700,
	fontVariantNumeric: 'tabular-nums',
})
export const words = style({ overflowWrap: 'anywhere' })
export const note = style({
	display: 'grid',
	gap: space.xs,
	color: color.soft,
	fontSize: text.small,
	lineHeight: 1.45,
})
export const address = style({ fontStyle: 'normal' })

export const ways = style({
	display: 'flex',
	flexWrap: 'wrap',
	columnGap: space.lg,
	marginBlockStart: space.md,
})
