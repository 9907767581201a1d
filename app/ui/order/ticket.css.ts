import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, radius, space, text } = theme

export const ticket = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	overflow: 'hidden',
	border: `1px solid ${color.line}`,
	borderRadius: radius.lg,
	background: color.panel,
	boxShadow: `0 1.25rem 3.5rem ${color.shadow}`,
	'@media': {
		[media.md]: { gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 9fr)' },
		// On paper the ticket has no picture.
		[media.print]: { gridTemplateColumns: 'minmax(0, 1fr)' },
	},
})

export const picture = style({
	position: 'relative',
	overflow: 'hidden',
	aspectRatio: '2 / 1',
	'@media': { [media.md]: { aspectRatio: 'auto', minHeight: '18rem' } },
})
/** The ticket's picture, which fills its space whatever its own shape. */
export const image = style({
	selectors: {
		'&&': {
			position: 'absolute',
			inset: 0,
			width: '100%',
			height: '100%',
			objectFit: 'cover',
			borderRadius: 0,
		},
	},
})

export const words = style({
	display: 'grid',
	alignContent: 'center',
	justifyItems: 'start',
	gap: space.md,
	padding: space.lg,
	'@media': { [media.sm]: { padding: space.xl } },
})

const badge = style({
	display: 'inline-flex',
	alignItems: 'center',
	gap: space.xs,
	padding: `${space.hair} ${space.md}`,
	borderRadius: radius.round,
	fontSize: text.small,
	fontWeight: 600,
})
export const state = style([badge, { border: `1px solid ${color.success}`, color: color.success }])
/** The badge of the ticket of an order that was cancelled, or whose gift vouchers are void. */
export const over = style([badge, { border: `1px solid ${color.warning}`, color: color.warning }])
export const sign = style({ flex: 'none', width: '1rem', height: '1rem' })

export const headline = style({
	fontSize: text.h1,
	overflowWrap: 'anywhere',
	hyphens: 'auto',
	textWrap: 'balance',
})
export const when = style({
	fontSize: text.lead,
	fontWeight: 600,
	fontFamily: font.display,
	wordSpacing: theme.wordSpace,
})
