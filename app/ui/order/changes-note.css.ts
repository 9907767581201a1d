import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

export const note = style({ display: 'grid', gap: theme.space.xs })
