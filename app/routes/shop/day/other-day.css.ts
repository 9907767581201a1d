import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { size, space } = theme

/** The box of the notice on the cart's day: a grid, so that its content fills the height that `DayOfCart` sets. */
export const place = style({ display: 'grid', selectors: { '&:empty': { display: 'none' } } })
export const actions = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	columnGap: space.xl,
	rowGap: space.sm,
})
export const back = style({ display: 'inline-flex', alignItems: 'center', minHeight: size.target })
