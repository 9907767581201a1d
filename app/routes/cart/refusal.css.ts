import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

export const retry = style({ display: 'grid', gap: theme.space.lg, justifyItems: 'start' })
export const actions = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	gap: theme.space.xl,
})
