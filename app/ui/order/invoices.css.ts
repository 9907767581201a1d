import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, size, space, text } = theme

export const list = style({ display: 'grid' })
export const item = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	columnGap: space.md,
})
export const file = style({ display: 'inline-flex', alignItems: 'center', minHeight: size.target })
export const number = style({
	color: color.soft,
	fontSize: text.small,
	fontVariantNumeric: 'tabular-nums',
})
