import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { space, text } = theme

/** The order button; its longest word fits however large the type is. */
export const submit = style({
	minHeight: '3.25rem',
	fontSize: `min(${text.h3}, 7vw)`,
	'@media': { [media.largeType]: { paddingInline: space.xs } },
})
