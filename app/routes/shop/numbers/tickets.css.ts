import { style } from '@vanilla-extract/css'

import { stack } from '#app/ui/panel.css.ts'
import { media, theme } from '#app/ui/theme.css.ts'

const { color, radius, size, space, text } = theme

export const form = stack.sm
export const note = style({ color: color.soft, fontSize: text.small, lineHeight: 1.4 })
/**
 * The button's words with a sum that follows the numbers, shown with scripts alone; without them `withoutScripts` takes
 * their place.
 */
export const withScripts = style({ '@media': { [media.noScript]: { display: 'none' } } })
export const withoutScripts = style({ '@media': { [media.script]: { display: 'none' } } })
/** The group tickets, at a distance from the button above them. */
export const forMany = style({
	display: 'grid',
	gap: space.md,
	marginBlockStart: space.md,
	selectors: { '&:empty': { display: 'none' } },
})
export const chooseTime = style({
	display: 'grid',
	placeItems: 'center',
	minHeight: size.control,
	padding: `${space.sm} ${space.lg}`,
	border: `2px solid ${color.warning}`,
	borderRadius: radius.md,
	color: color.warning,
	fontWeight: 650,
	textAlign: 'center',
	textDecoration: 'none',
})
export const many = style({
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: size.target,
	fontSize: text.small,
	lineHeight: 1.4,
})
