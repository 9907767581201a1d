import { globalStyle, style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, radius, size, space } = theme

export const quantity = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'start',
	gap: space.sm,
})
globalStyle(`${quantity} > button`, {
	minHeight: size.control,
	paddingInline: space.sm,
	display: 'none',
	'@media': {
		[media.noScript]: { display: 'inline-flex' },
		[media.sm]: { paddingInline: space.md },
	},
})
globalStyle(`${quantity} > ul`, { flexBasis: '100%' })

export const remove = style({
	display: 'grid',
	placeItems: 'center',
	width: size.target,
	height: size.target,
	padding: 0,
	border: 0,
	borderRadius: radius.round,
	background: 'transparent',
	color: color.soft,
	selectors: { '&:hover': { color: color.danger }, '&[aria-busy]': { opacity: 0.5 } },
})
globalStyle(`${remove} > svg`, { width: '1.125rem', height: '1.125rem' })
