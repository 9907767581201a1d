import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, radius, size, space } = theme

export const onPhones = style({
	padding: `${space.xs} ${space.lg}`,
	background: color.panel,
	border: `1px solid ${color.line}`,
	borderRadius: radius.lg,
	selectors: { '&[open]': { paddingBlockEnd: space.lg } },
	'@media': { [media.lg]: { display: 'none' } },
})
export const onLargeScreens = style({
	display: 'none',
	'@media': { [media.lg]: { display: 'block' } },
})

export const summary = style({
	minHeight: size.target,
	alignContent: 'center',
	fontWeight: 600,
	cursor: 'pointer',
})

export const cart = style({
	display: 'grid',
	gap: space.lg,
	gridTemplateColumns: 'minmax(0, 1fr)',
	justifyItems: 'stretch',
})
export const day = style({ fontWeight: 600 })
