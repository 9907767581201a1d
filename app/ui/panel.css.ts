import { globalStyle, style, styleVariants } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, radius, space, text } = theme

/** A framed area on the page's background: `<section className={panel}>`, `<fieldset className={panel}>`. */
export const panel = style({
	padding: space.lg,
	background: color.panel,
	border: `1px solid ${color.line}`,
	borderRadius: radius.lg,
	boxShadow: `0 1.25rem 3.5rem ${color.shadow}`,
	'@media': { [media.sm]: { padding: space.xl } },
})

/** Arranges lists, forms and parts of a page below each other with equal gaps, from `sm` to `xl`. */
export const stack = styleVariants(
	{ sm: space.sm, md: space.md, lg: space.lg, xl: space.xl },
	(gap) => ({ display: 'grid', gap, gridTemplateColumns: 'minmax(0, 1fr)' }),
)

/** The row of a panel's title and of what is shown beside it. */
export const head = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	columnGap: space.md,
	marginBottom: space.md,
})

export const heading = style({
	display: 'flex',
	alignItems: 'center',
	gap: space.md,
	marginBottom: space.lg,
	fontSize: text.h2,
	// A legend is drawn onto the border of its fieldset; floating brings it back into the panel.
	selectors: { 'legend&': { float: 'left', width: '100%' } },
})
globalStyle(`${head} > ${heading}`, { marginBottom: 0 })
globalStyle(`${heading} + *`, { clear: 'both' })

/** The number in a circle before the title of a step. */
export const stepNumber = style({
	flex: 'none',
	display: 'grid',
	placeItems: 'center',
	width: '2rem',
	height: '2rem',
	borderRadius: radius.round,
	background: color.primary,
	color: color.onPrimary,
	font: `700 1rem/1 ${font.display}`,
})

/** The card of one thing in a list: picture above, words below. */
export const card = style({
	position: 'relative',
	display: 'flex',
	flexDirection: 'column',
	overflow: 'clip',
	background: color.panel,
	border: `1px solid ${color.line}`,
	borderRadius: radius.lg,
})

export const chosenCard = style({
	borderColor: color.primary,
	boxShadow: `0 0 0 2px ${color.primary}`,
})
