import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { size } = theme

/** A link that stands by itself: as tall as a finger. */
export const textLink = style({
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: size.target,
})
