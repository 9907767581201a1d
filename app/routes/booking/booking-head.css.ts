import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, radius, space, text } = theme

export const head = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	gap: space.md,
})
export const picture = style({
	flex: 'none',
	objectFit: 'cover',
	borderRadius: radius.md,
	selectors: { '&&': { width: '4.5rem', height: '4.5rem' } },
})
export const words = style({
	flex: '1 1 11rem',
	minWidth: 0,
	color: color.soft,
	lineHeight: 1.4,
	overflowWrap: 'anywhere',
})
export const name = style({ color: color.text, fontSize: text.h3, fontWeight: 650 })
