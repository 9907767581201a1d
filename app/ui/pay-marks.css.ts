import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, radius, space } = theme

export const marks = style({ display: 'inline-flex', gap: space.xs })
export const mark = style({
	display: 'block',
	width: '2.5rem',
	height: '1.625rem',
	borderRadius: radius.sm,
	background: color.paper,
})
