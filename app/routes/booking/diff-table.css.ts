import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, space, text } = theme

/**
 * The table's own width below which its type gets smaller, as in a panel on a phone: in type of 1rem, two clock times
 * beside each other would leave no space for a word.
 */
const small = '(width < 20rem)'
/**
 * The table's own width below which its rows are stacked, because columns have no space beside each other, as in an
 * alert on a phone.
 */
const narrow = '(width < 17rem)'

export const frame = style({ containerType: 'inline-size', width: '100%' })
export const table = style({
	width: '100%',
	borderCollapse: 'collapse',
	'@container': {
		[small]: { fontSize: text.small },
		[narrow]: { display: 'block', fontSize: 'inherit' },
	},
})
export const head = style({ '@container': { [narrow]: { display: 'none' } } })
export const body = style({ '@container': { [narrow]: { display: 'block' } } })
export const row = style({
	borderBlockEnd: `1px solid ${color.line}`,
	'@container': {
		[narrow]: { display: 'flex', flexWrap: 'wrap', columnGap: space.lg, paddingBlock: space.sm },
	},
})
/** The row of the sum that is left to pay at the venue, in a table of what differs. */
export const dueRow = style([row, { color: color.warning, fontWeight: 650 }])

const cell = style({
	paddingBlock: space.sm,
	textAlign: 'start',
	verticalAlign: 'baseline',
	'@container': { [narrow]: { display: 'block', paddingBlock: 0 } },
})
export const term = style([
	cell,
	{
		fontWeight: 'inherit',
		overflowWrap: 'anywhere',
		hyphens: 'auto',
		'@container': {
			[small]: { minWidth: '6.375rem' },
			[narrow]: { flex: '1 0 100%', minWidth: 0 },
		},
	},
])
export const value = style([
	cell,
	{
		paddingInlineStart: space.sm,
		color: color.soft,
		fontSize: text.small,
		fontWeight: 400,
		textAlign: 'end',
		'@container': { [narrow]: { paddingInlineStart: 0, textAlign: 'start' } },
	},
])
const shown = style([value, { fontSize: 'inherit', fontVariantNumeric: 'tabular-nums' }])
const after = style({ color: 'inherit', fontWeight: 650 })
/** Keeps a number, a sum, a day or a time on one row of text, in a table of what differs. */
const short = style({ whiteSpace: 'nowrap' })
const long = style({ overflowWrap: 'anywhere' })
export const was = style([shown, short])
export const now = style([shown, short, after])
export const wasText = style([shown, long])
export const nowText = style([shown, long, after])
export const stacked = style({
	display: 'none',
	fontWeight: 400,
	'@container': { [narrow]: { display: 'inline' } },
})
