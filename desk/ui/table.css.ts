import { globalStyle, style, type GlobalStyleRule } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'
import { desk, panelBelow, panelFrom, panelUpTo } from '#desk/ui/tokens.css.ts'

const { color, font } = theme

type ContainedRules = Omit<GlobalStyleRule, '@container' | '@media' | '@supports' | '@layer'>

/** A dense table: one line of head, rows a finger high. */
export const table = style({ width: '100%', borderCollapse: 'collapse' })
globalStyle(`${table} caption`, { padding: `0.5rem ${desk.side} 0.375rem` })
globalStyle(`${table} thead th`, {
	padding: '0.375rem 0.5rem',
	background: color.tableHead,
	color: color.soft,
	fontSize: desk.text.small,
	fontWeight: 600,
	textAlign: 'start',
	whiteSpace: 'nowrap',
})
globalStyle(`${table} :is(td, tbody th, tfoot th)`, {
	padding: '0.375rem 0.5rem',
	borderBlockStart: `1px solid ${color.line}`,
	textAlign: 'start',
	verticalAlign: 'top',
	fontWeight: 400,
})
globalStyle(`${table} tbody tr`, { position: 'relative' })
globalStyle(`${table} tbody tr:hover`, { background: desk.color.rowHover })
globalStyle(`${table} :is(th, td):first-child`, { paddingInlineStart: desk.side })
globalStyle(`${table} :is(th, td):last-child`, { paddingInlineEnd: desk.side })
globalStyle(`${table} tfoot :is(th, td)`, { fontWeight: 700 })
globalStyle(`${table} tfoot tr:first-child :is(th, td)`, {
	borderBlockStart: `2px solid ${color.edge}`,
})
globalStyle(`${table} small`, { color: color.soft })

/** A table whose cells are in the middle of their row's height. */
export const middle = style({})
globalStyle(`${table}${middle} :is(td, tbody th)`, { verticalAlign: 'middle' })

/** Cells with a number or an amount of money, aligned at the end. */
export const number = style({})
globalStyle(`${table} :is(th, td)${number}`, { textAlign: 'end', whiteSpace: 'nowrap' })

/** Cells whose words stay on one line. */
export const unbroken = style({})
globalStyle(`${table} :is(th, td)${unbroken}`, { whiteSpace: 'nowrap' })

/** The link of a table's row: pressing the row anywhere follows it, except on the row's buttons, which lie above it. */
export const name = style({
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: '1.5rem',
	color: color.text,
	font: `700 ${desk.text.h2}/1.25 ${font.display}`,
	textDecorationColor: color.edge,
	selectors: { '&::after': { content: "''", position: 'absolute', inset: 0 } },
})
globalStyle(`${table} :is(button, form, fieldset, details, a:not(${name}))`, {
	position: 'relative',
	zIndex: 1,
})

/**
 * A table whose rows are cards in a narrow panel: `grow` takes what is left of a card's first line, `whole` a line of
 * its own, `end` is at the end; `data-l` labels a cell in front, `data-r` behind. Its elements name their roles,
 * because browsers take those away where `display` changes.
 */
export const cards = style({})
export const grow = style({})
export const whole = style({})
export const end = style({})

const narrow = (rules: ContainedRules) => ({ '@container': { [panelBelow.table]: rules } })
const part = `${table}${cards} > :is(tbody, tfoot)`
globalStyle(`${table}${cards}, ${table}${cards} > caption, ${part}`, narrow({ display: 'block' }))
globalStyle(
	`${table}${cards} > thead`,
	narrow({
		position: 'absolute',
		width: '1px',
		height: '1px',
		overflow: 'hidden',
		clipPath: 'inset(50%)',
	}),
)
globalStyle(
	`${part} > tr`,
	narrow({
		display: 'flex',
		flexWrap: 'wrap',
		alignItems: 'baseline',
		gap: '0.125rem 0.75rem',
		padding: `0.5rem ${desk.side}`,
		borderBlockStart: `1px solid ${color.line}`,
	}),
)
globalStyle(`${part} > tr > :is(td, th)`, narrow({ padding: 0, border: 0 }))
globalStyle(`${part} > tr > ${whole}`, narrow({ flex: '1 0 100%' }))
globalStyle(`${part} > tr > ${end}`, narrow({ marginInlineStart: 'auto' }))
globalStyle(`${part} > tr > ${grow}`, narrow({ flex: '1 1 9rem', minWidth: 0 }))
globalStyle(`${part} > tr > :not(${grow}, ${whole}) br`, narrow({ display: 'none' }))
globalStyle(
	`${part} > tr > :not(${grow}, ${whole}) small`,
	narrow({ marginInlineStart: '0.25rem' }),
)
globalStyle(`${part} > tr > :is(td, th):empty`, narrow({ display: 'none' }))
const label = { color: color.soft, fontSize: desk.text.small, fontWeight: 400 }
globalStyle(`${part} > tr > [data-l]::before`, narrow({ content: "attr(data-l) ' '", ...label }))
globalStyle(`${part} > tr > [data-r]::after`, narrow({ content: "' ' attr(data-r)", ...label }))
globalStyle(`${table}${cards} ${grow} small`, {
	'@container': { [panelFrom.table]: { whiteSpace: 'nowrap' } },
})

/** A table of few columns. Where there is room, the notes in its cells share the line of what they are about. */
export const flat = style({})
globalStyle(`${flat} td br`, { '@container': { [panelFrom.half]: { display: 'none' } } })
globalStyle(`${flat} td small`, {
	'@container': { [panelFrom.half]: { marginInlineStart: '0.375rem' } },
})

/** The heads of many narrow columns, turned upright until the panel has room for all of them in a line. */
export const upright = style({})
globalStyle(`${table} thead th${upright} > span`, {
	'@container': {
		[panelUpTo.wide]: {
			writingMode: 'vertical-rl',
			rotate: '180deg',
			maxHeight: '11rem',
			whiteSpace: 'normal',
			textAlign: 'start',
		},
	},
})
globalStyle(`${table} thead:has(${upright}) th`, { verticalAlign: 'bottom' })

/** The box around a wide table, which scrolls sideways inside its panel. */
export const scroll = style({ overflowX: 'auto', position: 'relative' })
