import { globalStyle, style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, radius, size, space, time } = theme

export const chips = style({
	display: 'flex',
	flexWrap: 'wrap',
	gap: space.md,
	padding: 0,
	listStyle: 'none',
})

const base = style({
	display: 'inline-flex',
	alignItems: 'center',
	justifyContent: 'center',
	gap: space.sm,
	minHeight: size.target,
	minWidth: size.target,
	padding: `${space.xs} ${space.lg}`,
	border: `1px solid ${color.edge}`,
	borderRadius: radius.md,
	background: color.raised,
	color: color.text,
	lineHeight: 1.25,
	textDecoration: 'none',
	transition: `background-color ${time.quick}, border-color ${time.quick}`,
})

export const chip = style([
	base,
	{
		selectors: {
			'&:hover': { borderColor: color.primary, color: color.text },
			'&[aria-current], &[aria-pressed="true"]': {
				background: color.primary,
				borderColor: color.primary,
				color: color.onPrimary,
				fontWeight: 600,
			},
		},
	},
])

globalStyle(`${chip} small`, { color: color.soft })
globalStyle(`${chip}[aria-current] small`, { color: color.onPrimary, fontWeight: 400 })
