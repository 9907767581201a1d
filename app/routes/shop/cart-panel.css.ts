import { globalStyle, style } from '@vanilla-extract/css'

import { stillInCart } from '#app/routes/shop/day/still-in-cart-line.css.ts'
import { aside } from '#app/ui/page.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, layer, radius, size, space, text } = theme

export const panel = style([
	aside,
	{
		scrollMarginBlockStart: space.lg,
		selectors: {
			'&:focus:not(:focus-visible)': { outline: 'none', boxShadow: 'none' },
		},
	},
])
export const parts = stack.lg
export const quiet = style({ color: color.soft })

export const details = style({ fontSize: text.small })
export const summary = style({
	width: 'fit-content',
	paddingBlock: space.xs,
	color: color.primary,
	cursor: 'pointer',
	textDecoration: 'underline',
	textUnderlineOffset: '0.2em',
	textDecorationThickness: '0.08em',
	listStyle: 'none',
	selectors: { '&::-webkit-details-marker': { display: 'none' } },
})
const footSticks = `${media.lg} and (height >= 44rem)`

/**
 * The foot of the cart's panel: it keeps voucher and sums in sight below many lines, where the screen is wide and tall
 * enough.
 */
export const foot = style({
	display: 'grid',
	gap: space.lg,
	gridTemplateColumns: 'minmax(0, 1fr)',
	'@media': {
		[footSticks]: {
			position: 'sticky',
			insetBlockEnd: `calc(-1 * ${space.xl})`,
			marginInline: `calc(-1 * ${space.xl})`,
			// The cart's lines disappear a little above the foot.
			marginBlockStart: `calc(-1 * ${space.md})`,
			padding: `${space.md} ${space.xl} ${space.lg}`,
			background: color.panel,
		},
	},
})

export const methods = style({
	marginBlockStart: space.lg,
	color: color.soft,
	fontSize: text.small,
	lineHeight: 1.4,
})
// The sticky foot above the ways to pay has padding of its own.
globalStyle(`${parts} + ${methods}`, { '@media': { [footSticks]: { marginBlockStart: 0 } } })

/**
 * The bar with the cart's sums on narrow screens. It sticks to the bottom of the page's content and ends with it, so
 * that it never covers the footer.
 */
export const bar = style({
	position: 'sticky',
	zIndex: layer.bar,
	insetBlockEnd: 0,
	display: 'flex',
	alignItems: 'center',
	gap: space.lg,
	padding: `${space.md} ${space.lg}`,
	paddingBlockEnd: `max(${space.md}, env(safe-area-inset-bottom))`,
	background: `color-mix(in srgb, ${color.well} 94%, transparent)`,
	borderBlockStart: `1px solid ${color.line}`,
	backdropFilter: 'blur(8px)',
	'@media': {
		[media.sm]: { paddingInline: space.xl },
		[media.lg]: { display: 'none' },
		'(max-height: 26rem)': { position: 'static' },
	},
})
/**
 * The sentence that the cart holds something else than the page shows stands on a row of its own in the bar, above the
 * sums.
 */
globalStyle(`${bar}:has(${stillInCart})`, { flexWrap: 'wrap', rowGap: space.sm })
globalStyle(`${bar} > ${stillInCart}`, {
	'@media': { '(max-width: 15rem)': { display: 'none' } },
})
globalStyle(`html:has(${bar})`, { scrollPaddingBlockEnd: '6rem' })
export const due = style({
	display: 'grid',
	flex: '1 1 7rem',
	minWidth: 0,
	lineHeight: 1.25,
	'@media': { '(max-width: 15rem)': { display: 'none' } },
})
globalStyle(`${due} small`, { color: color.soft, fontVariantNumeric: 'tabular-nums' })
globalStyle(`${due} strong`, {
	font: `700 1.125rem/1.2 ${font.display}`,
	color: color.primary,
	fontVariantNumeric: 'tabular-nums',
})
export const wayOn = style({ flex: '1 1 9rem', minWidth: 0 })
export const gap = style({
	display: 'flex',
	alignItems: 'center',
	justifyContent: 'center',
	gap: space.sm,
	width: '100%',
	minHeight: size.control,
	padding: `${space.sm} ${space.md}`,
	borderRadius: radius.md,
	background: color.warning,
	fontWeight: 650,
	lineHeight: 1.2,
	textAlign: 'center',
	textDecoration: 'none',
	selectors: { '&, &:hover, &:visited': { color: color.well } },
})
export const down = style({ flex: 'none', width: '1.125rem', height: '1.125rem', rotate: '-90deg' })
