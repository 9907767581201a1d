import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

export const dayside = style({ stopColor: theme.color.primary })
export const dusk = style({ stopColor: theme.color.edge })
export const nightside = style({ stopColor: theme.color.accent })
export const ring = style({ stroke: theme.color.text })
