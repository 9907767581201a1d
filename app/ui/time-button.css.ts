import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color } = theme

/** A cell with a day, a time or a duration, in a row or grid of such cells. */
export const timeCell = style({
	display: 'grid',
	justifyItems: 'center',
	lineHeight: 1.2,
	textAlign: 'center',
	textDecoration: 'none',
})

/** A cell that can be pressed; the current one is filled. */
export const timeButton = style([
	timeCell,
	{
		color: color.text,
		selectors: {
			'&:hover': { borderColor: color.primary, color: color.text },
			'&[aria-current]': {
				background: color.primary,
				borderColor: color.primary,
				color: color.onPrimary,
			},
		},
		'@media': {
			'(forced-colors: active)': {
				selectors: { '&[aria-current]': { border: '4px solid Highlight' } },
			},
		},
	},
])
