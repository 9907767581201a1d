import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, space, text } = theme

export const lines = style({ display: 'grid' })
export const line = style({
	display: 'grid',
	gridTemplateColumns: 'auto minmax(0, 1fr) auto',
	columnGap: space.md,
	paddingBlock: space.sm,
	selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
})
export const times = style({
	color: color.soft,
	fontVariantNumeric: 'tabular-nums',
	minWidth: '3ch',
	textAlign: 'end',
})
export const words = style({ minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' })
export const note = style({
	display: 'block',
	color: color.soft,
	fontSize: text.small,
	fontWeight: 400,
})
export const amount = style({ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' })
