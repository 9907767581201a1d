import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { space } = theme

export const along = style({
	display: 'grid',
	gap: space.md,
	gridTemplateColumns: 'minmax(0, 1fr)',
})
export const left = style({
	display: 'grid',
	gap: space.sm,
	paddingInlineStart: space.xl,
	overflowWrap: 'anywhere',
})
