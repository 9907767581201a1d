import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, radius, space, text } = theme

export const table = style({
	width: '100%',
	borderCollapse: 'separate',
	borderSpacing: 0,
	border: `1px solid ${color.line}`,
	borderRadius: radius.md,
	overflow: 'clip',
	background: color.panel,
	'@media': {
		[media.belowMd]: { display: 'block', border: 0, borderRadius: 0, background: 'none' },
	},
})

export const caption = style({
	position: 'absolute',
	width: 1,
	height: 1,
	overflow: 'hidden',
	clipPath: 'inset(50%)',
	whiteSpace: 'nowrap',
})

export const head = style({
	background: color.tableHead,
	whiteSpace: 'nowrap',
	'@media': {
		// Rows have fewer cells on phones, so that screen readers would announce each under the head of another column.
		[media.belowMd]: { display: 'none' },
	},
})

export const body = style({ '@media': { [media.belowMd]: { display: 'block' } } })

/** The row of a line of an order; on phones product and amount are side by side, their details below. */
export const row = style({
	selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
	'@media': {
		[media.belowMd]: {
			display: 'grid',
			gridTemplateColumns: 'minmax(0, 1fr) auto',
			gridTemplateAreas: `'product amount' 'each each'`,
			columnGap: space.md,
			paddingBlock: '0.375rem',
		},
		[media.largeType]: {
			gridTemplateColumns: 'minmax(0, 1fr)',
			gridTemplateAreas: `'product' 'each' 'amount'`,
		},
	},
})

const cell = style({
	padding: `${space.md} ${space.sm}`,
	textAlign: 'start',
	verticalAlign: 'top',
	fontWeight: 400,
	selectors: { 'tbody tr + tr > &': { borderBlockStart: `1px solid ${color.line}` } },
	'@media': {
		[media.md]: {
			selectors: {
				'&:first-child': { paddingInlineStart: space.md },
				'&:last-child': { paddingInlineEnd: space.md },
			},
		},
		[media.belowMd]: { padding: 0, border: '0 !important' },
	},
})
const number = style([
	cell,
	{ textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
])
const column = style([cell, { fontWeight: 600, fontSize: text.small, color: color.text }])

export const columns = {
	text: column,
	number: style([column, { textAlign: 'end' }]),
}

export const position = style([
	cell,
	{
		width: '1%',
		color: color.soft,
		fontVariantNumeric: 'tabular-nums',
		'@media': { [media.belowMd]: { display: 'none' } },
	},
])
/** The cell of the product: takes all the width that the cells with numbers leave. */
export const product = style([
	cell,
	{
		width: '100%',
		'@media': { [media.belowMd]: { gridArea: 'product', width: 'auto' } },
		// On phones the notes on a product have the whole line, and only its name makes room for the amount.
		'@supports': {
			'(grid-template-columns: subgrid)': {
				'@media': {
					[media.belowMd]: {
						gridArea: '1 / 1 / 2 / -1',
						display: 'grid',
						gridTemplateColumns: 'subgrid',
					},
				},
			},
		},
	},
])
export const unitPrice = style([
	number,
	{
		'@media': {
			[media.belowMd]: {
				gridArea: 'each',
				textAlign: 'start',
				color: color.soft,
				fontSize: text.small,
				whiteSpace: 'normal',
			},
		},
	},
])
/** The cell of a unit price that tells nothing beside the amount; hidden on phones. */
export const sameAsAmount = style([number, { '@media': { [media.belowMd]: { display: 'none' } } }])
export const quantity = style([number, { '@media': { [media.belowMd]: { display: 'none' } } }])
export const amount = style([
	number,
	{ fontWeight: 600, '@media': { [media.belowMd]: { gridArea: 'amount' } } },
])
export const free = style([amount, { color: color.success, fontWeight: 500 }])

export const title = style({ fontWeight: 600, overflowWrap: 'anywhere', hyphens: 'auto' })
export const note = style({
	display: 'block',
	gridColumn: '1 / -1',
	color: color.soft,
	fontSize: text.small,
	fontWeight: 400,
})

/**
 * The '12 ×' before a product and the 'je' before its unit price: shown on phones only, where quantity and unit price
 * have no column of their own.
 */
export const times = style({
	display: 'none',
	'@media': { [media.belowMd]: { display: 'inline' } },
})
