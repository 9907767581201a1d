import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, space, text } = theme

export const panel = style({ width: '100%', textAlign: 'start' })
export const group = style({ display: 'grid', gap: space.sm, marginBlockStart: space.md })
export const title = style({ color: color.soft, fontSize: text.small, fontWeight: 600 })
