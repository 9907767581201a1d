import { globalStyle, style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, size, text } = theme

export const note = style({ color: color.soft, fontSize: text.small })
export const obstacles = style({
	display: 'grid',
	paddingInlineStart: '1.25rem',
	color: color.warning,
	fontSize: text.small,
})
globalStyle(`${obstacles} a`, {
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: size.target,
	color: color.warning,
})
