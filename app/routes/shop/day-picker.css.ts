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

/** On phones in two rows, so that every day of the week is in view; the ways to other weeks stand below. */
export const week = style({
	display: 'grid',
	gap: space.sm,
	gridTemplateColumns: 'minmax(0, auto) minmax(0, 1fr) minmax(0, auto)',
	gridTemplateAreas: `'days days days' 'before row after'`,
	'@media': {
		[media.sm]: {
			gridTemplateColumns: 'auto minmax(0, 1fr) auto',
			gridTemplateAreas: `'before days after' 'row row row'`,
			rowGap: space.lg,
		},
	},
})
export const row = style({
	gridArea: 'row',
	display: 'flex',
	flexWrap: 'wrap',
	justifyContent: 'center',
	gap: space.xs,
	'@media': { [media.sm]: { justifyContent: 'start', gap: space.md } },
})
globalStyle(`${row} > a`, {
	paddingInline: space.sm,
	fontSize: '0.9375rem',
	'@media': { [media.sm]: { paddingInline: space.lg, fontSize: text.body } },
})

export const days = style({
	gridArea: 'days',
	display: 'grid',
	gap: space.sm,
	gridTemplateColumns: 'repeat(auto-fill, minmax(4.125rem, 1fr))',
	'@media': { [media.sm]: { gridTemplateColumns: 'repeat(7, minmax(0, 1fr))' } },
})
globalStyle(`${days} > li`, { display: 'grid' })

export const before = style({ gridArea: 'before' })
export const after = style({ gridArea: 'after', transform: 'scaleX(-1)' })
export const turn = style({
	width: size.target,
	alignSelf: 'start',
	'@media': { [media.sm]: { width: '2.25rem', alignSelf: 'stretch' } },
})
export const turnLink = style([
	turn,
	{
		display: 'grid',
		placeItems: 'center',
		minHeight: size.target,
		border: `1px solid ${color.line}`,
		borderRadius: radius.md,
		color: color.soft,
		selectors: { '&:hover': { borderColor: color.primary, color: color.text } },
	},
])

const cell = style({
	display: 'grid',
	alignContent: 'start',
	justifyItems: 'center',
	gap: space.hair,
	minHeight: '5.25rem',
	padding: `${space.sm} ${space.hair}`,
	border: `1px solid ${color.line}`,
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
		borderColor: color.edge,
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
	maxWidth: '100%',
	overflowWrap: 'break-word',
})
export const mark = styleVariants(markColors, (own) => [word, { color: own }])
globalStyle(`${day}[aria-current] *`, { color: color.onPrimary })
globalStyle(`${dayOff} ${date}`, { fontWeight: 500 })

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
