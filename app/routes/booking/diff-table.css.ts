import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, space, text } = theme

/** Below it the columns have no room beside each other. */
const narrow = '(width < 20rem)'

export const table = style({
	width: '100%',
	borderCollapse: 'collapse',
	'@media': { [narrow]: { display: 'block' } },
})
export const head = style({ '@media': { [narrow]: { display: 'none' } } })
export const row = style({
	borderBlockEnd: `1px solid ${color.line}`,
	'@media': { [narrow]: { display: 'grid', paddingBlock: space.sm } },
})
/** The sum that is left to pay at the venue. */
export const dueRow = style([row, { color: color.warning, fontWeight: 650 }])

const cell = style({
	paddingBlock: space.sm,
	textAlign: 'start',
	verticalAlign: 'baseline',
	'@media': { [narrow]: { display: 'block', paddingBlock: 0 } },
})
export const term = style([
	cell,
	{ fontWeight: 'inherit', overflowWrap: 'anywhere', hyphens: 'auto' },
])
export const value = style([
	cell,
	{
		paddingInlineStart: space.sm,
		color: color.soft,
		fontSize: text.small,
		fontWeight: 400,
		textAlign: 'end',
		'@media': { [narrow]: { paddingInlineStart: 0, textAlign: 'start' } },
	},
])
const shown = style([value, { fontSize: 'inherit', fontVariantNumeric: 'tabular-nums' }])
const after = style({ color: 'inherit', fontWeight: 650 })
/** A number, a sum, a day or a time stays on one line. */
const short = style({ whiteSpace: 'nowrap' })
const long = style({ overflowWrap: 'anywhere' })
export const was = style([shown, short])
export const now = style([shown, short, after])
export const wasText = style([shown, long])
export const nowText = style([shown, long, after])
export const stacked = style({
	display: 'none',
	fontWeight: 400,
	'@media': { [narrow]: { display: 'inline' } },
})
