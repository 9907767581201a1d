import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, radius, size, space, text } = theme

export const group = style({
	display: 'grid',
	gap: space.md,
	gridTemplateColumns: 'minmax(0, 1fr)',
	padding: space.md,
	'@media': { [media.md]: { padding: space.lg } },
	border: `1px solid ${color.line}`,
	borderRadius: radius.md,
	background: color.panel,
	scrollMarginBlockStart: space.lg,
})
export const legend = style({
	font: `600 ${text.body}/1.35 ${font.text}`,
	letterSpacing: 0,
	width: '100%',
	marginBlockEnd: space.md,
})
export const title = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	justifyContent: 'space-between',
	gap: space.sm,
})
export const rule = style({ display: 'block', color: color.soft, fontWeight: 400 })
export const check = style({ width: '1rem', height: '1rem' })

export const items = style({ display: 'grid', gap: space.md })
export const item = style({
	selectors: {
		'& + &': { paddingBlockStart: space.md, borderBlockStart: `1px solid ${color.line}` },
	},
})

const row = style({
	display: 'grid',
	gridTemplateColumns: '3.5rem minmax(0, 1fr)',
	columnGap: space.md,
	rowGap: space.sm,
	alignItems: 'start',
	'@media': { '(width < 20rem)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
export const counted = row
export const tick = style([
	row,
	{
		gridTemplateColumns: '3.5rem minmax(0, 1fr) auto',
		minHeight: size.target,
		alignItems: 'center',
		cursor: 'pointer',
	},
])
export const picture = style({ width: '3.5rem', height: '3.5rem', borderRadius: radius.sm })
export const words = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	columnGap: space.sm,
	lineHeight: 1.35,
})
export const name = style({ fontWeight: 600 })
export const note = style({ flexBasis: '100%', color: color.soft, fontSize: text.small })
export const price = style({
	color: color.primary,
	fontSize: text.small,
	fontVariantNumeric: 'tabular-nums',
})
export const quantity = style({
	gridColumn: 2,
	'@media': { '(width < 20rem)': { gridColumn: 1 } },
})
export const box = style({
	width: '1.75rem',
	height: '1.75rem',
	margin: 0,
	accentColor: color.primary,
	cursor: 'pointer',
})
export const save = style({ justifySelf: 'start' })
