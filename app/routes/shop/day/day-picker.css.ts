import { globalStyle, style, styleVariants } from '@vanilla-extract/css'

import { markColors } from '#app/routes/shop/day/marks.css.ts'
import {
	after,
	before,
	date,
	day,
	dayOff,
	place,
	strip,
	turn,
	turnLink,
	weekday,
	word,
} from '#app/ui/day-strip.css.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { media, theme } from '#app/ui/theme.css.ts'

export { after, before, date, day, dayOff, place, strip, turn, turnLink, weekday }

const { color, radius, size, space, text } = theme

export const parts = stack.lg

export const shortcuts = style({ display: 'flex', flexWrap: 'wrap', columnGap: space.lg })
export const shortcut = style({
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: size.target,
	fontSize: '0.9375rem',
	fontWeight: 600,
	selectors: { '&[aria-current]': { color: color.text } },
})

/** A day of the strip with weekend prices, marked by a coloured edge. */
export const dearDay = style([
	day,
	{
		borderBlockStartColor: color.party,
		// Forced colours drop the colour of a dear day's edge but keep its double line.
		'@media': {
			'(forced-colors: active)': { borderBlockStart: '6px double' },
			'(forced-colors: none)': {
				selectors: { '&[aria-current]': { borderBlockStartColor: color.party } },
			},
		},
	},
])
export const fullName = visuallyHidden
export const mark = styleVariants(markColors, (own) => [word, { color: own }])
globalStyle(`${day}[aria-current] *`, { color: color.onPrimary })
globalStyle(`${dayOff} ${date}`, { fontWeight: 500 })

export const key = style({
	display: 'flex',
	flexWrap: 'wrap',
	columnGap: space.lg,
	color: color.soft,
	fontSize: '0.8125rem',
})
export const keyItem = style({ display: 'flex', alignItems: 'center', gap: '0.375rem' })
export const plainEdge = style({
	width: '1.125rem',
	height: '0.25rem',
	borderRadius: radius.round,
	background: color.line,
	'@media': { '(forced-colors: active)': { borderBlockStart: '2px solid' } },
})
export const dearEdge = style([
	plainEdge,
	{
		background: color.party,
		'@media': { '(forced-colors: active)': { borderBlockStart: '6px double' } },
	},
])

/** The form for guests and date: both side by side where they fit; below them the opening hours and the button. */
export const form = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'start',
	gap: space.md,
})
globalStyle(`${form} > div:nth-of-type(2)`, { flex: '1 1 8.5rem', maxWidth: '14rem' })
globalStyle(`${form} input[type="date"]`, { paddingInline: space.sm })
export const counts = style({ color: color.soft, fontSize: text.small })
export const counted = style({
	flex: '1 0 100%',
	color: color.warning,
	fontSize: text.small,
	// The sentence takes no space while empty, but stays in the page for screen readers.
	selectors: { '&:empty': { position: 'absolute' } },
})
/**
 * The button that sends guests and date. It is hidden with scripts, and the Enter key still presses it. `&&` because
 * the order of style sheets is not fixed.
 */
export const show = style({
	selectors: { '&&': { '@media': { [media.script]: { display: 'none' } } } },
})
export const send = style({
	selectors: { '&&&': { flex: '1 0 100%' } },
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	gap: space.md,
})

/** The sentence above the calendar which says that the calendar shows the days of one product. */
export const product = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	columnGap: space.md,
	rowGap: space.xs,
	color: color.party,
	fontWeight: 600,
})

export const opening = style({
	flex: '1 1 7rem',
	minWidth: 0,
	display: 'grid',
	justifyItems: 'start',
	color: color.soft,
	lineHeight: 1.4,
})
export const hours = style({ whiteSpace: 'nowrap' })
globalStyle(`${opening} strong`, { color: color.text, fontWeight: 600 })
