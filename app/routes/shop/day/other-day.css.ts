import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { size, space } = theme

/** A grid, so that its content fills the height set by `DayOfCart`. */
export const place = style({ display: 'grid', selectors: { '&:empty': { display: 'none' } } })
export const actions = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	columnGap: space.xl,
	rowGap: space.sm,
})
export const back = style({ display: 'inline-flex', alignItems: 'center', minHeight: size.target })
