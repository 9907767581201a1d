import { globalStyle, style } from '@vanilla-extract/css'

import * as hold from '#app/ui/order/hold.css.ts'
import { aside } from '#app/ui/page.css.ts'
import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, layer, radius, size, space, text } = theme

export const panel = style([
	aside,
	{
		scrollMarginBlockStart: space.lg,
		selectors: {
			// Twice its own name, because which style sheet comes last is not ours to say.
			'&&': { background: `linear-gradient(${color.notification}, ${color.panel} 16rem)` },
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

/** The panel is narrow: the button stays on the line. */
export const held = style([
	hold.held,
	{
		selectors: { '&&': { flexWrap: 'nowrap', fontSize: text.small, paddingInlineStart: space.md } },
	},
])
globalStyle(`${held} > button`, { paddingInline: space.sm })

export const lines = style({ display: 'grid', gap: space.md })
export const line = style({
	position: 'relative',
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	paddingInlineEnd: '2.75rem',
	lineHeight: 1.4,
	selectors: {
		'& + &, li + &': { paddingBlockStart: space.md, borderBlockStart: `1px solid ${color.line}` },
	},
})
/** What belongs to a package hangs below it. */
export const child = style({
	position: 'relative',
	display: 'grid',
	paddingInlineStart: space.md,
	paddingInlineEnd: '2.75rem',
	marginInlineStart: space.xs,
	borderInlineStart: `2px solid ${color.line}`,
	fontSize: '0.9375rem',
	lineHeight: 1.4,
	minHeight: size.target,
	alignContent: 'center',
})
export const head = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr) auto',
	columnGap: space.md,
	alignItems: 'baseline',
})
export const name = style({ fontWeight: 600, overflowWrap: 'anywhere' })
globalStyle(`${child} ${name}`, { fontWeight: 450 })
export const amount = style({ fontVariantNumeric: 'tabular-nums' })
export const detail = style({ color: color.soft, fontSize: text.small })

export const changes = style({ display: 'contents' })
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
export const change = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'flex-end',
	gap: space.sm,
	paddingBlock: space.xs,
})
globalStyle(`${change} > ul`, { flexBasis: '100%' })
export const save = style({ minHeight: '3rem', paddingInline: space.md })
export const remove = style({
	position: 'absolute',
	insetBlockStart: `calc(-1 * ${space.sm})`,
	insetInlineEnd: `calc(-1 * ${space.sm})`,
})
globalStyle(`${line} + ${line} ${remove}, li + ${line} ${remove}`, { insetBlockStart: 0 })
globalStyle(`${child} ${remove}`, { insetBlockStart: 0 })
export const removeButton = style({
	display: 'grid',
	placeItems: 'center',
	width: size.target,
	height: size.target,
	padding: 0,
	border: 0,
	borderRadius: radius.round,
	background: 'transparent',
	color: color.soft,
	selectors: { '&:hover': { color: color.danger }, '&[aria-busy]': { opacity: 0.5 } },
})
globalStyle(`${removeButton} > svg`, { width: '1.125rem', height: '1.125rem' })

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

export const notReady = style({ display: 'grid', gap: space.sm })
export const obstacles = style({
	display: 'grid',
	gap: space.xs,
	paddingInlineStart: '1.25rem',
	color: color.warning,
	fontSize: text.small,
})
globalStyle(`${obstacles} a`, { color: color.warning })

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
