import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { size, space } = theme

/** Grid, so that what it says fills as much room as it has. */
export const place = style({ display: 'grid', selectors: { '&:empty': { display: 'none' } } })
export const actions = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	columnGap: space.xl,
	rowGap: space.sm,
})
export const back = style({ display: 'inline-flex', alignItems: 'center', minHeight: size.target })
