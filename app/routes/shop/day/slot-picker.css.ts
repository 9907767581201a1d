import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, space, text } = theme

export const parts = style({
	display: 'grid',
	gap: space.md,
	gridTemplateColumns: 'minmax(0, 1fr)',
})

export const note = style({ color: color.soft, fontSize: text.small })
export const problem = style({ color: color.warning, fontWeight: 600 })
