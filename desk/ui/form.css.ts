import { globalStyle, style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'
import { desk } from '#desk/ui/tokens.css.ts'

const { color, radius } = theme

/** The fields of a form beside one another, as many as there is room for. */
export const fields = style({
	display: 'grid',
	gap: '0.625rem',
	gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 8.25rem), 1fr))',
})
export const wideFields = style({
	display: 'grid',
	gap: '0.625rem',
	gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 14rem), 1fr))',
})
/** A field over the whole width of its form. */
export const whole = style({ gridColumn: '1 / -1' })

export const field = style({
	display: 'grid',
	gap: '0.1875rem',
	alignContent: 'start',
	minWidth: 0,
})
export const label = style({ fontWeight: 600, fontSize: '0.875rem' })
export const hint = style({ fontSize: desk.text.small, color: color.soft })
export const complaint = style({ fontSize: desk.text.small, fontWeight: 600, color: color.danger })
export const control = style({
	width: '100%',
	minWidth: 0,
	minHeight: desk.tap,
	padding: '0.375rem 0.625rem',
	background: color.well,
	border: `1.5px solid ${color.edge}`,
	borderRadius: radius.sm,
	selectors: {
		'&[aria-invalid]': { borderColor: color.danger, borderWidth: '2px' },
		'&::placeholder': { color: color.soft, opacity: 1 },
		'textarea&': { minHeight: '5rem', resize: 'vertical' },
	},
})
globalStyle(`${control} option`, { background: color.well, color: color.text })

/** The choices of a radio group or of checkboxes, as many beside one another as there is room for. */
export const picks = style({
	display: 'grid',
	gap: '0.375rem',
	gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 10rem), 1fr))',
})
/** A radio button or a checkbox with its label, drawn as a button; the chosen one has a bright border. */
export const pick = style({
	display: 'flex',
	alignItems: 'center',
	gap: '0.5rem',
	minHeight: desk.tap,
	padding: '0.25rem 0.625rem',
	border: `1.5px solid ${color.edge}`,
	borderRadius: radius.sm,
	background: color.well,
	fontWeight: 600,
	lineHeight: 1.25,
	overflowWrap: 'anywhere',
	selectors: {
		'&:has(:checked)': {
			borderColor: color.primary,
			background: desk.color.chosen,
			boxShadow: `inset 0 0 0 1px ${color.primary}`,
		},
		'&:has(:focus-visible)': { outline: `3px solid ${color.focus}`, outlineOffset: '2px' },
	},
})
globalStyle(`${pick} small`, { display: 'block', fontWeight: 400, color: color.soft })
globalStyle(`${pick} input:focus-visible`, { outline: 'none', boxShadow: 'none' })
globalStyle(`${pick} input`, {
	flex: 'none',
	width: '1.375rem',
	height: '1.375rem',
	margin: 0,
	accentColor: color.primary,
})

/** A number field between the buttons minus and plus, which send the form and so work without scripts. */
export const stepper = style({
	display: 'grid',
	gridTemplateColumns: `${desk.tap} minmax(1.5rem, 1fr) ${desk.tap}`,
	maxWidth: '11rem',
	border: `1.5px solid ${color.edge}`,
	borderRadius: radius.sm,
	background: color.well,
	selectors: { '&:has([aria-invalid])': { borderColor: color.danger, borderWidth: '2px' } },
})
globalStyle(`${stepper} > button`, {
	minHeight: desk.tap,
	background: 'none',
	border: 0,
	color: color.primary,
	fontSize: desk.text.figure,
	fontWeight: 700,
})
globalStyle(`${stepper} > input`, {
	width: '100%',
	minWidth: 0,
	padding: 0,
	border: 0,
	background: 'none',
	fontWeight: 700,
	textAlign: 'center',
})

/** A fieldset of radio buttons in one line, for the rows of a long table; the chosen one is filled. */
export const choices = style({
	display: 'inline-flex',
	maxWidth: '100%',
	border: `1.5px solid ${color.edge}`,
	borderRadius: radius.sm,
	background: color.well,
})
globalStyle(`${choices} > label`, {
	position: 'relative',
	display: 'grid',
	placeItems: 'center',
	minHeight: desk.tap,
	padding: '0 0.5rem',
	fontWeight: 600,
	lineHeight: 1.2,
	cursor: 'pointer',
})
globalStyle(`${choices} > label + label`, { borderInlineStart: `1px solid ${color.line}` })
globalStyle(`${choices} input`, {
	position: 'absolute',
	inset: 0,
	width: '100%',
	height: '100%',
	margin: 0,
	opacity: 0,
	cursor: 'pointer',
})
globalStyle(`${choices} > label:has(:checked)`, {
	background: desk.color.chosen,
	boxShadow: `inset 0 0 0 2px ${color.primary}`,
	borderRadius: radius.sm,
	'@media': {
		'(forced-colors: active)': { outline: '3px solid Highlight', outlineOffset: '-3px' },
	},
})
globalStyle(`${choices} > label:has(:focus-visible)`, {
	outline: `3px solid ${color.focus}`,
	outlineOffset: '2px',
	zIndex: 1,
})

/** A row of links that choose a view, of which one is current. */
export const segments = style({
	display: 'flex',
	flexWrap: 'wrap',
	overflow: 'clip',
	border: `1.5px solid ${color.edge}`,
	borderRadius: radius.sm,
})
globalStyle(`${segments} > a`, {
	flex: '1 1 auto',
	display: 'grid',
	placeItems: 'center',
	minHeight: desk.tap,
	padding: '0.25rem 0.5rem',
	color: color.text,
	fontWeight: 600,
	textDecoration: 'none',
})
globalStyle(`${segments} > a + a`, { borderInlineStart: `1px solid ${color.line}` })
globalStyle(`${segments} > [aria-current]`, { background: color.primary, color: color.onPrimary })
