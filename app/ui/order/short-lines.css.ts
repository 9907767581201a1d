import { globalStyle, style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, size, space, text } = theme

export const lines = style({ display: 'grid', gap: space.md })
export const line = style({
	position: 'relative',
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	lineHeight: 1.4,
	selectors: {
		'& + &, li + &': { paddingBlockStart: space.md, borderBlockStart: `1px solid ${color.line}` },
	},
})
/** A line that belongs to a package, indented below it. */
export const child = style({
	position: 'relative',
	display: 'grid',
	paddingInlineStart: space.md,
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
	// In large type the amount is below the name.
	'@media': { [media.largeType]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
export const name = style({
	fontSize: '0.9375rem',
	fontWeight: 600,
	overflowWrap: 'anywhere',
	hyphens: 'auto',
})
globalStyle(`${child} ${name}`, { fontWeight: 450 })
export const amount = style({ fontVariantNumeric: 'tabular-nums' })
export const detail = style({ color: color.soft, fontSize: text.small })

/** Leaves room in a line for the button in its corner. */
export const withControls = style({ paddingInlineEnd: '2.75rem' })
export const corner = style({
	position: 'absolute',
	insetBlockStart: `calc(-1 * ${space.sm})`,
	insetInlineEnd: `calc(-1 * ${space.sm})`,
})
globalStyle(`${line} + ${line} ${corner}, li + ${line} ${corner}`, { insetBlockStart: 0 })
globalStyle(`${child} ${corner}`, { insetBlockStart: 0 })
