import { globalStyle, style, type GlobalStyleRule } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'
import { table } from '#desk/ui/table.css.ts'
import { desk, panelBelow } from '#desk/ui/tokens.css.ts'

type Rules = Omit<GlobalStyleRule, '@container' | '@media' | '@supports' | '@layer'>
const narrow = (rules: Rules) => ({ '@container': { [panelBelow.half]: rules } })

/**
 * The table of a booking's lines. In a narrow panel a row is a grid: the name above quantity and price, and the amount
 * at the side of both.
 */
export const lines = style({})
export const quantity = style({})
export const each = style({})
export const amount = style({})
/** The row of a line that belongs to the line above it, such as a drink to its package. */
export const extra = style({})

const rows = `${table}${lines}`
globalStyle(`${rows} ${extra} > th`, { paddingInlineStart: '2rem' })

globalStyle(`${rows}, ${rows} > :is(tbody, tfoot)`, narrow({ display: 'block' }))
globalStyle(
	`${rows} > thead`,
	narrow({
		position: 'absolute',
		width: '1px',
		height: '1px',
		overflow: 'hidden',
		clipPath: 'inset(50%)',
	}),
)
globalStyle(
	`${rows} > :is(tbody, tfoot) > tr`,
	narrow({
		display: 'grid',
		gridTemplateColumns: 'auto minmax(0, 1fr) auto',
		gap: '0 0.375rem',
		padding: `0.375rem ${desk.side}`,
		borderBlockStart: `1px solid ${theme.color.line}`,
	}),
)
globalStyle(`${rows} tr${extra}${extra}`, narrow({ paddingInlineStart: '2rem' }))
globalStyle(`${rows} tr[role] > :is(th, td)`, narrow({ padding: 0, border: 0 }))
globalStyle(`${rows} > :is(tbody, tfoot) > tr > th`, narrow({ gridColumn: '1 / 3' }))
globalStyle(
	`${rows} :is(${quantity}, ${each})`,
	narrow({ gridRow: 2, color: theme.color.soft, textAlign: 'start' }),
)
globalStyle(`${rows} ${quantity}::after`, narrow({ content: "' ×'" }))
globalStyle(`${rows} ${amount}`, narrow({ gridColumn: 3, gridRow: 1 }))
