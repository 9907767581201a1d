import { globalStyle, style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'
import { desk } from '#desk/ui/tokens.css.ts'

const { color, font, radius } = theme

export const figures = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 8.75rem), 1fr))',
	gap: '1px',
	overflow: 'hidden',
	background: color.line,
	border: `1px solid ${color.line}`,
	borderRadius: radius.sm,
})
export const figure = style({
	position: 'relative',
	display: 'grid',
	alignContent: 'start',
	padding: '0.4375rem 0.75rem 0.5rem',
	background: color.panel,
})
globalStyle(`${figure} > dt`, { color: color.soft, fontSize: desk.text.small })
export const value = style({ font: `800 ${desk.text.figure}/1.2 ${font.display}` })
globalStyle(`${value} small`, {
	font: `400 ${desk.text.small}/1.3 ${font.text}`,
	color: color.soft,
})
export const about = style({ fontSize: desk.text.small, lineHeight: 1.3, color: color.soft })

/** A key figure on which staff have to act, in amber. */
export const toDo = style([figure, { background: desk.color.figureToDo }])
globalStyle(`${toDo} > *, ${toDo} small, ${toDo} > dt`, { color: color.warning })
globalStyle(`${figure} a`, { color: 'inherit' })
globalStyle(`${figure} a::after`, { content: "''", position: 'absolute', inset: 0 })

globalStyle('meter', {
	width: '100%',
	height: '0.5rem',
	marginBlockStart: '0.25rem',
	border: 0,
	borderRadius: radius.round,
	background: color.well,
	appearance: 'none',
})
globalStyle('meter::-webkit-meter-bar', {
	height: '0.375rem',
	border: 0,
	borderRadius: radius.round,
	background: color.deep,
})
globalStyle('meter::-webkit-meter-optimum-value', {
	borderRadius: radius.round,
	background: color.primary,
})
globalStyle('meter::-moz-meter-bar', { background: color.primary })
