import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, radius, size, space, text } = theme

export const rows = style({ display: 'grid' })
const row = style({
	display: 'flex',
	alignItems: 'center',
	gap: space.md,
	width: '100%',
	minHeight: size.target,
	paddingBlock: space.md,
	borderBlockEnd: `1px solid ${color.line}`,
	color: color.text,
	selectors: { 'li:last-child > &': { borderBlockEnd: 0 } },
})
/** The row of an action on a booking that is open: a link as a whole. */
export const open = style([
	row,
	{
		borderRadius: radius.sm,
		textDecoration: 'none',
		selectors: { '&:hover': { color: color.primaryBright } },
	},
])
/** The row of an action on a booking that is closed: its last moment is over, or it is done by telephone only. */
export const shut = style([row, { color: color.soft }])
export const words = style({ display: 'grid', flex: 1, minWidth: 0, overflowWrap: 'anywhere' })
export const label = style({ fontWeight: 650 })
export const note = style({ color: color.soft, fontSize: text.small, lineHeight: 1.45 })
export const sign = style({
	flex: 'none',
	width: '1.25rem',
	height: '1.25rem',
	color: color.primary,
})
/** The venue's telephone number, below the rows of actions on a booking. */
export const call = style({ paddingBlockStart: space.md })
