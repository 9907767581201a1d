import { globalStyle, style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, radius, size, space, text } = theme

export const box = style({ display: 'grid', gap: space.md })

/** The button stays beside the field when a message appears below it. */
export const form = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr) auto',
	columnGap: space.sm,
	alignItems: 'start',
})
globalStyle(`${form} > ul`, { gridColumn: '1 / -1' })
globalStyle(`${form} label`, { fontSize: text.small, fontWeight: 500, color: color.soft })
export const button = style({
	minHeight: '3rem',
	marginBlockStart: `calc(${text.small} * 1.35 + ${space.sm})`,
	paddingInline: space.lg,
})

export const redeemed = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr) auto',
	alignItems: 'center',
	paddingInlineStart: space.md,
	borderRadius: radius.md,
	background: `color-mix(in srgb, ${color.success} 12%, transparent)`,
	fontSize: text.small,
})
export const words = style({
	display: 'grid',
	paddingBlock: space.sm,
	overflowWrap: 'anywhere',
	lineHeight: 1.4,
})
export const problem = style({ color: color.warning })
export const remove = style({
	display: 'grid',
	placeItems: 'center',
	width: size.target,
	height: size.target,
	padding: 0,
	border: 0,
	background: 'transparent',
	color: color.soft,
})
globalStyle(`${remove} > svg`, { width: '1.125rem', height: '1.125rem' })
