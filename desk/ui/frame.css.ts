import { globalStyle, style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'
import { desk, deskContainer, pageBelow, pageFrom } from '#desk/ui/tokens.css.ts'

const { color, font, radius } = theme

export const skip = style({
	position: 'absolute',
	insetInlineStart: '-99rem',
	selectors: {
		'&:focus': {
			insetInlineStart: '1rem',
			insetBlockStart: '0.5rem',
			zIndex: desk.layer.skip,
			padding: '0.75rem 1rem',
			borderRadius: radius.sm,
			background: color.text,
			color: color.deep,
		},
	},
})

export const page = style({
	container: `${deskContainer} / inline-size`,
	'@media': { [media.print]: { containerType: 'normal' } },
})
/** The frame of every page: the navigation is at the foot of a phone, and a rail at the left of a tablet. */
export const frame = style({
	display: 'flex',
	flexDirection: 'column',
	minHeight: '100svh',
	'@container': {
		[pageFrom.rail]: { display: 'grid', gridTemplateColumns: '5rem minmax(0, 1fr)' },
	},
})
export const stage = style({ flex: 1, minWidth: 0 })

export const rail = style({
	order: 1,
	position: 'sticky',
	insetBlockEnd: 0,
	zIndex: desk.layer.rail,
	background: desk.color.rail,
	borderBlockStart: `1px solid ${color.line}`,
	'@container': {
		[pageBelow.tiny]: { position: 'static' },
		[pageFrom.rail]: {
			order: 0,
			position: 'static',
			border: 0,
			borderInlineEnd: `1px solid ${color.line}`,
		},
	},
})
export const railInside = style({
	'@container': {
		[pageFrom.rail]: {
			position: 'sticky',
			insetBlockStart: 0,
			maxHeight: '100svh',
			overflowY: 'auto',
			scrollbarWidth: 'none',
		},
	},
})
export const brand = style({
	display: 'none',
	minHeight: '3.5rem',
	padding: '0.5rem 0 0.375rem',
	color: color.text,
	font: `800 ${desk.text.tiny}/1.1 ${font.display}`,
	textDecoration: 'none',
	'@container': {
		[pageFrom.rail]: { display: 'grid', justifyItems: 'center', gap: '0.125rem' },
	},
})
export const entries = style({
	display: 'flex',
	'@container': {
		[pageBelow.tiny]: { flexWrap: 'wrap' },
		[pageFrom.rail]: { display: 'grid' },
	},
})
globalStyle(`${entries} > li`, {
	flex: 1,
	minWidth: 0,
	'@container': { [pageBelow.tiny]: { flex: '1 0 40%' } },
})
export const entry = style({
	display: 'grid',
	justifyItems: 'center',
	alignContent: 'center',
	gap: '0.125rem',
	minHeight: '3.25rem',
	padding: '0.25rem 0.125rem',
	borderBlockStart: '3px solid transparent',
	color: color.soft,
	fontSize: desk.text.tiny,
	lineHeight: 1.15,
	textDecoration: 'none',
	selectors: {
		'&:hover': { color: color.text },
		'&[aria-current]': { color: color.text, borderColor: color.primary, fontWeight: 650 },
	},
	'@container': {
		[pageFrom.rail]: {
			minHeight: '3.75rem',
			borderBlockStart: 0,
			borderInlineStart: '3px solid transparent',
			paddingInlineEnd: '3px',
		},
	},
})
globalStyle(`${entry} svg`, { width: '1.375rem', height: '1.375rem' })
globalStyle(`${entry}[aria-current] svg`, { color: color.primary })

export const bar = style({
	position: 'sticky',
	insetBlockStart: 0,
	zIndex: desk.layer.bar,
	display: 'flex',
	alignItems: 'center',
	gap: '0.5rem',
	minHeight: '3.5rem',
	padding: `0.375rem ${desk.side}`,
	background: desk.color.rail,
	borderBlockEnd: `1px solid ${color.line}`,
	'@container': { [pageBelow.tiny]: { position: 'static', flexWrap: 'wrap' } },
})
export const search = style({
	flex: 1,
	position: 'relative',
	display: 'flex',
	minWidth: 0,
	maxWidth: '34rem',
	'@container': { [pageBelow.tiny]: { flexBasis: '100%' } },
})
globalStyle(`${search} > input`, {
	flex: 1,
	width: '100%',
	minWidth: 0,
	minHeight: desk.tap,
	padding: '0.25rem 0.625rem 0.25rem 2.375rem',
	background: color.well,
	border: `1.5px solid ${color.edge}`,
	borderRadius: radius.sm,
})
globalStyle(`${search} > input::placeholder`, { color: color.soft, opacity: 1 })
globalStyle(`${search} > svg`, {
	position: 'absolute',
	insetInlineStart: '0.6875rem',
	insetBlockStart: '50%',
	translate: '0 -50%',
	color: color.soft,
	pointerEvents: 'none',
})
globalStyle(`${search} > kbd`, {
	position: 'absolute',
	insetInlineEnd: '0.625rem',
	insetBlockStart: '50%',
	translate: '0 -50%',
	pointerEvents: 'none',
	'@container': { [pageBelow.persons]: { display: 'none' } },
})
// Hides the key `/` in the search field where something is typed: the browser shows its own cross there.
globalStyle(`${search} > input:not(:placeholder-shown) ~ kbd`, { visibility: 'hidden' })
/**
 * The button of the search, out of sight: the key Enter sends the words, and the button is for switch control and
 * screen readers.
 */
export const searchButton = style({
	position: 'absolute',
	width: '1px',
	height: '1px',
	overflow: 'hidden',
	clipPath: 'inset(50%)',
})

export const person = style({ position: 'relative', marginInlineStart: 'auto' })
globalStyle(`${person} > summary`, {
	display: 'flex',
	alignItems: 'center',
	gap: '0.5rem',
	minHeight: desk.tap,
	paddingInline: '0.375rem',
	borderRadius: radius.sm,
	listStyle: 'none',
})
globalStyle(`${person} > summary::-webkit-details-marker`, { display: 'none' })
export const personName = style({
	display: 'none',
	textAlign: 'start',
	lineHeight: 1.2,
	'@container': { [pageFrom.persons]: { display: 'block' } },
})
globalStyle(`${personName} small`, { display: 'block', color: color.soft })
export const face = style({
	flex: 'none',
	display: 'grid',
	placeItems: 'center',
	width: '2.25rem',
	height: '2.25rem',
	border: `1.5px solid ${color.edge}`,
	borderRadius: radius.round,
	background: color.notification,
	fontSize: desk.text.small,
	fontStyle: 'normal',
	fontWeight: 700,
})
export const personMenu = style({
	position: 'absolute',
	insetInlineEnd: 0,
	insetBlockStart: 'calc(100% + 0.25rem)',
	display: 'grid',
	width: 'max-content',
	maxWidth: '88vw',
	padding: '0.5rem',
	background: color.notification,
	border: `1px solid ${color.edge}`,
	borderRadius: radius.sm,
})

/** The sentence on every page, also on paper, that nothing in a shop for practice is real. */
export const banner = style({
	padding: `0.375rem ${desk.side}`,
	borderBlockEnd: `1.5px dashed ${color.edge}`,
	background: color.notification,
	fontSize: desk.text.small,
	fontWeight: 600,
})

export const main = style({
	display: 'grid',
	gap: desk.gap,
	gridTemplateColumns: 'minmax(0, 1fr)',
	alignContent: 'start',
	maxWidth: '100rem',
	padding: `${desk.gap} ${desk.side} 1.5rem`,
	'@media': { [media.print]: { padding: 0, maxWidth: 'none' } },
})

/** A page without the frame: the sign-in, and errors for somebody who is not signed in. */
export const door = style({
	display: 'grid',
	alignContent: 'center',
	justifyItems: 'center',
	gap: '1rem',
	minHeight: '100svh',
	padding: `1.5rem ${desk.side}`,
	background: `radial-gradient(50rem 30rem at 85% -10rem, ${color.nebula} 0, transparent 62%), ${color.ground}`,
})
export const doorBrand = style({
	display: 'flex',
	alignItems: 'center',
	gap: '0.625rem',
	font: `800 ${desk.text.figure}/1.2 ${font.display}`,
})
export const doorMain = style({
	display: 'grid',
	gap: desk.gap,
	gridTemplateColumns: 'minmax(0, 1fr)',
	width: '100%',
	maxWidth: '60rem',
})
