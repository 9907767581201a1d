import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { size } = theme

/** A link that is not part of a sentence: tall enough for a finger. */
export const textLink = style({
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: size.target,
})
