import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, layer, radius, size, space, text } = theme

export const skip = style({
	position: 'absolute',
	insetBlockStart: space.sm,
	insetInlineStart: space.sm,
	zIndex: layer.header,
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: size.target,
	padding: `0 ${space.lg}`,
	borderRadius: radius.md,
	background: color.primary,
	color: color.onPrimary,
	fontWeight: 600,
	selectors: {
		'&:not(:focus)': { clipPath: 'inset(50%)', pointerEvents: 'none' },
		'&:hover': { color: color.onPrimary },
	},
})

export const header = style({
	width: '100%',
	maxWidth: size.page,
	marginInline: 'auto',
	display: 'flex',
	// In large type the links are below the name.
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	columnGap: space.md,
	padding: `${space.md} ${space.lg}`,
	'@media': { [media.sm]: { paddingInline: space.xl, paddingBlock: space.lg } },
})

export const logo = style({
	display: 'inline-flex',
	alignItems: 'center',
	gap: space.md,
	minHeight: size.target,
	font: `700 1.375rem/1 ${font.display}`,
	letterSpacing: '0.01em',
	color: color.text,
	textDecoration: 'none',
	whiteSpace: 'nowrap',
	selectors: { '&:hover': { color: color.text } },
})

export const mark = style({ flex: 'none', width: '2.125rem', height: '2.125rem' })

export const nav = style({ minWidth: 0 })
export const links = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	gap: space.xs,
})

const link = style({
	display: 'inline-flex',
	alignItems: 'center',
	gap: space.sm,
	minHeight: size.target,
	minWidth: size.target,
	justifyContent: 'center',
	padding: `0 ${space.sm}`,
	border: 0,
	borderRadius: radius.md,
	background: 'transparent',
	color: color.soft,
	fontSize: '0.9375rem',
	textDecoration: 'none',
	whiteSpace: 'nowrap',
	selectors: {
		'&:hover': {
			color: color.text,
			background: `color-mix(in srgb, ${color.text} 8%, transparent)`,
		},
		'&[aria-current="page"]': { color: color.text },
	},
	// The padding is small where little room is left: at 320 pixels for name, account, cart with its count and language,
	// and on tablets for all links side by side.
	'@media': {
		[media.sm]: { paddingInline: space.md },
		[media.md]: { paddingInline: space.sm },
		[media.lg]: { paddingInline: space.md },
	},
})
export const item = style([link])

/** A link of the header that is hidden on phones for want of room; the footer has these links, too. */
export const wideOnly = style({ display: 'none', '@media': { [media.md]: { display: 'block' } } })

export const cart = style([link, { color: color.text, fontWeight: 600 }])
export const cartWord = style({
	'@media': {
		[`(width < 480px)`]: {
			position: 'absolute',
			width: 1,
			height: 1,
			overflow: 'hidden',
			clipPath: 'inset(50%)',
		},
	},
})
export const count = style({
	display: 'grid',
	placeItems: 'center',
	minWidth: '1.5rem',
	height: '1.5rem',
	paddingInline: space.xs,
	borderRadius: radius.round,
	background: color.primary,
	color: color.onPrimary,
	font: `700 ${text.small}/1 ${font.display}`,
	fontVariantNumeric: 'tabular-nums',
})
export const cartSign = style({ width: '1.375rem', height: '1.375rem' })
/**
 * The customer's name beside the sign of the account. Hidden on phones, and on tablets, where all links are shown:
 * there is room for the sign only.
 */
export const who = style({
	display: 'none',
	maxWidth: '10rem',
	overflow: 'hidden',
	textOverflow: 'ellipsis',
	'@media': {
		[media.sm]: { display: 'block' },
		[media.md]: { display: 'none' },
		[media.lg]: { display: 'block' },
	},
})
