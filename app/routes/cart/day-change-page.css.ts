import { style } from '@vanilla-extract/css'

import { stack } from '#app/ui/panel.css.ts'
import { theme } from '#app/ui/theme.css.ts'

const { space } = theme

export const along = stack.md
export const left = style({
	display: 'grid',
	gap: space.sm,
	paddingInlineStart: space.xl,
	overflowWrap: 'anywhere',
})
