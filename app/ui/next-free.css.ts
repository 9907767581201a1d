import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, space, text } = theme

export const panel = style({ width: '100%', textAlign: 'start' })
export const group = style({ display: 'grid', gap: space.sm, marginBlockStart: space.md })
/** Two columns for words that one of a time does not hold; in large type there may be only one. */
export const all = style({ '@media': { '(width >= 20rem)': { gridColumn: 'span 2' } } })
export const title = style({ color: color.soft, fontSize: text.small, fontWeight: 600 })
