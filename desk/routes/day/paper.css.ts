import { globalStyle, style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'
import { banner } from '#desk/ui/frame.css.ts'
import { desk } from '#desk/ui/tokens.css.ts'

const { color, font, radius } = theme

/** The page of a run sheet or of door signs as it is printed: black on white, also on the screen. */
export const paper = style({
	maxWidth: '277mm',
	padding: desk.side,
	background: color.paper,
	color: color.ink,
	borderRadius: radius.sm,
	fontSize: '9pt',
	lineHeight: 1.25,
	'@media': { [media.print]: { maxWidth: 'none', padding: 0 } },
})
// The selector names the class twice, so that this rule is stronger than the colours of a list inside.
globalStyle(`${paper}${paper} *`, { color: color.ink })
globalStyle(`${paper} :is(h1, h2)`, { fontFamily: font.display })
globalStyle(`${paper} h1`, { fontSize: '15pt' })
globalStyle(`${paper} h2`, { margin: '3mm 0 1mm', fontSize: '11pt' })
globalStyle(`${paper} small`, { fontSize: '8pt' })
globalStyle(`${paper} table`, { width: '100%', borderCollapse: 'collapse' })
globalStyle(`${paper} :is(th, td)`, {
	padding: '0.8mm 1.4mm',
	borderBlockEnd: `0.25mm solid ${color.inkLine}`,
	textAlign: 'start',
	verticalAlign: 'top',
	fontWeight: 400,
})
globalStyle(`${paper} thead th`, {
	borderBlockEnd: `0.5mm solid ${color.ink}`,
	fontSize: '8pt',
	fontWeight: 700,
})
globalStyle(`${paper} tbody th`, { fontWeight: 700, whiteSpace: 'nowrap' })
globalStyle(`${paper} tr`, { breakInside: 'avoid' })

export const number = style({})
globalStyle(`${paper} :is(th, td)${number}`, { textAlign: 'end', whiteSpace: 'nowrap' })
/**
 * The kitchen's table on the run sheet, with a column for each product. The names of the products are turned upright:
 * beside the tickets there is no room for them.
 */
export const products = style({})
globalStyle(`${paper} ${products} thead th${number}`, {
	maxHeight: '32mm',
	writingMode: 'vertical-rl',
	rotate: '180deg',
	whiteSpace: 'normal',
	textAlign: 'start',
	verticalAlign: 'top',
})

export const top = style({
	display: 'flex',
	flexWrap: 'wrap',
	justifyContent: 'space-between',
	alignItems: 'baseline',
	gap: '0 6mm',
	marginBlockEnd: '3mm',
})
/** The box on the run sheet in which staff tick by hand that a party is here. */
export const box = style({
	display: 'inline-block',
	width: '4mm',
	height: '4mm',
	border: `0.4mm solid ${color.ink}`,
	borderRadius: '1mm',
	verticalAlign: '-1mm',
})
/** An allergy on the run sheet, in a frame because paper has no colour. */
export const alert = style({
	display: 'inline-block',
	padding: '0 1.2mm',
	border: `0.5mm solid ${color.ink}`,
	borderRadius: '1mm',
	fontWeight: 700,
})
export const wide = style({
	position: 'relative',
	overflowX: 'auto',
	'@media': { [media.print]: { overflow: 'visible' } },
})
/**
 * The table of parties on the run sheet, whose cells hold sentences. On a phone it is scrolled sideways before its
 * columns become a word wide.
 */
export const sentences = style({ '@media': { screen: { minWidth: '48rem' } } })
/** The pair of tables on the run sheet: the tickets, and the kitchen beside them, below them on a narrow screen. */
export const pair = style({
	display: 'grid',
	gap: '0 8mm',
	gridTemplateColumns: 'minmax(0, 1fr)',
	'@media': {
		'screen and (width >= 60rem)': { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)' },
		[media.print]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)' },
	},
})

globalStyle(`${pair} > *`, { minWidth: 0 })
// A page break moves both tables as one: at the foot of a page the kitchen's table would have little but its tall head.
globalStyle(pair, { '@media': { [media.print]: { breakInside: 'avoid' } } })
globalStyle(`${paper} ${pair} :is(th, td)`, {
	'@media': { [media.print]: { paddingBlock: '0.4mm' } },
})

/** Words that stay on one line on paper, such as a name, or a room with its times: so a party takes two lines. */
export const oneLine = style({ '@media': { [media.print]: { whiteSpace: 'nowrap' } } })

// Prints the list of changes in columns, each change with its author on the same line.
globalStyle(`${paper} ol`, {
	'@media': { [media.print]: { display: 'block', columns: '3 60mm', columnGap: '6mm' } },
})
globalStyle(`${paper} ol > li`, {
	'@media': {
		[media.print]: {
			display: 'grid',
			gridTemplateColumns: 'max-content minmax(0, 1fr)',
			gap: '0 1.4mm',
			padding: '0.5mm 0',
			breakInside: 'avoid',
		},
	},
})
globalStyle(`${paper} ol br`, { '@media': { [media.print]: { display: 'none' } } })
globalStyle(`${paper} ol small`, { '@media': { [media.print]: { marginInlineStart: '1mm' } } })

/** The sign for the door of a party's room: half an A4, with a line to cut along. */
export const sign = style({
	page: 'sign',
	display: 'grid',
	gridTemplateRows: 'auto 1fr auto',
	gap: '3mm',
	width: '100%',
	maxWidth: '190mm',
	minHeight: '132mm',
	margin: '2mm auto',
	padding: '10mm 12mm',
	border: `0.4mm dashed ${color.inkLine}`,
	textAlign: 'center',
	breakInside: 'avoid',
	overflow: 'hidden',
})
globalStyle(`${paper} ${sign} h2`, {
	alignSelf: 'center',
	margin: 0,
	font: `800 clamp(26pt, 9vw, 52pt)/1.05 ${font.display}`,
	textAlign: 'center',
	overflowWrap: 'anywhere',
})
globalStyle(`${sign} h2 small`, {
	display: 'block',
	marginBlockStart: '3mm',
	font: `700 20pt/1.2 ${font.display}`,
})
export const signRoom = style({ font: `700 16pt/1.2 ${font.display}`, letterSpacing: '0.04em' })
export const signTime = style({
	paddingBlockStart: '4mm',
	borderBlockStart: `1.2mm solid ${color.inkLine}`,
	font: `800 clamp(18pt, 5vw, 26pt)/1.2 ${font.display}`,
})

// The whole page with signs uses `@page sign`, which is upright: parts that did not would turn the paper, and cut the
// signs off.
globalStyle(`body:has(${sign})`, { page: 'sign' })
globalStyle(`body:has(${sign}) ${banner}`, { '@media': { [media.print]: { display: 'none' } } })

// The run sheet is printed across, the door signs upright, two on a page.
globalStyle('@page', { size: 'A4 landscape', margin: '9mm 10mm' } as never)
globalStyle('@page sign', { size: 'A4 portrait', margin: '8mm 10mm' } as never)
