import { style, styleVariants } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'
import { desk } from '#desk/ui/tokens.css.ts'

const { color, radius, time } = theme

const base = style({
	display: 'inline-flex',
	alignItems: 'center',
	justifyContent: 'center',
	gap: '0.4375rem',
	minWidth: 0,
	minHeight: desk.tap,
	padding: '0.25rem 0.875rem',
	border: `1.5px solid ${color.primary}`,
	borderRadius: radius.sm,
	fontWeight: 700,
	lineHeight: 1.2,
	textAlign: 'center',
	textDecoration: 'none',
	overflowWrap: 'anywhere',
	transition: `background-color ${time.quick}, border-color ${time.quick}`,
	selectors: { '&[aria-busy="true"]': { cursor: 'progress' } },
})

/**
 * The looks of a button: `main` for the one next step, `line` and `calm` for others, `now` for what is due, `stop` for
 * what cannot be undone.
 */
export const button = styleVariants({
	main: [
		base,
		{
			background: color.primary,
			color: color.onPrimary,
			selectors: {
				'&:hover': {
					background: color.primaryBright,
					borderColor: color.primaryBright,
					color: color.onPrimary,
				},
			},
		},
	],
	line: [
		base,
		{
			background: 'transparent',
			color: color.primary,
			selectors: { '&:hover': { background: desk.color.tint, color: color.primaryBright } },
		},
	],
	calm: [
		base,
		{
			background: 'transparent',
			borderColor: color.edge,
			color: color.text,
			fontWeight: 600,
			selectors: { '&:hover': { borderColor: color.primary, color: color.text } },
		},
	],
	now: [
		base,
		{
			background: color.warning,
			borderColor: color.warning,
			color: desk.color.onWarning,
			selectors: { '&:hover': { color: desk.color.onWarning } },
		},
	],
	stop: [
		base,
		{
			background: 'transparent',
			borderColor: color.danger,
			color: color.danger,
			selectors: { '&:hover': { background: desk.color.stopTint, color: color.danger } },
		},
	],
})

export const full = style({ width: '100%' })
export const big = style({ minHeight: '3.5rem', fontSize: desk.text.h2, paddingInline: '1.5rem' })

/** A button or a link that looks like a link, high enough for a finger. */
export const link = style({
	display: 'inline-flex',
	alignItems: 'center',
	gap: '0.375rem',
	minWidth: 0,
	minHeight: desk.tap,
	padding: '0 0.25rem',
	background: 'none',
	border: 0,
	color: color.primary,
	fontWeight: 600,
	textAlign: 'start',
	textDecoration: 'underline',
	textUnderlineOffset: '0.2em',
	overflowWrap: 'anywhere',
})

/** A row of buttons, which wraps where there is no room. */
export const row = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0.5rem' })

/** Lays out the buttons of times or of rooms to choose from, in rows. */
export const chips = style({ display: 'flex', flexWrap: 'wrap', gap: '0.375rem' })
export const chip = style({
	display: 'grid',
	alignContent: 'center',
	justifyItems: 'center',
	minHeight: desk.tap,
	minWidth: '4rem',
	padding: '0.1875rem 0.625rem',
	border: `1.5px solid ${color.edge}`,
	borderRadius: radius.sm,
	background: color.well,
	color: color.text,
	fontWeight: 650,
	lineHeight: 1.2,
	textDecoration: 'none',
	selectors: {
		'a&:hover, button&:hover': { borderColor: color.primary },
		'&[aria-current], &[aria-pressed="true"]': {
			background: color.primary,
			borderColor: color.primary,
			color: color.onPrimary,
		},
	},
})
