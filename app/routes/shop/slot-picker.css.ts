import { globalStyle, style, styleVariants } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, font, radius, space, text, time: speed } = theme

export const parts = style({
	display: 'grid',
	gap: space.lg,
	gridTemplateColumns: 'minmax(0, 1fr)',
})

export const slots = style({
	display: 'grid',
	gap: space.sm,
	gridTemplateColumns: 'repeat(auto-fill, minmax(5.75rem, 1fr))',
})
globalStyle(`${slots} > li`, { display: 'grid' })

const base = style({
	display: 'grid',
	justifyItems: 'center',
	alignContent: 'center',
	minHeight: '3.5rem',
	padding: `${space.xs} ${space.hair}`,
	borderRadius: radius.md,
	lineHeight: 1.3,
	textAlign: 'center',
	textDecoration: 'none',
})
const open = style([
	base,
	{
		border: `1px solid ${color.edge}`,
		background: color.raised,
		color: color.text,
		transition: `background-color ${speed.quick}, border-color ${speed.quick}`,
		selectors: {
			'&:hover': { borderColor: color.primary, color: color.text },
			'&[aria-current]': {
				background: color.primary,
				borderColor: color.primary,
				color: color.onPrimary,
			},
		},
	},
])
export const slot = styleVariants({ free: [open], few: [open] })
globalStyle(`${slot.free} small`, { color: color.soft, fontSize: '0.8125rem' })
globalStyle(`${slot.few} small`, { color: color.warning, fontSize: '0.8125rem' })
globalStyle(`${open}[aria-current] small`, { color: color.onPrimary })

export const slotOff = style([
	base,
	{
		border: `1px dashed ${color.line}`,
		color: color.soft,
		selectors: { '&[aria-current]': { border: `2px solid ${color.warning}` } },
	},
])
globalStyle(`${slotOff} small`, { fontSize: '0.8125rem' })
globalStyle(`${slotOff} > span`, {
	textDecoration: 'line-through',
	textDecorationColor: color.edge,
	fontWeight: 500,
})

export const time = style({
	font: `650 1.125rem/1.3 ${font.display}`,
	fontVariantNumeric: 'tabular-nums',
})
export const note = style({ color: color.soft, fontSize: text.small })
export const problem = style({ color: color.warning, fontWeight: 600 })
