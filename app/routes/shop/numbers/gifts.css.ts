import { globalStyle, style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, radius, space, text } = theme

/** The panel of gift vouchers, with narrower padding on phones, so that number and button fit on a row. */
export const gifts = style({
	selectors: { '&&': { '@media': { '(20rem <= width < 40rem)': { padding: space.md } } } },
})
export const list = style({
	display: 'grid',
	gap: space.md,
	gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 17.5rem), 1fr))',
})
globalStyle(`${list} > li`, { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' })

export const gift = style({
	display: 'grid',
	gridTemplateColumns: 'min(4rem, 18vw) minmax(0, 1fr)',
	gridTemplateRows: '1fr auto',
	columnGap: space.md,
	rowGap: space.sm,
	padding: space.md,
	background: color.panel,
	border: `1px solid ${color.line}`,
	borderRadius: radius.lg,
	scrollMarginBlockStart: space.lg,
	'@media': {
		'(20rem <= width < 40rem)': { padding: space.sm },
		'(width < 20rem)': { gridTemplateColumns: 'minmax(0, 1fr)' },
	},
})
export const chosenGift = style([
	gift,
	{ borderColor: color.primary, boxShadow: `0 0 0 1px ${color.primary}` },
])

export const picture = style({
	width: 'min(4rem, 18vw)',
	height: 'min(4rem, 18vw)',
	borderRadius: radius.md,
})
export const words = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	alignContent: 'start',
	gap: space.xs,
})
export const title = style({ fontSize: text.body, hyphens: 'auto', overflowWrap: 'anywhere' })
export const flags = style({ display: 'flex', flexWrap: 'wrap', gap: space.xs })
export const summary = style({ color: color.soft, fontSize: text.small, lineHeight: 1.45 })
export const terms = style([summary, { marginBlockStart: space.md }])
export const price = style({
	font: `700 1.0625rem/1.3 ${font.display}`,
	fontVariantNumeric: 'tabular-nums',
})
globalStyle(`${price} small`, { font: `400 0.8125rem/1.3 ${font.text}`, color: color.soft })

export const action = style({ gridColumn: '1 / -1' })
export const form = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'flex-end',
	gap: space.sm,
})
globalStyle(`${form} > ul`, { flexBasis: '100%' })
globalStyle(`${form} input[type='number']`, { width: '2.25rem' })
export const button = style({ selectors: { '&&': { flex: '1 1 6rem', paddingInline: space.xs } } })
export const check = style({ width: '1rem', height: '1rem', verticalAlign: '-0.125em' })
export const scripted = style({ '@media': { [media.noScript]: { display: 'none' } } })
export const plain = style({
	display: 'none',
	'@media': { [media.noScript]: { display: 'inline' } },
})
