import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, space, text } = theme

export const column = style({
	display: 'grid',
	gap: space.md,
	gridTemplateColumns: 'minmax(0, 1fr)',
	'@media': { [media.md]: { gap: space.xl } },
})
export const order = style({
	display: 'grid',
	gap: space.md,
	gridTemplateColumns: 'minmax(0, 1fr)',
})
export const ordered = style({
	display: 'grid',
	gap: space.lg,
	gridTemplateColumns: 'minmax(0, 1fr)',
})
export const submit = style({ minHeight: '3.25rem', fontSize: text.h3 })
export const wait = style({ color: color.soft })
export const choices = style({ display: 'flex', flexWrap: 'wrap', gap: space.md })
