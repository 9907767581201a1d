import { style, styleVariants } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, radius, size, space, time } = theme

const base = style({
	display: 'inline-flex',
	alignItems: 'center',
	justifyContent: 'center',
	gap: space.sm,
	minHeight: size.control,
	minWidth: size.target,
	padding: `${space.sm} ${space.xl}`,
	border: '1.5px solid transparent',
	borderRadius: radius.md,
	font: 'inherit',
	fontWeight: 600,
	lineHeight: 1.2,
	textAlign: 'center',
	textWrap: 'balance',
	textDecoration: 'none',
	cursor: 'pointer',
	transition: `background-color ${time.quick}, border-color ${time.quick}, color ${time.quick}`,
	selectors: {
		'&:disabled, &[aria-disabled="true"]': { cursor: 'not-allowed', opacity: 0.6 },
		'&[aria-busy="true"]': { cursor: 'progress' },
	},
})

export const button = styleVariants({
	primary: [
		base,
		{
			background: color.primary,
			color: color.onPrimary,
			selectors: {
				'&:hover:not(:disabled)': { background: color.primaryBright, color: color.onPrimary },
				'&:active': { background: color.primary },
			},
		},
	],
	ghost: [
		base,
		{
			background: 'transparent',
			borderColor: color.primary,
			color: color.primary,
			selectors: {
				'&:hover:not(:disabled)': {
					background: `color-mix(in srgb, ${color.primary} 14%, transparent)`,
					color: color.primaryBright,
				},
			},
		},
	],
	danger: [
		base,
		{
			background: 'transparent',
			borderColor: color.danger,
			color: color.danger,
			selectors: {
				'&:hover:not(:disabled)': { background: color.danger, color: color.onDanger },
			},
		},
	],
	quiet: [
		base,
		{
			minHeight: size.target,
			padding: `${space.sm} ${space.md}`,
			background: 'transparent',
			color: color.soft,
			textDecoration: 'underline',
			textUnderlineOffset: '0.2em',
			textDecorationThickness: '0.08em',
			selectors: {
				'&:hover:not(:disabled)': {
					background: `color-mix(in srgb, ${color.text} 8%, transparent)`,
					color: color.text,
				},
			},
		},
	],
})

export const wide = style({ width: '100%' })

/**
 * Moves a quiet button at the start of a line to the left by its padding, so that its words begin at the line's edge.
 */
export const flush = style({ marginInlineStart: `calc(-1 * ${space.md})` })
