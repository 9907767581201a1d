import { globalStyle, style, styleVariants } from '@vanilla-extract/css'

import { markColors } from '#app/routes/shop/marks.css.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'
import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, radius, space, text } = theme

export const month = style({
	display: 'grid',
	gap: space.md,
	gridTemplateColumns: 'minmax(0, 1fr)',
})

export const table = style({
	width: '100%',
	tableLayout: 'fixed',
	borderCollapse: 'separate',
	borderSpacing: space.xs,
})
export const caption = style({
	font: `650 ${text.h3}/1.3 ${font.display}`,
	textAlign: 'start',
	paddingBlockEnd: space.sm,
})
export const head = style({
	color: color.soft,
	fontSize: text.small,
	fontWeight: 500,
	background: color.tableHead,
	borderRadius: radius.sm,
})
export const weekday = style({ textDecoration: 'none' })
export const cell = style({ padding: 0, height: '3rem', verticalAlign: 'top' })

const base = style({
	display: 'grid',
	alignContent: 'center',
	justifyItems: 'center',
	gap: space.hair,
	width: '100%',
	minHeight: '3rem',
	borderRadius: radius.sm,
	lineHeight: 1.2,
	textAlign: 'center',
	textDecoration: 'none',
	'@media': { [media.sm]: { minHeight: '3.75rem' } },
})
export const day = style([
	base,
	{
		border: `1px solid ${color.edge}`,
		background: color.raised,
		color: color.text,
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
	base,
	{ color: color.soft, selectors: { '&[aria-current]': { border: `2px solid ${color.warning}` } } },
])

export const fullName = visuallyHidden
export const date = style({ fontWeight: 600, fontVariantNumeric: 'tabular-nums' })
globalStyle(`${dayOff} ${date}`, { fontWeight: 400 })

/** On phones there is room for a sign only, and the word is for ears; from sm on the word stands there. */
const signOnly = style([
	visuallyHidden,
	{
		fontSize: '0.75rem',
		lineHeight: 1.2,
		selectors: {
			// `&&` because the order of style sheets is not fixed: the rule has to win in any order.
			'&&': {
				'@media': {
					[media.sm]: {
						position: 'static',
						width: 'auto',
						height: 'auto',
						margin: 0,
						overflow: 'visible',
						clipPath: 'none',
						whiteSpace: 'normal',
					},
				},
			},
		},
	},
])
export const word = styleVariants(markColors, (own) => [signOnly, { color: own }])
globalStyle(`${day}[aria-current] *`, { color: color.onPrimary })

/** Told apart by shape, not by colour alone. */
const sign = style({
	width: '0.625rem',
	height: '0.625rem',
	borderRadius: radius.round,
	'@media': { [media.sm]: { display: 'none' } },
})
const shapes = {
	free: { background: 'currentColor' },
	few: {
		border: '2px solid currentColor',
		background: 'linear-gradient(90deg, currentColor 50%, transparent 50%)',
	},
	full: { height: '3px', rotate: '-45deg', background: 'currentColor' },
	rest: { height: '3px', background: 'currentColor', opacity: 0.6 },
	closed: { height: '3px', background: 'currentColor', opacity: 0.6 },
	past: { opacity: 0 },
	over: { opacity: 0 },
	later: { opacity: 0 },
} as const
export const dot = styleVariants(markColors, (own, mark) => [sign, { color: own, ...shapes[mark] }])

export const turns = style({ display: 'flex', justifyContent: 'space-between', gap: space.xs })
globalStyle(`${turns} > a`, { whiteSpace: 'nowrap', paddingInline: space.sm })
export const legend = style({
	display: 'flex',
	flexWrap: 'wrap',
	columnGap: space.lg,
	fontSize: text.small,
	'@media': { [media.sm]: { display: 'none' } },
})
export const legendItem = styleVariants(markColors, (own) => ({
	display: 'inline-flex',
	alignItems: 'center',
	gap: space.sm,
	color: own,
}))
