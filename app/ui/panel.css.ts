import { globalStyle, style, styleVariants } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, radius, space, text } = theme

/** A panel on the sky: `<section className={panel}>`, `<fieldset className={panel}>`. */
export const panel = style({
	padding: space.lg,
	background: color.panel,
	border: `1px solid ${color.line}`,
	borderRadius: radius.lg,
	boxShadow: `0 1.25rem 3.5rem ${color.shadow}`,
	'@media': { [media.sm]: { padding: space.xl } },
})

/** Lists, forms and parts of a page below each other, evenly apart. */
export const stack = styleVariants(
	{ sm: space.sm, md: space.md, lg: space.lg, xl: space.xl },
	(gap) => ({ display: 'grid', gap, gridTemplateColumns: 'minmax(0, 1fr)' }),
)

/** The title, and its aside. */
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

/** The number of a step. */
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

/** A thing in a list of things: picture above, words below. */
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
