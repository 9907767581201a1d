import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, size, space, text } = theme

export const screen = style({
	width: '100%',
	maxWidth: size.reading,
	marginInline: 'auto',
	padding: `${space.huge} ${space.lg}`,
	display: 'grid',
	justifyItems: 'center',
	gap: space.xl,
	textAlign: 'center',
})

/** Large screens only. */
export const logo = style({
	display: 'none',
	'@media': { [media.lg]: { display: 'block', width: '7.5rem', height: '7.5rem' } },
})

export const status = style({
	font: `700 clamp(4rem, 12vw, 7rem)/1 ${font.display}`,
	letterSpacing: '0.02em',
	color: color.party,
})

export const message = style({
	color: color.soft,
	fontSize: text.lead,
	overflowWrap: 'anywhere',
	maxWidth: '100%',
})
