import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, space, text } = theme

export const intro = style({ display: 'grid', gap: space.xs })
export const soft = style({ color: color.soft, overflowWrap: 'anywhere' })
export const column = style({
	display: 'grid',
	gap: space.xl,
	gridTemplateColumns: 'minmax(0, 1fr)',
	alignContent: 'start',
})
export const lines = style({
	display: 'grid',
	gap: space.lg,
	gridTemplateColumns: 'minmax(0, 1fr)',
})

export const facts = style({
	display: 'grid',
	gap: space.lg,
	gridTemplateColumns: 'minmax(0, 1fr)',
	overflowWrap: 'anywhere',
	'@media': { [media.sm]: { gridTemplateColumns: 'repeat(auto-fit, minmax(12rem, 1fr))' } },
})
export const term = style({ color: color.soft, fontSize: text.small, fontWeight: 600 })
export const number = style({
	fontFamily: font.display,
	fontSize: text.h2,
	fontVariantNumeric: 'tabular-nums',
})
export const address = style({ fontStyle: 'normal' })

export const actions = style({ display: 'grid', gap: space.md })
export const print = style({ '@media': { [media.noScript]: { display: 'none' } } })
