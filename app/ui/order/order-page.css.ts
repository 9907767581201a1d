import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, radius, space, text } = theme

export const soft = style({ color: color.soft, overflowWrap: 'anywhere' })
export const column = style({
	display: 'grid',
	gap: space.xl,
	gridTemplateColumns: 'minmax(0, 1fr)',
	alignContent: 'start',
})
export const facts = style({
	display: 'grid',
	gap: space.sm,
	marginBlockStart: space.sm,
	gridTemplateColumns: 'minmax(0, 1fr)',
	overflowWrap: 'anywhere',
	'@media': { [media.sm]: { gridTemplateColumns: 'repeat(auto-fit, minmax(12rem, 1fr))' } },
})
export const term = style({ color: color.soft, fontSize: text.small, fontWeight: 600 })
export const number = style({
	fontFamily: font.display,
	fontSize: text.h2,
	fontVariantNumeric: 'tabular-nums',
})
/** The panel with what the till needs, on the pages of an order; a coloured edge makes it stand out. */
export const till = style({
	display: 'flex',
	flexWrap: 'wrap',
	gap: space.lg,
	padding: space.lg,
	border: `2px solid ${color.warning}`,
	borderRadius: radius.lg,
	background: color.raised,
	breakInside: 'avoid',
	'@media': { [media.sm]: { padding: space.xl, flexWrap: 'nowrap' } },
})
export const tillWords = style({
	display: 'grid',
	gap: space.xs,
	gridTemplateColumns: 'minmax(0, 1fr)',
	flex: '1 1 9rem',
})
/** The button to pay the rest: below code and number on a phone, beside them where there is space. */
export const payRest = style({
	flex: '1 0 100%',
	'@media': { [media.sm]: { flex: 'none', alignSelf: 'center' } },
})
export const tillTitle = style({ fontSize: text.h3 })
export const due = style({
	color: color.warning,
	fontFamily: font.display,
	fontSize: text.h1,
	fontWeight: 700,
	lineHeight: 1.1,
	fontVariantNumeric: 'tabular-nums',
})

export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: space.md })
export const print = style({ '@media': { [media.noScript]: { display: 'none' } } })
