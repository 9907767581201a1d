import { globalStyle, style } from '@vanilla-extract/css'

import { prose } from '#app/ui/prose.css.ts'
import { media, theme } from '#app/ui/theme.css.ts'

const { color, radius, size, space, text, time } = theme

export const dialog = style({
	width: `min(${size.dialog}, 100vw - 2 * ${space.lg})`,
	maxWidth: 'none',
	maxHeight: `calc(100dvh - 2 * ${space.lg})`,
	padding: 0,
	flexDirection: 'column',
	background: color.panel,
	color: color.text,
	border: `1px solid ${color.line}`,
	borderRadius: radius.lg,
	boxShadow: `0 2rem 6rem ${color.shadow}`,
	opacity: 0,
	transform: 'translateY(1rem)',
	transition: `opacity ${time.dialog}, transform ${time.dialog}, overlay ${time.dialog} allow-discrete, display ${time.dialog} allow-discrete`,
	selectors: {
		'&[open]': { display: 'flex', opacity: 1, transform: 'none' },
		'&::backdrop': {
			background: 'transparent',
			transition: `background-color ${time.dialog}, overlay ${time.dialog} allow-discrete, display ${time.dialog} allow-discrete`,
		},
		'&[open]::backdrop': { background: color.backdrop },
	},
	'@starting-style': {
		selectors: {
			'&[open]': { opacity: 0, transform: 'translateY(1rem)' },
			'&[open]::backdrop': { background: 'transparent' },
		},
	},
})

const bar = style({
	flex: 'none',
	display: 'flex',
	alignItems: 'center',
	justifyContent: 'space-between',
	gap: space.lg,
	padding: `${space.md} ${space.lg}`,
	'@media': { [media.sm]: { paddingInline: space.xl } },
})

export const head = style([bar, { borderBlockEnd: `1px solid ${color.line}` }])
export const foot = style([
	bar,
	{ justifyContent: 'flex-end', borderBlockStart: `1px solid ${color.line}` },
])

export const sign = style({ flex: 'none', color: color.primary })
globalStyle(`${head} > h2`, { flex: '1 1 auto', overflowWrap: 'anywhere' })

export const close = style({
	display: 'grid',
	flex: 'none',
	placeItems: 'center',
	width: size.target,
	height: size.target,
	marginInlineEnd: `calc(-1 * ${space.sm})`,
	padding: 0,
	border: 0,
	borderRadius: radius.sm,
	background: 'transparent',
	color: color.soft,
	fontSize: text.h2,
	selectors: { '&:hover': { color: color.text } },
})

export const body = style([
	prose,
	{
		overflowY: 'auto',
		overscrollBehavior: 'contain',
		padding: space.lg,
		'@media': { [media.sm]: { padding: space.xl } },
	},
])
