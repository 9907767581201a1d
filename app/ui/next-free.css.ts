import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, space, text } = theme

export const panel = style({ width: '100%', textAlign: 'start' })
export const group = style({ display: 'grid', gap: space.sm, marginBlockStart: space.md })
/**
 * The place of the link to all times of the day: a row of its own on phones, whose columns are too narrow for its
 * words.
 */
export const all = style({
	gridColumn: '1 / -1',
	'@media': { [media.sm]: { gridColumn: 'auto' } },
})
export const title = style({ color: color.soft, fontSize: text.small, fontWeight: 600 })
