import { globalStyle, style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, radius, space, time } = theme

export const things = style({
	display: 'grid',
	gap: space.sm,
	gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 19rem), 1fr))',
	marginBlockEnd: space.md,
})
export const thing = style({
	position: 'relative',
	display: 'grid',
	gridTemplateColumns: 'min(5.5rem, 24vw) minmax(0, 1fr)',
	height: '100%',
	overflow: 'clip',
	border: `2px solid ${color.line}`,
	borderRadius: radius.md,
	background: color.raised,
	transition: `border-color ${time.quick}`,
	scrollMarginBlockStart: space.lg,
	selectors: { '&:hover, &:focus-within': { borderColor: color.primary } },
	'@media': {
		'(forced-colors: active)': {
			selectors: { '&:has([aria-current])': { border: '4px solid Highlight' } },
		},
		// With large type the words need the whole width.
		[media.largeType]: { gridTemplateColumns: 'minmax(0, 1fr)' },
	},
})
export const chosenThing = style([
	thing,
	{
		borderColor: color.primary,
		background: `color-mix(in srgb, ${color.primary} 14%, ${color.raised})`,
	},
])
export const picture = style({
	objectFit: 'cover',
	selectors: { '&&': { width: '100%', height: '100%', minHeight: '5.75rem' } },
	'@media': {
		[media.largeType]: { selectors: { '&&': { height: '2.5rem', minHeight: 0 } } },
	},
})
export const words = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	alignContent: 'center',
	gap: space.hair,
	padding: `${space.sm} ${space.md}`,
})
export const name = style({
	paddingInlineEnd: '1.75rem',
	font: `700 1.0625rem/1.2 ${font.display}`,
})
/** The link of a party's or room's card, which covers the whole card. */
export const link = style({
	color: color.text,
	textDecoration: 'none',
	selectors: { '&::before': { content: "''", position: 'absolute', inset: 0 } },
})
export const note = style({
	paddingInlineEnd: '1.5rem',
	color: color.soft,
	fontSize: '0.875rem',
	lineHeight: 1.35,
})
export const inside = style({ color: color.soft, fontSize: '0.8125rem', lineHeight: 1.4 })
export const price = style({ fontSize: '0.9375rem', fontWeight: 700, lineHeight: 1.35 })
export const sentence = style({ color: color.warning, fontSize: '0.875rem', lineHeight: 1.35 })
/** A link or button of its own on a party's or room's card, above the link that covers the card. */
export const way = style({ position: 'relative' })
export const instead = style([
	way,
	{ display: 'grid', justifyItems: 'start', gap: space.hair, color: color.soft },
])
export const chosen = style({
	position: 'relative',
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	columnGap: space.md,
	width: '100%',
	color: color.primary,
	fontSize: '0.875rem',
	fontWeight: 650,
})
export const tick = style({
	position: 'absolute',
	insetBlockStart: space.sm,
	insetInlineEnd: space.sm,
	display: 'grid',
	placeItems: 'center',
	width: '1.625rem',
	height: '1.625rem',
	border: `2px solid ${color.edge}`,
	borderRadius: radius.round,
	pointerEvents: 'none',
	selectors: {
		[`${chosenThing} &`]: {
			background: color.primary,
			borderColor: color.primary,
			color: color.onPrimary,
		},
	},
})
globalStyle(`${thing} [aria-current]:not(:focus-visible)`, {
	'@media': { '(forced-colors: active)': { outline: 'none' } },
})
