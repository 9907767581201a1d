import { globalStyle, style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, space, text } = theme

export const ways = style({ display: 'grid', gap: space.sm })
export const title = style({ color: color.soft, fontSize: text.small })
globalStyle(`${ways} a`, { flexWrap: 'wrap', columnGap: space.sm, rowGap: 0 })
globalStyle(`${ways} a > *`, {
	'@media': { '(width >= 20rem)': { whiteSpace: 'nowrap' } },
})
