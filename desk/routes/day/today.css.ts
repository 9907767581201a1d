import { globalStyle, style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'
import { desk } from '#desk/ui/tokens.css.ts'

const { color, radius } = theme

/** The row of links to the days around the shown one; it scrolls sideways where there is no room for all. */
export const strip = style({
	position: 'relative',
	display: 'flex',
	gap: '0.25rem',
	marginInline: `calc(-1 * ${desk.side})`,
	padding: `0.1875rem ${desk.side}`,
	overflowX: 'auto',
	scrollbarWidth: 'thin',
	scrollbarColor: `${color.line} transparent`,
})
globalStyle(`${strip} > li`, { position: 'relative', flex: '1 0 4.75rem' })
globalStyle(`${strip} > li:is(:first-child, :last-child)`, { flex: `0 0 ${desk.tap}` })
globalStyle(`${strip} :is(a, span[data-shut])`, {
	display: 'grid',
	justifyItems: 'center',
	alignContent: 'center',
	height: '100%',
	minHeight: '3.125rem',
	padding: '0.25rem',
	border: `1.5px solid ${color.line}`,
	borderRadius: radius.sm,
	background: color.well,
	color: color.text,
	lineHeight: 1.2,
	textDecoration: 'none',
})
globalStyle(`${strip} a:hover`, { borderColor: color.primary })
globalStyle(`${strip} small`, {
	color: color.soft,
	fontSize: desk.text.tiny,
	whiteSpace: 'nowrap',
})
globalStyle(`${strip} a[data-shut]`, { borderStyle: 'dashed', background: 'none' })
globalStyle(`${strip} a[aria-current]`, {
	background: color.primary,
	borderColor: color.primary,
	color: color.onPrimary,
})
globalStyle(`${strip} a[aria-current] small`, { color: color.onPrimary })

/** The list of what waits for somebody, the one block of the page in amber. */
export const toDo = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'stretch',
	gap: '0.375rem',
})
globalStyle(`${toDo} > h2`, {
	display: 'flex',
	alignItems: 'center',
	gap: '0.375rem',
	marginInlineEnd: '0.25rem',
	color: color.warning,
	fontSize: desk.text.body,
})
globalStyle(`${toDo} > ul`, { display: 'contents' })
globalStyle(`${toDo} li`, { flex: '1 1 auto' })
globalStyle(`${toDo} a`, {
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	gap: '0 0.375rem',
	minHeight: desk.tap,
	padding: '0.25rem 0.625rem',
	border: `1.5px solid ${color.warning}`,
	borderRadius: radius.sm,
	background: desk.color.todo,
	color: color.text,
	lineHeight: 1.2,
	textDecoration: 'none',
})
globalStyle(`${toDo} a:hover`, { background: desk.color.todoHover })
globalStyle(`${toDo} b`, { color: color.warning })

/** The cell of a booking's allergies, food and notes. */
export const notes = style({ display: 'flex', flexWrap: 'wrap', gap: '0.125rem 0.375rem' })
globalStyle(`${notes} > small`, { flex: '1 0 100%' })
