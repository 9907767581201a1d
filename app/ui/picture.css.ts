import { style } from '@vanilla-extract/css'

export const picture = style({ width: '100%', height: 'auto', objectFit: 'cover' })
