import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { space } = theme

export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: space.md })
