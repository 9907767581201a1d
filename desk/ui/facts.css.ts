import { globalStyle, style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'
import { desk } from '#desk/ui/tokens.css.ts'

const { color, font } = theme

/** A list of sums: a `<dl>` of rows, the amounts at their ends. */
export const sums = style({ display: 'grid', gap: '0.1875rem' })
globalStyle(`${sums} > div`, {
	display: 'flex',
	flexWrap: 'wrap',
	justifyContent: 'space-between',
	gap: '0 0.75rem',
})
export const rest = style({
	paddingBlockStart: '0.25rem',
	borderBlockStart: `1px solid ${color.line}`,
	color: color.warning,
	font: `800 ${desk.text.h1}/1.25 ${font.display}`,
})

/** A list of events, the newest first: an `<ol>` of times and sentences. */
export const log = style({ display: 'grid', gridTemplateColumns: 'max-content minmax(0, 1fr)' })
globalStyle(`${log} > li`, {
	display: 'grid',
	gridColumn: '1 / -1',
	gridTemplateColumns: 'subgrid',
	gap: '0 0.75rem',
	paddingBlock: '0.375rem',
	borderBlockStart: `1px solid ${color.line}`,
	'@container': { '(width < 16rem)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
globalStyle(`${log} > li:first-child`, { borderBlockStart: 0 })
globalStyle(`${log} time, ${log} small`, { color: color.soft })
globalStyle(`${log} time`, { whiteSpace: 'nowrap' })

/**
 * The cell of a value that a change makes another one, in a table of a booking before and after; `unchanged` is a row
 * whose value stays.
 */
export const changed = style({ background: desk.color.tint, fontWeight: 600 })
export const unchanged = style({})
globalStyle(`${unchanged} td`, { color: color.soft })
