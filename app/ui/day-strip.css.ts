import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'
import { timeButton, timeCell } from '#app/ui/time-button.css.ts'

const { color, font, radius, size, space, text, time } = theme

/** The strip of days: as wide as its panel and scrollable, so the page never scrolls sideways. */
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

export const weekday = style({ color: color.soft, fontSize: text.small })
export const date = style({
	font: `650 1.375rem/1.2 ${font.display}`,
	fontVariantNumeric: 'tabular-nums',
})
/** The word below the date in a cell of the strip: a price, or the reason why nothing can be booked on the day. */
export const word = style({
	fontSize: '0.75rem',
	lineHeight: 1.25,
	fontVariantNumeric: 'tabular-nums',
	whiteSpace: 'nowrap',
})
