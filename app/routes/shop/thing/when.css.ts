import { style } from '@vanilla-extract/css'

import { panel } from '#app/ui/panel.css.ts'
import { theme } from '#app/ui/theme.css.ts'

const { color, font, space, size, text } = theme

/**
 * The panel of the time of a party or room. The focus moves to it when one is chosen, but Enter presses nothing here,
 * so no ring is drawn.
 */
export const when = style([
	panel,
	{
		scrollMarginBlockStart: space.lg,
		selectors: { '&:focus': { outline: 'none' } },
	},
])
export const parts = style({
	display: 'grid',
	gap: space.md,
	gridTemplateColumns: 'minmax(0, 1fr)',
	scrollMarginBlockStart: space.lg,
})
export const summary = style({
	display: 'grid',
	gap: space.xs,
	cursor: 'pointer',
	listStyle: 'none',
	selectors: {
		'&::-webkit-details-marker': { display: 'none' },
		'[open] > &': { marginBlockEnd: space.md },
	},
})
export const title = style({
	display: 'flex',
	alignItems: 'center',
	gap: space.md,
	minHeight: size.target,
	fontSize: text.h2,
})
export const thing = style({
	display: 'block',
	color: color.soft,
	font: `500 0.9375rem/1.3 ${font.text}`,
})
export const answer = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	gap: space.md,
	color: color.soft,
	fontSize: '0.9375rem',
	lineHeight: 1.45,
})
/** The booked day and time, as wide as the space beside the link that changes them. */
export const booked = style({ flex: '1 1 10rem' })
export const change = style({
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: size.target,
	color: color.primary,
	font: `600 0.9375rem/1.3 ${font.text}`,
	textDecoration: 'underline',
	textUnderlineOffset: '0.2em',
})
export const problem = style({ color: color.warning, fontWeight: 600 })
