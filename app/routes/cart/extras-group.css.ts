import { globalStyle, style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, radius, size, space, text } = theme

export const group = style({ borderBlockStart: `1px solid ${color.line}` })

export const summary = style({
	display: 'grid',
	gridTemplateColumns: 'auto minmax(0, 1fr)',
	alignItems: 'center',
	columnGap: space.md,
	rowGap: space.xs,
	minHeight: size.target,
	paddingBlock: space.md,
	cursor: 'pointer',
	listStyle: 'none',
	selectors: {
		'&::-webkit-details-marker': { display: 'none' },
		'&::before': {
			content: "''",
			width: '0.5rem',
			height: '0.5rem',
			borderInlineEnd: `2px solid ${color.soft}`,
			borderBlockEnd: `2px solid ${color.soft}`,
			transform: 'rotate(-45deg)',
			transition: `transform ${theme.time.quick}`,
		},
		[`${group}[open] > &::before`]: { transform: 'rotate(45deg)' },
	},
	'@media': { [media.sm]: { gridTemplateColumns: 'auto minmax(0, 1fr) auto' } },
})
globalStyle(`${summary} > :last-child`, {
	gridColumnStart: 2,
	'@media': { [media.sm]: { gridColumnStart: 3 } },
})
export const title = style({ fontWeight: 600 })

export const form = style({
	display: 'grid',
	gap: space.lg,
	justifyItems: 'start',
	paddingBlockEnd: space.lg,
})
globalStyle(`${form} > fieldset`, { width: '100%' })
export const rule = style({
	fontFamily: theme.font.text,
	fontSize: text.body,
	fontWeight: 600,
	color: color.soft,
	marginBlockEnd: space.sm,
})
export const items = style({ display: 'grid', gap: space.sm })
export const item = style({
	display: 'grid',
	gap: space.md,
	alignItems: 'center',
	padding: space.md,
	borderRadius: radius.md,
	background: `color-mix(in srgb, ${color.well} 55%, transparent)`,
	'@media': { [media.sm]: { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
})
export const words = style({ minWidth: 0 })
export const name = style({ fontWeight: 600 })
export const note = style({ color: color.soft, fontSize: text.small, lineHeight: 1.45 })
export const price = style({ fontSize: text.small, fontVariantNumeric: 'tabular-nums' })
