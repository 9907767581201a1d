import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, size } = theme

export const byPhone = style({ color: color.warning, fontWeight: 600 })
/** As high as a finger. */
export const number = style({
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: size.target,
	color: color.primary,
})
