import { style } from '@vanilla-extract/css'

import { stack } from '#app/ui/panel.css.ts'
import { theme } from '#app/ui/theme.css.ts'

const { color, text } = theme

export const parts = stack.md

export const note = style({ color: color.soft, fontSize: text.small })
export const problem = style({ color: color.warning, fontWeight: 600 })
