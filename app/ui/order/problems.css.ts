import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, space, text } = theme

export const problems = style({
	display: 'grid',
	gap: space.xs,
	color: color.warning,
	fontWeight: 600,
	fontSize: text.small,
})
export const problem = style({ display: 'flex', alignItems: 'center', gap: space.xs })
export const sign = style({ flex: 'none', width: '1.25rem', height: '1.25rem' })
