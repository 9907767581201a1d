import { globalStyle, style, styleVariants } from '@vanilla-extract/css'

import { markColors } from '#app/routes/shop/marks.css.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'
import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, radius, size, space, text, time } = theme

export const parts = style({
	display: 'grid',
	gap: space.lg,
	gridTemplateColumns: 'minmax(0, 1fr)',
})

export const shortcuts = style({ display: 'flex', flexWrap: 'wrap', columnGap: space.lg })
export const shortcut = style({
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: size.target,
	fontSize: '0.9375rem',
	fontWeight: 600,
	selectors: { '&[aria-current]': { color: color.text } },
})

/** As wide as its panel; the page never scrolls sideways with it. */
export const strip = style({
	position: 'relative',
	display: 'flex',
	gap: '0.375rem',
	overflowX: 'auto',
	marginInline: `calc(-1 * ${space.lg})`,
	padding: `${space.xs} ${space.lg} 0.375rem`,
	scrollSnapType: 'x proximity',
	scrollPaddingInline: space.lg,
	scrollbarWidth: 'thin',
	scrollbarColor: `${color.line} transparent`,
})
export const place = style({ flex: '0 0 4.125rem', display: 'grid', scrollSnapAlign: 'start' })
export const turn = style({ flex: `0 0 ${size.target}`, display: 'grid' })
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
	display: 'grid',
	alignContent: 'start',
	justifyItems: 'center',
	gap: space.hair,
	padding: `0.4375rem ${space.hair} ${space.sm}`,
	border: `1.5px solid ${color.line}`,
	borderBlockStartWidth: '3px',
	borderRadius: radius.md,
	lineHeight: 1.2,
	textAlign: 'center',
	textDecoration: 'none',
	hyphens: 'auto',
})
export const day = style([
	cell,
	{
		background: color.raised,
		color: color.text,
		transition: `background-color ${time.quick}, border-color ${time.quick}`,
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
/** Where prices are those of the weekend. */
export const dearDay = style([
	day,
	{
		borderBlockStartColor: color.party,
		selectors: { '&[aria-current]': { borderBlockStartColor: color.party } },
	},
])
export const dayOff = style([
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
globalStyle(`${day}[aria-current]`, {
	'@media': { '(forced-colors: active)': { border: '4px solid Highlight' } },
})
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
})
export const dearEdge = style([plainEdge, { background: color.party }])

export const form = style({
	display: 'grid',
	gap: space.md,
	alignItems: 'end',
	gridTemplateColumns: 'auto minmax(0, 1fr)',
	'@media': {
		[media.sm]: {
			gridTemplateColumns: 'minmax(9rem, 13rem) auto auto',
			justifyContent: 'start',
			columnGap: space.lg,
		},
	},
})
globalStyle(`${form} > :first-child`, {
	gridColumn: '1 / -1',
	'@media': { [media.sm]: { gridColumn: 'auto' } },
})
globalStyle(`${form} > button`, { minHeight: '3rem' })
/** A sentence at a field takes the room of the button, which then stands below. */
globalStyle(`${form}:has(li)`, { alignItems: 'start' })
globalStyle(`${form}:has(li) > button`, { gridColumn: '1 / -1', justifySelf: 'start' })

/** Says so before the calendar does. */
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
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	columnGap: space.lg,
	rowGap: space.xs,
	paddingBlockStart: space.md,
	borderBlockStart: `1px solid ${color.line}`,
	color: color.soft,
})
globalStyle(`${opening} strong`, { color: color.text, fontWeight: 600 })
