import { globalStyle, style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'
import { cards, table } from '#desk/ui/table.css.ts'
import { desk, panelBelow, panelFrom } from '#desk/ui/tokens.css.ts'

/** The list of customers to call with their telephone numbers, in as many columns as there is room for. */
export const calls = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 19rem), 1fr))',
	columnGap: '1.5rem',
	paddingInline: desk.side,
})
globalStyle(`${calls} > li`, {
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	columnGap: '0.75rem',
	minHeight: desk.tap,
	paddingBlock: '0.25rem',
	borderBlockStart: `1px solid ${theme.color.line}`,
	overflowWrap: 'anywhere',
})
globalStyle(`${calls} small`, { color: theme.color.soft })

/**
 * The table of the bookings that a closing concerns, each with the choice of its fate. A booking takes one line where
 * there is room; on a phone the choice is beside the telephone number.
 */
export const named = style({})
globalStyle(`${table}${cards}${named} > tbody > tr > td:last-child`, { minWidth: 'min-content' })
globalStyle(`${named} fieldset > label`, {
	'@container': { [panelBelow.table]: { paddingInline: '0.3125rem' } },
})
globalStyle(`${named} > tbody > tr > :is(td, th)`, { paddingBlock: '0.125rem' })
globalStyle(`${named} fieldset > label`, {
	'@container': { [panelFrom.table]: { whiteSpace: 'nowrap' } },
})
