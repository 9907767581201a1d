import { style, styleVariants } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, radius, space, text } = theme

const base = style({
	display: 'inline-flex',
	alignItems: 'center',
	gap: space.xs,
	width: 'fit-content',
	padding: `${space.hair} ${space.md}`,
	borderRadius: radius.round,
	fontSize: text.small,
	fontWeight: 600,
	lineHeight: 1.5,
})

export const badge = styleVariants({
	quiet: [
		base,
		{
			background: `color-mix(in srgb, ${color.primary} 12%, transparent)`,
			boxShadow: `inset 0 0 0 1px color-mix(in srgb, ${color.primary} 45%, transparent)`,
			color: color.primary,
		},
	],
	popular: [base, { background: color.party, color: color.onParty }],
	warning: [
		base,
		{
			background: `color-mix(in srgb, ${color.warning} 14%, transparent)`,
			boxShadow: `inset 0 0 0 1px color-mix(in srgb, ${color.warning} 45%, transparent)`,
			color: color.warning,
		},
	],
})
