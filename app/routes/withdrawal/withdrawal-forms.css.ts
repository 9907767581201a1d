import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, space } = theme

export const facts = style({ display: 'grid', gap: space.md, marginBlock: space.lg })
export const label = style({ color: color.soft })
export const value = style({ margin: 0, fontWeight: 600, overflowWrap: 'anywhere' })
