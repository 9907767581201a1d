import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, space, text } = theme

export const note = style({ color: color.soft, fontSize: text.small, lineHeight: 1.45 })
export const ways = style({ display: 'flex', flexWrap: 'wrap', gap: space.sm })
export const date = style({
	display: 'flex',
	flexWrap: 'wrap',
	justifyContent: 'space-between',
	columnGap: space.lg,
})
export const moment = style({ fontWeight: 650 })
