import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, font, radius, space } = theme

export const vouchers = style({
	display: 'grid',
	gap: space.lg,
	padding: 0,
	margin: 0,
	listStyle: 'none',
})

export const voucher = style({
	display: 'grid',
	gap: space.sm,
	justifyItems: 'center',
	padding: space.xl,
	border: `2px dashed ${color.primary}`,
	borderRadius: radius.lg,
	background: color.panel,
	textAlign: 'center',
	breakInside: 'avoid',
})

export const amount = style({ fontFamily: font.display, fontSize: '2.5rem', margin: 0 })

export const code = style({
	fontSize: '1.25rem',
	letterSpacing: '0.08em',
	overflowWrap: 'anywhere',
})
