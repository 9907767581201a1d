import { globalStyle, style } from '@vanilla-extract/css'

import { stack } from '#app/ui/panel.css.ts'
import { theme } from '#app/ui/theme.css.ts'
import { timeButton, timeCell } from '#app/ui/time-button.css.ts'

const { color, font, radius, size, space, time: speed } = theme

export const parts = stack.sm
export const title = style({
	marginBlockEnd: space.xs,
	font: `600 0.8125rem/1.3 ${font.text}`,
	color: color.soft,
})
const list = style({ display: 'grid', gap: '0.375rem' })
globalStyle(`${list} > li`, { display: 'grid' })
export const times = style([
	list,
	{ gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 4.05rem), 1fr))' },
])
export const wideTimes = style([
	list,
	{ gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 7.5rem), 1fr))' },
])

const base = style({
	alignContent: 'center',
	minHeight: size.target,
	padding: `${space.xs} ${space.hair}`,
	borderRadius: radius.md,
	font: 'inherit',
	lineHeight: 1.2,
})
export const timeOn = style([
	timeButton,
	base,
	{
		border: `1.5px solid ${color.edge}`,
		background: 'transparent',
		transition: `background-color ${speed.quick}, border-color ${speed.quick}`,
	},
])
export const timeOff = style([
	timeCell,
	base,
	{
		border: `1.5px dashed ${color.line}`,
		color: color.soft,
		selectors: { '&[aria-current]': { border: `2px solid ${color.warning}` } },
	},
])
globalStyle(`${timeOn} small`, { color: color.warning, fontSize: '0.6875rem', fontWeight: 600 })
globalStyle(`${timeOn}[aria-current] small`, { color: color.onPrimary })
globalStyle(`${timeOff} small`, { fontSize: '0.6875rem' })
export const time = style({ fontWeight: 600, fontVariantNumeric: 'tabular-nums' })
globalStyle(`${timeOff} ${time}`, { fontWeight: 400 })
