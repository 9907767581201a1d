import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, space, text } = theme

export const facts = style({
	display: 'grid',
	gap: space.lg,
	gridTemplateColumns: 'minmax(0, 1fr)',
	overflowWrap: 'anywhere',
	'@media': { [media.sm]: { gridTemplateColumns: 'repeat(auto-fit, minmax(12rem, 1fr))' } },
})
export const term = style({ color: color.soft, fontSize: text.small, fontWeight: 600 })
export const address = style({ fontStyle: 'normal' })

export const legal = style({ display: 'grid', gap: space.md, color: color.soft })
export const legalTitle = style({ fontSize: text.h3, color: color.text })

export const ordered = style({
	display: 'grid',
	gap: space.lg,
	gridTemplateColumns: 'minmax(0, 1fr)',
})
export const orderHead = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr) auto',
	alignItems: 'start',
	gap: space.md,
})

/** The marks stand behind the words, or below where it is too narrow. */
export const way = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	columnGap: space.md,
	rowGap: space.xs,
})
