import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { space } = theme

export const stack = style({
	display: 'grid',
	gap: space.lg,
	gridTemplateColumns: 'minmax(0, 1fr)',
})
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: space.md })
