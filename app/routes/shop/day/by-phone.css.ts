import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, size } = theme

export const byPhone = style({ color: color.warning, fontWeight: 600 })
/** A telephone number as a link, as tall as a finger needs. */
export const number = style({
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: size.target,
	color: color.primary,
})
