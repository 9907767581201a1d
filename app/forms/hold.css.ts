import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, radius, space, text } = theme

const base = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	gap: space.xs,
	padding: `${space.xs} ${space.xs} ${space.xs} ${space.md}`,
	borderRadius: radius.md,
})

export const held = style([
	base,
	{
		'@media': { '(width >= 20rem)': { flexWrap: 'nowrap' } },
		paddingInlineStart: space.md,
		background: `color-mix(in srgb, ${color.primary} 12%, transparent)`,
	},
])
export const lost = style([
	base,
	{
		gap: space.sm,
		padding: space.lg,
		background: `color-mix(in srgb, ${color.warning} 12%, transparent)`,
		border: `1px solid ${color.warning}`,
	},
])

export const words = style({ display: 'flex', alignItems: 'center', gap: space.sm })
export const until = style({
	fontVariantNumeric: 'tabular-nums',
	fontWeight: 600,
	fontSize: text.small,
	'@media': { '(width >= 20rem)': { whiteSpace: 'nowrap' } },
})
export const sign = style({
	flex: 'none',
	width: '1rem',
	height: '1rem',
	color: color.primary,
	selectors: { [`${lost} &`]: { color: color.warning } },
})
export const hint = style({ color: color.soft, fontSize: text.small })

export const renew = style({
	selectors: { [`${held} > &`]: { paddingInline: space.sm, fontSize: text.small } },
})
