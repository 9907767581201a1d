import { style } from '@vanilla-extract/css'

import { stack } from '#app/ui/panel.css.ts'
import { theme } from '#app/ui/theme.css.ts'

const { color, space, text } = theme

export const choice = stack.lg
export const head = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	justifyContent: 'space-between',
	columnGap: space.xl,
	rowGap: space.xs,
})
export const day = style({ color: color.soft, fontWeight: 600 })
export const summary = stack.lg
export const note = style({ color: color.soft, fontSize: text.small })

export const empty = style({
	display: 'grid',
	gap: space.lg,
	justifyItems: 'start',
	paddingBlock: space.xl,
})
export const emptyTitle = style({ fontSize: text.lead, fontWeight: 600 })
