import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, radius, space, text } = theme

export const table = style({
	width: '100%',
	maxWidth: '26rem',
	borderCollapse: 'collapse',
	fontVariantNumeric: 'tabular-nums',
})

export const caption = style({
	textAlign: 'start',
	fontSize: text.small,
	paddingBlockEnd: space.sm,
})

// In large type, which is below 20 rem of width, the hours are below their day: beside it the window would cut them
// off.
const inOneLine = { '@media': { '(width >= 20rem)': { whiteSpace: 'nowrap' } } } as const
const cell = style({
	padding: `${space.xs} ${space.sm}`,
	textAlign: 'start',
	fontWeight: 400,
	verticalAlign: 'top',
	'@media': { [media.largeType]: { display: 'block', paddingInline: 0, textAlign: 'start' } },
})
export const day = style([cell, { paddingInlineStart: 0, ...inOneLine }])
export const hours = style([
	cell,
	{
		paddingInlineEnd: 0,
		'@media': { '(width >= 20rem)': { textAlign: 'end', whiteSpace: 'nowrap' } },
	},
])

export const row = style({
	selectors: {
		'&[aria-current]': {
			color: color.text,
			fontWeight: 600,
			background: `color-mix(in srgb, ${color.primary} 16%, transparent)`,
			outline: `${space.xs} solid color-mix(in srgb, ${color.primary} 16%, transparent)`,
			borderRadius: radius.sm,
		},
	},
})
export const today = style({ fontWeight: 600, color: color.primary })
export const note = style({
	display: 'block',
	whiteSpace: 'normal',
	fontSize: text.small,
	fontWeight: 400,
})
