import { globalStyle, style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, radius, size, space } = theme

export const box = style({ display: 'grid', gap: space.sm })

export const redeemed = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	gap: space.sm,
	padding: `${space.xs} ${space.xs} ${space.xs} ${space.lg}`,
	border: `1px dashed ${color.primary}`,
	borderRadius: radius.md,
})
export const code = style({ fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 })

export const other = style({})
globalStyle(`${other} > summary`, {
	display: 'flex',
	alignItems: 'center',
	minHeight: size.target,
	width: 'fit-content',
	color: color.soft,
	textDecoration: 'underline',
	textUnderlineOffset: '0.2em',
	cursor: 'pointer',
})

export const row = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr) auto',
	gap: space.sm,
})
