import { globalStyle, style, styleVariants } from '@vanilla-extract/css'

import { markColors } from '#app/routes/shop/day/marks.css.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { media, theme } from '#app/ui/theme.css.ts'
import { timeButton, timeCell } from '#app/ui/time-button.css.ts'

const { color, font, radius, size, space, text, time } = theme

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

/** As wide as its panel and scrollable, so the page never scrolls sideways. */
export const strip = style({
	position: 'relative',
	display: 'flex',
	gap: '0.375rem',
	overflowX: 'auto',
	marginInline: `calc(-1 * ${space.lg})`,
	// `&&` outweighs the rule that lists have no padding.
	selectors: { '&&': { padding: `${space.xs} ${space.lg} 0.375rem` } },
	scrollSnapType: 'x proximity',
	scrollPaddingInline: space.lg,
	scrollbarWidth: 'thin',
	scrollbarColor: `${color.line} transparent`,
})
export const place = style({ flex: '0 0 4.125rem', display: 'grid', scrollSnapAlign: 'start' })
export const turn = style({ flex: `0 0 ${size.target}`, display: 'grid', scrollSnapAlign: 'start' })
export const turnLink = style({
	display: 'grid',
	placeItems: 'center',
	minHeight: size.target,
	border: `1px solid ${color.line}`,
	borderRadius: radius.md,
	color: color.soft,
	selectors: { '&:hover': { borderColor: color.primary, color: color.text } },
})
export const before = style({})
export const after = style({ transform: 'scaleX(-1)' })

const cell = style({
	alignContent: 'start',
	gap: space.hair,
	padding: `0.4375rem ${space.hair} ${space.sm}`,
	border: `1.5px solid ${color.line}`,
	borderBlockStartWidth: '3px',
	borderRadius: radius.md,
	hyphens: 'auto',
})
export const day = style([
	timeButton,
	cell,
	{
		background: color.raised,
		transition: `background-color ${time.quick}, border-color ${time.quick}`,
	},
])
/** A day with weekend prices. */
export const dearDay = style([
	day,
	{
		borderBlockStartColor: color.party,
		// Forced colours drop the edge's colour but keep its double line.
		'@media': {
			'(forced-colors: active)': { borderBlockStart: '6px double' },
			'(forced-colors: none)': {
				selectors: { '&[aria-current]': { borderBlockStartColor: color.party } },
			},
		},
	},
])
export const dayOff = style([
	timeCell,
	cell,
	{
		borderStyle: 'dashed',
		color: color.soft,
		selectors: {
			'&[aria-current]': { borderStyle: 'solid', borderWidth: '2px', borderColor: color.warning },
		},
	},
])

export const fullName = visuallyHidden
export const weekday = style({ color: color.soft, fontSize: text.small })
export const date = style({
	font: `650 1.375rem/1.2 ${font.display}`,
	fontVariantNumeric: 'tabular-nums',
})
const word = style({
	fontSize: '0.75rem',
	lineHeight: 1.25,
	fontVariantNumeric: 'tabular-nums',
	whiteSpace: 'nowrap',
})
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

/** Guests and date side by side where they fit; below them the opening hours and the button. */
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
	// Takes no room while empty, but stays in the page for screen readers.
	selectors: { '&:empty': { position: 'absolute' } },
})
/** Hidden with scripts; Enter still presses it. `&&` because the order of style sheets is not fixed. */
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

/** The sentence above the calendar that it shows one product's days. */
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
