import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, text } = theme

/** The sentence that the cart holds something else than the page shows; it fills a row of its own. */
export const stillInCart = style({
	flex: '1 0 100%',
	color: color.warning,
	fontSize: text.small,
	fontWeight: 600,
	lineHeight: 1.35,
})
