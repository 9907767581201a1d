import { globalStyle, style, styleVariants, type GlobalStyleRule } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'
import { flush } from '#desk/ui/panel.css.ts'
import { desk, panelBelow } from '#desk/ui/tokens.css.ts'

const { color, font } = theme

type Rules = Omit<GlobalStyleRule, '@container' | '@media' | '@supports' | '@layer'>
/** Limits rules to a panel so narrow that the table is shown as a list. */
const list = (rules: Rules) => ({ '@container': { [panelBelow.rooms]: rules } })

const cellHeight = '3.25rem'
/**
 * The width of the column with the names of rooms. All usual names fit on one line; a longer name is broken between
 * syllables.
 */
const labelWidth = '9.75rem'
const hatch = (gap: string, ink: string) =>
	`repeating-linear-gradient(135deg, transparent 0 ${gap}, ${ink} ${gap} calc(${gap} + 2px))`

export const clock = style({ position: 'relative' })
globalStyle(`${clock} > svg`, {
	position: 'absolute',
	insetBlock: 0,
	left: labelWidth,
	width: `calc(100% - ${labelWidth})`,
	height: '100%',
	maxWidth: 'none',
	pointerEvents: 'none',
	stroke: color.warning,
	strokeWidth: 2,
	...list({ display: 'none' }),
})

export const table = style({
	width: '100%',
	tableLayout: 'fixed',
	borderCollapse: 'separate',
	borderSpacing: 0,
})
export const label = style({ width: labelWidth })
globalStyle(`${table} thead th`, {
	padding: '0.25rem 0 0.25rem 0.25rem',
	background: color.tableHead,
	borderInlineStart: `1px solid ${color.line}`,
	color: color.soft,
	fontSize: desk.text.small,
	fontWeight: 600,
	textAlign: 'start',
	overflow: 'hidden',
	whiteSpace: 'nowrap',
})
globalStyle(`${table} thead th:first-child`, { paddingInlineStart: desk.side, border: 0 })
globalStyle(`${table} thead [aria-current]`, { color: color.warning })
globalStyle(`${table} tbody th`, {
	padding: `0.25rem 0.25rem 0.25rem ${desk.side}`,
	borderBlockStart: `1px solid ${color.line}`,
	font: `700 ${desk.text.body}/1.2 ${font.display}`,
	textAlign: 'start',
	hyphens: 'auto',
	overflowWrap: 'anywhere',
})
globalStyle(`${table} tbody th small`, {
	display: 'block',
	font: `400 ${desk.text.tiny}/1.3 ${font.text}`,
	color: color.soft,
})
globalStyle(`${table} td`, {
	height: '3.5rem',
	padding: '0.1875rem 0',
	borderBlockStart: `1px solid ${color.line}`,
	verticalAlign: 'top',
})

export const pad = style({})

/** Words that the position of a cell in the table says, such as its time. They are shown where the table is a list. */
export const inList = style({ display: 'none', ...list({ display: 'inline' }) })

const eventBase = style({
	position: 'relative',
	zIndex: 1,
	display: 'grid',
	alignContent: 'center',
	height: cellHeight,
	padding: '0.125rem 0.4375rem',
	overflow: 'hidden',
	background: color.notification,
	border: `1.5px solid ${color.edge}`,
	borderRadius: '0.375rem',
	color: color.text,
	lineHeight: 1.2,
	textDecoration: 'none',
	selectors: { 'a&:hover': { borderColor: color.primary, color: color.text } },
	...list({ height: 'auto', minHeight: desk.tap }),
	'@media': { '(forced-colors: active)': { border: '1px solid ButtonText' } },
})
export const event = styleVariants({
	ahead: [eventBase],
	now: [eventBase, { background: desk.color.inside, borderColor: color.primary }],
	over: [eventBase, { background: 'transparent', borderColor: color.line, color: color.soft }],
	hold: [eventBase, { background: 'transparent', borderStyle: 'dotted' }],
	block: [
		eventBase,
		{
			borderStyle: 'dashed',
			background: `${hatch('6px', desk.color.softHatch)}, ${color.ground}`,
			'@media': { '(forced-colors: active)': { border: '2px dashed CanvasText' } },
		},
	],
})
globalStyle(`${eventBase} > :is(b, small)`, {
	overflow: 'hidden',
	textOverflow: 'ellipsis',
	whiteSpace: 'nowrap',
	...list({ whiteSpace: 'normal' }),
})
globalStyle(`${eventBase} > small`, { fontSize: desk.text.tiny, color: color.soft })

export const cleaning = style({
	display: 'block',
	height: cellHeight,
	marginInline: '1px',
	borderRadius: '0.25rem',
	background: hatch('3px', desk.color.hatch),
	forcedColorAdjust: 'none',
})

export const free = style({
	display: 'flex',
	height: cellHeight,
	...list({ height: 'auto', flexWrap: 'wrap', gap: '0.25rem', alignItems: 'center' }),
})
globalStyle(`${free}::before`, {
	display: 'none',
	content: 'attr(data-free)',
	minWidth: '2rem',
	color: color.soft,
	fontSize: desk.text.small,
	...list({ display: 'inline' }),
})
globalStyle(`${free} > li`, { flex: '1 1 0', minWidth: 0, ...list({ flex: '0 0 auto' }) })
globalStyle(`${free} a`, {
	position: 'relative',
	display: 'grid',
	placeItems: 'center',
	height: '100%',
	marginInline: '1px',
	border: '1px dashed transparent',
	borderRadius: '0.375rem',
	color: color.soft,
	textDecoration: 'none',
	...list({
		minHeight: desk.tap,
		minWidth: desk.tap,
		paddingInline: '0.5rem',
		borderColor: color.edge,
	}),
})
// Screen readers leave out the plus sign: the link is named by its time and its room.
globalStyle(`${free} a::before`, { content: ["'+'", "'+' / ''"], ...list({ content: 'none' }) })
globalStyle(`${free} a:is(:hover, :focus-visible, [aria-current])`, {
	borderColor: color.primary,
	background: desk.color.tint,
	color: color.primary,
})
globalStyle(`${free} a[aria-current]`, {
	'@media': { '(forced-colors: active)': { border: '3px solid Highlight' } },
})
globalStyle(`${free} a > span`, {
	position: 'absolute',
	width: '1px',
	height: '1px',
	overflow: 'hidden',
	clipPath: 'inset(50%)',
	whiteSpace: 'nowrap',
	...list({ position: 'static', width: 'auto', height: 'auto', clipPath: 'none' }),
})

export const load = style({})
globalStyle(`${table} ${load} td`, {
	height: '2.5rem',
	padding: '0 1px',
	fontSize: desk.text.small,
	textAlign: 'center',
	verticalAlign: 'bottom',
})
const barBase = style({
	display: 'grid',
	alignItems: 'end',
	justifyItems: 'center',
	height: '2.375rem',
	paddingBlockEnd: '0.125rem',
	borderRadius: '0.1875rem 0.1875rem 0 0',
	selectors: { '&[data-full]': { color: color.warning, fontWeight: 700 } },
	...list({ display: 'inline', background: 'none' }),
})
globalStyle(`${barBase} > span`, { position: 'relative', zIndex: 1 })
/**
 * The bar of a zone's load in half an hour, by the tenths of the zone's capacity that are taken: `bars[3]` is 30 %
 * high.
 */
export const bars = Array.from({ length: 11 }, (_, tenths) =>
	style([
		barBase,
		tenths === 0
			? { color: color.soft }
			: {
					background: `linear-gradient(${desk.color.load}, ${desk.color.load}) no-repeat bottom / 100% ${tenths * 10}%`,
					...list({ background: 'none' }),
				},
	]),
)

export const legend = style({
	display: 'flex',
	flexWrap: 'wrap',
	gap: '0.25rem 1rem',
	padding: `0.5rem ${desk.side}`,
	borderBlockStart: `1px solid ${color.line}`,
	color: color.soft,
	fontSize: desk.text.small,
	...list({ display: 'none' }),
})
globalStyle(`${legend} > li`, { display: 'flex', alignItems: 'center', gap: '0.375rem' })
const signBase = style({
	width: '1.375rem',
	height: '0.875rem',
	border: `1.5px solid ${color.edge}`,
	borderRadius: '0.1875rem',
	background: color.notification,
})
export const sign = styleVariants({
	ahead: [signBase],
	now: [signBase, { borderColor: color.primary, background: desk.color.inside }],
	cleaning: [signBase, { border: 0, background: hatch('3px', desk.color.hatch) }],
	blocked: [signBase, { borderStyle: 'dashed', background: color.ground }],
})

globalStyle(
	`${flush} ${table}, ${table} :is(tbody, tr, td), ${table} tbody th`,
	list({ display: 'block' }),
)
globalStyle(`${table} :is(td, tbody th)`, list({ height: 'auto', border: 0 }))
globalStyle(`${table} :is(colgroup, thead), ${table} td${pad}`, list({ display: 'none' }))
globalStyle(
	`${table} tbody tr`,
	list({
		padding: `0.375rem ${desk.side} 0.5rem`,
		borderBlockStart: `1px solid ${color.line}`,
	}),
)
globalStyle(`${table} tbody th`, list({ padding: '0 0 0.25rem' }))
globalStyle(`${table} tbody th small`, list({ display: 'inline' }))
globalStyle(`${table} tbody td`, list({ padding: '0.125rem 0' }))
globalStyle(
	`${table} ${load} td`,
	list({ display: 'inline-block', height: 'auto', marginInlineEnd: '0.5rem' }),
)
globalStyle(`${table} ${load} td[data-none]`, list({ display: 'none' }))
