import { style } from '@vanilla-extract/css'

import { stack } from '#app/ui/panel.css.ts'
import { theme } from '#app/ui/theme.css.ts'

const { color, radius, space, text } = theme

const narrow = '(width < 30rem)'

/** The panel of choices. The focus moves to it after a booking, but Enter presses nothing here, so no ring is drawn. */
export const choices = style({
	scrollMarginBlockStart: space.lg,
	selectors: { '&:focus': { outline: 'none', boxShadow: 'none' } },
})
export const form = stack.md
export const note = style({ color: color.soft, fontSize: text.small, lineHeight: 1.4 })
/** The words for the choices that are missing; on phones two rows tall, so that nothing moves when they get shorter. */
export const missing = style([
	note,
	{ '@media': { [narrow]: { flex: '1 0 100%', minHeight: '2.8em' } } },
])
export const progressWords = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	justifyContent: 'space-between',
	columnGap: space.sm,
})
export const bar = style({
	appearance: 'none',
	width: '100%',
	height: '0.5rem',
	border: 0,
	borderRadius: radius.round,
	background: color.well,
	overflow: 'hidden',
	selectors: {
		'&::-webkit-progress-bar': { background: color.well },
		'&::-webkit-progress-value': { background: color.primary, borderRadius: radius.round },
		'&::-moz-progress-bar': { background: color.primary },
	},
})
