import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, size, space, text } = theme

/** The content of the error screen, so low that the button back to the shop is in sight in a window 800 pixels high. */
export const screen = style({
	width: '100%',
	maxWidth: size.reading,
	marginInline: 'auto',
	padding: `${space.lg} ${space.lg} ${space.xl}`,
	display: 'grid',
	justifyItems: 'center',
	gap: space.lg,
	textAlign: 'center',
})

/** The logo on the error screen, shown on large screens only. */
export const logo = style({
	display: 'none',
	'@media': { [media.lg]: { display: 'block', width: '6rem', height: '6rem' } },
})

export const status = style({
	font: `700 clamp(4rem, 12vw, 5.5rem)/1 ${font.display}`,
	letterSpacing: '0.02em',
	color: color.party,
})

export const message = style({
	color: color.soft,
	fontSize: text.lead,
	overflowWrap: 'anywhere',
	maxWidth: '100%',
})

export const reference = style({
	color: color.soft,
	':empty': { display: 'none' },
})
