import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, radius } = theme

export const code = style({ flex: 'none', borderRadius: radius.md, forcedColorAdjust: 'none' })
export const paper = style({ fill: color.paper })
export const ink = style({ fill: color.ink })
