import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

export const link = style({
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: theme.size.target,
})
