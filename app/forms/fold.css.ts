import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, radius, size, space } = theme

export const fold = style({
	border: `1px solid ${color.line}`,
	borderRadius: radius.md,
})

export const title = style({
	display: 'list-item',
	listStylePosition: 'inside',
	minHeight: size.target,
	padding: `${space.md} ${space.lg}`,
	fontWeight: 600,
	cursor: 'pointer',
})

export const inside = style({ padding: `${space.sm} ${space.lg} ${space.lg}` })
