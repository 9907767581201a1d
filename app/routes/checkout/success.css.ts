import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

export const pending = style({ display: 'grid', gap: theme.space.lg, justifyItems: 'start' })
