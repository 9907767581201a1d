import { globalStyle, style } from '@vanilla-extract/css'

import { aside } from '#app/ui/page.css.ts'
import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, layer, size, space, text } = theme

export const panel = style([
	aside,
	{
		scrollMarginBlockStart: space.lg,
		selectors: {
			'&:focus:not(:focus-visible)': { outline: 'none', boxShadow: 'none' },
		},
	},
])
export const parts = style({
	display: 'grid',
	gap: space.lg,
	gridTemplateColumns: 'minmax(0, 1fr)',
})
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
/** The sums stay in sight when the lines are many. */
export const foot = style({
	display: 'grid',
	gap: space.lg,
	'@media': {
		[media.lg]: {
			position: 'sticky',
			insetBlockEnd: `calc(-1 * ${space.xl})`,
			marginInline: `calc(-1 * ${space.xl})`,
			padding: `0 ${space.xl} ${space.lg}`,
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

/** It sticks within the page and ends with it: the footer is never covered. */
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
	'@media': { [media.sm]: { paddingInline: space.xl }, [media.lg]: { display: 'none' } },
})
globalStyle(`html:has(${bar})`, { scrollPaddingBlockEnd: '6rem' })
export const due = style({ display: 'grid', marginInlineEnd: 'auto', lineHeight: 1.25 })
globalStyle(`${due} small`, { color: color.soft })
globalStyle(`${due} strong`, {
	font: `700 1.25rem/1.2 ${font.display}`,
	color: color.primary,
	fontVariantNumeric: 'tabular-nums',
})
export const barCart = style({
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: size.target,
})
