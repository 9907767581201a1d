import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { space } = theme

/** A way to pay with its marks at the end of the row, or below its words where the row is too narrow. */
export const way = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	columnGap: space.md,
	rowGap: space.xs,
	lineHeight: 1.3,
})
