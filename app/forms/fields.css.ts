import { globalStyle, style } from '@vanilla-extract/css'

import { head, stack } from '#app/ui/panel.css.ts'
import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, radius, size, space, text, time } = theme

/** A font size at which the longest word fits a phone's line in large type: not every browser can hyphenate. */
const wholeWords = 'min(1rem, 7vw)'

/** The column of a form's fields. */
export const fields = stack.xl

/** Two fields that belong together (first and last name), side by side where there is room. */
export const pair = style({
	display: 'grid',
	gap: space.xl,
	alignItems: 'start',
	gridTemplateColumns: 'minmax(0, 1fr)',
	'@media': { [media.sm]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
/** A short field before a long one (postcode and city) in one row, from 20 rem of width on. */
export const shortAndLong = style([
	pair,
	{ '@media': { '(width >= 20rem)': { gridTemplateColumns: '7rem minmax(0, 1fr)' } } },
])

export const field = style({
	display: 'grid',
	// Keeps the field no wider than its place: a row of control and button counts as wide as both, though it wraps.
	gridTemplateColumns: 'minmax(0, 1fr)',
	gap: space.sm,
	minWidth: 0,
})

export const fold = style({ borderBlockStart: `1px solid ${color.line}` })
export const foldTitle = style({
	width: 'fit-content',
	fontSize: wholeWords,
	minHeight: size.target,
	paddingBlock: space.md,
	color: color.primary,
	fontWeight: 600,
	cursor: 'pointer',
})
globalStyle(`${fold}[open] > ${foldTitle}`, { marginBlockEnd: space.md })

export const label = style({ fontSize: wholeWords, fontWeight: 600, lineHeight: 1.35 })
export const optional = style({ color: color.soft, fontWeight: 400, fontSize: text.small })
export const hint = style({ color: color.soft, fontSize: text.small, lineHeight: 1.45 })
/** A hint about all fields below it. */
export const lead = style([hint, { marginBlockEnd: space.md }])

export const control = style({
	width: '100%',
	minWidth: 0,
	minHeight: size.control,
	padding: `${space.sm} ${space.lg}`,
	border: `1.5px solid ${color.edge}`,
	borderRadius: radius.md,
	background: color.well,
	color: color.text,
	lineHeight: 1.4,
	transition: `border-color ${time.quick}`,
	selectors: {
		'&:hover': { borderColor: color.soft },
		'&:focus-visible': { borderColor: color.primary, outlineOffset: '1px' },
		'&[aria-invalid]': { borderColor: color.danger },
		'&::placeholder': { color: color.soft, opacity: 0.8 },
		'&:disabled': { opacity: 0.6 },
	},
})

export const select = style([
	control,
	{
		appearance: 'none',
		paddingInlineEnd: '2.75rem',
		backgroundImage: [
			`linear-gradient(45deg, transparent 50%, ${color.soft} 50%)`,
			`linear-gradient(-45deg, transparent 50%, ${color.soft} 50%)`,
		].join(),
		backgroundSize: '0.45rem 0.45rem',
		backgroundPosition: 'right 1.4rem center, right 1rem center',
		backgroundRepeat: 'no-repeat',
	},
])
globalStyle(`${select} option`, { background: color.well, color: color.text })

/** The tick inside a checkbox, unseen until the box is checked. */
export const boxTick = {
	content: "''",
	width: '1rem',
	height: '1rem',
	background: color.onPrimary,
	clipPath: 'polygon(8% 52%, 22% 38%, 40% 56%, 78% 16%, 92% 30%, 40% 84%)',
	opacity: 0,
} as const

/** A checkbox or radio button: the whole line can be pressed. */
export const choice = style({
	display: 'grid',
	gridTemplateColumns: 'auto minmax(0, 1fr)',
	alignItems: 'start',
	gap: space.md,
	minHeight: size.target,
	paddingBlock: space.sm,
	overflowWrap: 'anywhere',
	cursor: 'pointer',
})
export const box = style({
	appearance: 'none',
	position: 'relative',
	flex: 'none',
	display: 'grid',
	placeItems: 'center',
	width: '1.625rem',
	height: '1.625rem',
	margin: 0,
	border: `2px solid ${color.edge}`,
	borderRadius: radius.sm,
	background: color.well,
	cursor: 'pointer',
	transition: `background-color ${time.quick}, border-color ${time.quick}`,
	selectors: {
		'&[type="radio"]': { borderRadius: radius.round },
		'&:hover': { borderColor: color.primary },
		'&:checked': { background: color.primary, borderColor: color.primary },
		'&[aria-invalid]': { borderColor: color.danger },
		'&:disabled': { cursor: 'not-allowed', borderColor: color.line },
		'&::after': boxTick,
		'&[type="radio"]::after': { width: '0.75rem', height: '0.75rem', clipPath: 'circle()' },
		'&:checked::after': { opacity: 1 },
	},
	// Forced colours of the visitor's system remove ours; the browser's own mark remains.
	'@media': { '(forced-colors: active)': { appearance: 'auto' } },
})

export const choicesInEqual = style({
	display: 'grid',
	gap: space.sm,
	gridTemplateColumns: 'repeat(auto-fit, minmax(min(11rem, 100%), 1fr))',
})
// Choices in equal widths have nothing at their side, so they have no column for it.
globalStyle(`${choicesInEqual} > label`, {
	gridTemplateColumns: 'auto minmax(0, 1fr)',
	columnGap: space.sm,
	paddingInline: space.md,
})

/** A radio button with its words, drawn as one thing to press; a ring marks the chosen one. */
export const option = style({
	display: 'grid',
	gridTemplateColumns: 'auto minmax(0, 1fr)',
	alignItems: 'center',
	gap: space.md,
	minHeight: size.control,
	padding: `${space.sm} ${space.lg}`,
	border: `1.5px solid ${color.edge}`,
	borderRadius: radius.md,
	background: color.well,
	fontSize: wholeWords,
	cursor: 'pointer',
	transition: `border-color ${time.quick}`,
	selectors: {
		'&:hover': { borderColor: color.primary },
		'&:has(:checked)': {
			borderColor: color.primary,
			background: `color-mix(in srgb, ${color.primary} 12%, ${color.well})`,
			boxShadow: `0 0 0 1px ${color.primary}`,
		},
		'&:has(:disabled)': {
			cursor: 'not-allowed',
			borderStyle: 'dashed',
			borderColor: color.line,
			color: color.soft,
		},
		'&:has([aria-invalid])': { borderColor: color.danger },
	},
})
export const optionNote = style({ display: 'block', color: color.soft, fontSize: '0.875em' })

export const legend = style({
	fontFamily: font.text,
	fontSize: text.body,
	fontWeight: 600,
	lineHeight: 1.35,
	letterSpacing: 0,
	marginBlockEnd: space.sm,
})

/** The frame around minus, number and plus. */
export const stepper = style({
	display: 'flex',
	alignItems: 'stretch',
	width: 'fit-content',
	minHeight: size.control,
	border: `1.5px solid ${color.edge}`,
	borderRadius: radius.md,
	background: color.well,
	transition: `border-color ${time.quick}`,
	selectors: {
		'&:hover': { borderColor: color.soft },
		'&:has([aria-invalid])': { borderColor: color.danger },
	},
})
export const stepButton = style({
	flex: 'none',
	display: 'grid',
	placeItems: 'center',
	// In large type minus, number and plus together are narrower than a phone.
	width: `min(${size.target}, 14vw)`,
	minHeight: size.target,
	padding: 0,
	border: 0,
	borderRadius: radius.md,
	background: 'transparent',
	color: color.primary,
	fontSize: '1.375rem',
	lineHeight: 1,
	selectors: { '&:hover': { color: color.primaryBright } },
})
/** A minus or plus button that works by script alone; hidden without scripts. */
export const scriptedStepButton = style([
	stepButton,
	{ '@media': { [media.noScript]: { display: 'none' } } },
])
export const quantity = style({
	width: 'min(2.75rem, 18vw)',
	minWidth: 0,
	minHeight: size.target,
	padding: 0,
	border: 0,
	borderRadius: radius.md,
	background: 'transparent',
	color: color.text,
	textAlign: 'center',
	fontVariantNumeric: 'tabular-nums',
	fontWeight: 650,
	appearance: 'textfield',
	selectors: {
		// Without a spin button the mouse wheel scrolls the page instead of turning the number (faults N8).
		'&::-webkit-inner-spin-button, &::-webkit-outer-spin-button': { display: 'none' },
	},
})
/**
 * The number between minus and plus that work by script alone: without scripts it is wider and has the browser's
 * arrows.
 */
export const plainQuantity = style([
	quantity,
	{ '@media': { [media.noScript]: { width: '5.5rem', appearance: 'auto' } } },
])

export const messages = style({
	display: 'grid',
	gap: space.xs,
	padding: 0,
	listStyle: 'none',
	color: color.danger,
	fontWeight: 600,
	fontSize: text.small,
	lineHeight: 1.45,
})
// Both fields are aligned at the end where 'optional' is on a second line below the shorter label.
globalStyle(`${shortAndLong}:has(${optional}):not(:has(${messages}))`, { alignItems: 'end' })
// The gap below a choice with messages equals the one below a choice without them.
globalStyle(`${choice} + ${messages}`, { paddingBlockEnd: space.sm })
globalStyle(`${messages} > li`, {
	display: 'grid',
	gridTemplateColumns: 'auto minmax(0, 1fr)',
	gap: space.sm,
	alignItems: 'start',
})
// A message at the short field needs more width than a postcode.
globalStyle(`${shortAndLong}:has(> :first-child ${messages})`, {
	gridTemplateColumns: 'minmax(0, 1fr)',
	'@media': { [media.sm]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const sign = style({ width: '1.25rem', height: '1.25rem' })

export const summary = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	overflowWrap: 'anywhere',
	gap: space.sm,
	padding: space.lg,
	border: `2px solid ${color.danger}`,
	borderRadius: radius.md,
	background: `color-mix(in srgb, ${color.danger} 10%, ${color.deep})`,
})
// The error summary has room above it, so that its ring keeps clear of the panel's title.
globalStyle(`${head} + * > ${summary}:first-child`, { marginBlockStart: space.sm })
export const summaryTitle = style({ fontSize: text.h3 })
export const summaryList = style({
	display: 'grid',
	gap: space.xs,
	padding: 0,
	paddingInlineStart: '1.25rem',
})
globalStyle(`${summaryList} a`, {
	color: color.text,
	display: 'inline-block',
	paddingBlock: space.xs,
	verticalAlign: 'top',
})
