import { globalStyle, style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'
import { desk, pageFrom, panelFrom } from '#desk/ui/tokens.css.ts'

const { color, font } = theme

/**
 * The head of a booking's page: the customer, and beside it, where there is room, what is paid and what is left to pay.
 */
export const call = style({
	display: 'grid',
	gap: '0.5rem 1.5rem',
	gridTemplateColumns: 'minmax(0, 1fr)',
	'@container': { [panelFrom.half]: { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
})
globalStyle(`${call} p`, { overflowWrap: 'anywhere' })
export const money = style({
	'@container': { [panelFrom.half]: { textAlign: 'end' } },
})
export const rest = style({
	color: color.warning,
	font: `800 ${desk.text.rest}/1.2 ${font.display}`,
})
export const restDone = style([rest, { color: color.success }])
export const phone = style({
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: desk.tap,
	paddingInline: '0.25rem',
	fontWeight: 700,
})
export const acts = style({ display: 'flex', flexWrap: 'wrap', gap: '0.5rem' })
/** The button of the action whose form is open, among the actions of a booking. */
globalStyle(`${acts} > [aria-current]`, {
	boxShadow: `inset 0 -4px 0 ${color.edge}`,
})
export const form = style({
	display: 'grid',
	gap: '0.75rem',
	gridTemplateColumns: 'minmax(0, 1fr)',
})
// A wide page keeps the head of the booking in sight when a link leads to the form; a phone scrolls the form to the
// top.
globalStyle('#form', {
	'@container': { [pageFrom.columns]: { scrollMarginBlockStart: '100rem' } },
})
/** The text of an entry in the notes or the history of a booking; it keeps the line breaks that were typed. */
export const told = style({ whiteSpace: 'pre-line' })
