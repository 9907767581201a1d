import { globalStyle, style } from '@vanilla-extract/css'

import { boxTick } from '#app/forms/fields.css.ts'
import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, radius, size, space, text } = theme

const narrow = '(width < 30rem)'

const ownGroup = style({
	display: 'grid',
	gap: space.xs,
	gridTemplateColumns: 'minmax(0, 1fr)',
	scrollMarginBlockStart: space.lg,
})
const ruled = style([
	ownGroup,
	{ paddingBlockStart: space.md, borderBlockStart: `1px solid ${color.line}` },
])
/**
 * The frame of a group by its place. A line above it separates it from the group before; in a fold that line is above
 * the fold's title.
 */
export const group = { step: ruled, card: ruled, fold: ownGroup }
export const rule = style({
	display: 'block',
	color: color.soft,
	font: `400 ${text.small}/1.35 ${font.text}`,
})
/**
 * The heading of a group and its state beside it. A browser draws a legend onto the border of its fieldset; floating
 * brings it back inside.
 */
export const shortLegend = style({
	float: 'inline-start',
	width: '100%',
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	gap: `${space.xs} ${space.md}`,
	font: `700 1.0625rem/1.25 ${font.display}`,
})
/**
 * The heading of a group whose state may be a long sentence: on phones the state is always below the heading, so that
 * nothing moves when it changes.
 */
export const legend = style([
	shortLegend,
	{ '@media': { [narrow]: { flexDirection: 'column', alignItems: 'flex-start' } } },
])
globalStyle(`${shortLegend} + *`, { clear: 'both' })
const state = style({
	display: 'inline-flex',
	alignItems: 'center',
	gap: '0.3rem',
	padding: `${space.hair} 0.625rem`,
	border: '1px solid currentColor',
	borderRadius: radius.round,
	font: `650 0.8125rem/1.4 ${font.text}`,
})
export const open = style([state, { color: color.warning }])
export const refused = style([state, { color: color.danger }])
export const done = style([state, { color: color.success }])
/** An invisible state that keeps its place, so that nothing moves once there is a state to show. */
export const none = style([state, { visibility: 'hidden' }])
export const check = style({ width: '0.8125rem', height: '0.8125rem' })
export const forAll = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 8.25rem), 1fr))',
	alignItems: 'center',
	gap: space.xs,
	color: color.soft,
	fontSize: text.small,
})
export const forAllButton = style({
	minHeight: size.target,
	paddingInline: space.sm,
	border: `1.5px solid ${color.edge}`,
	borderRadius: radius.md,
	background: 'transparent',
	color: color.primary,
	fontSize: text.small,
	fontWeight: 600,
	selectors: {
		'&:hover, &[aria-pressed=true]': { borderColor: color.primary },
		'&[aria-pressed=true]': { color: color.text },
	},
})

export const tiles = style({
	display: 'grid',
	gap: space.xs,
	'@media': { [media.sm]: { gap: space.sm } },
	gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 5.75rem), 1fr))',
	paddingBlockStart: space.xs,
})
/** Tiles with room for a description of each thing. */
export const wideTiles = style([
	tiles,
	{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 10rem), 1fr))' },
])
export const tile = style({
	position: 'relative',
	display: 'grid',
	alignContent: 'start',
	overflow: 'hidden',
	border: `2px solid ${color.line}`,
	borderRadius: radius.md,
	background: color.raised,
	cursor: 'pointer',
	selectors: {
		'&:has(:checked)': {
			borderColor: color.primary,
			background: `color-mix(in srgb, ${color.primary} 14%, ${color.raised})`,
		},
		'&:has(:focus-visible)': { outline: `3px solid ${color.focus}`, outlineOffset: '2px' },
	},
	'@media': {
		'(forced-colors: active)': {
			selectors: { '&:has(:checked)': { border: '4px solid Highlight' } },
		},
	},
})
/** The radio button in the corner of a tile: a ring, with a tick when it is chosen. */
export const tileBox = style({
	appearance: 'none',
	position: 'absolute',
	insetBlockStart: '0.375rem',
	insetInlineEnd: '0.375rem',
	display: 'grid',
	placeItems: 'center',
	width: '1.625rem',
	height: '1.625rem',
	margin: 0,
	border: `2px solid ${color.edge}`,
	borderRadius: radius.round,
	background: color.raised,
	cursor: 'pointer',
	selectors: {
		'&:checked': { background: color.primary, borderColor: color.primary },
		'&:disabled': { cursor: 'not-allowed', borderStyle: 'dashed' },
		'&::after': boxTick,
		'&:checked::after': { opacity: 1 },
		// The tile around the radio button shows the focus.
		'&:focus-visible': { outline: 'none', boxShadow: 'none' },
	},
	// Forced colours of the visitor's system remove ours; the browser's own mark remains.
	'@media': { '(forced-colors: active)': { appearance: 'auto' } },
})
export const tilePicture = style({
	objectFit: 'cover',
	selectors: { '&&': { width: '100%', height: '4rem' } },
})
export const tileWords = style({
	padding: `0.375rem 0.2rem ${space.sm} 0.25rem`,
	fontSize: '0.75rem',
	'@media': { [media.sm]: { paddingInline: '0.375rem', fontSize: '0.8125rem' } },
	fontWeight: 600,
	lineHeight: 1.25,
	overflowWrap: 'anywhere',
	hyphens: 'auto',
})
globalStyle(`${tileWords} small`, {
	display: 'block',
	color: color.soft,
	fontSize: 'inherit',
	fontWeight: 400,
})

export const tick = style({
	display: 'flex',
	alignItems: 'center',
	gap: space.md,
	minHeight: size.target,
	paddingBlock: space.xs,
	cursor: 'pointer',
})
export const tickWords = style({ flex: '1 1 6rem', minWidth: 0, fontWeight: 600, lineHeight: 1.3 })
globalStyle(`${tickWords} small`, { display: 'block', color: color.soft, fontWeight: 400 })
export const box = style({
	flex: 'none',
	width: '1.75rem',
	height: '1.75rem',
	margin: 0,
	accentColor: color.primary,
})
