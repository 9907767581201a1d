import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color } = theme

export const icon = style({
	flex: 'none',
	width: '1.25em',
	height: '1.25em',
	fill: 'none',
	stroke: 'currentColor',
	strokeWidth: 2,
	strokeLinecap: 'round',
	strokeLinejoin: 'round',
})
export const filled = style({ fill: 'currentColor' })

export const logo = style({ width: '1.875rem', height: '1.875rem' })
export const planet = style({ fill: color.accent })
export const cap = style({ fill: color.primary })
export const ring = style({
	fill: 'none',
	stroke: 'currentColor',
	strokeWidth: 2.4,
	strokeLinecap: 'round',
})
