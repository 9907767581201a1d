import { style, styleVariants } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, radius, space } = theme

const base = style({
	display: 'grid',
	gridTemplateColumns: 'auto minmax(0, 1fr)',
	alignItems: 'start',
	gap: space.md,
	padding: space.lg,
	border: '2px solid currentcolor',
	borderRadius: radius.md,
	// In large type the whole alert shall be in view: a sentence that is taller than the screen is read by halves.
	'@media': {
		[media.largeType]: {
			gridTemplateColumns: 'minmax(0, 1fr)',
			gap: space.xs,
			padding: space.md,
			fontSize: 'min(1rem, 7vw)',
			lineHeight: 1.35,
		},
	},
})

export const kind = styleVariants(
	{ info: color.primary, success: color.success, warning: color.warning, error: color.danger },
	(tone) => [base, { color: tone, background: `color-mix(in srgb, ${tone} 10%, ${color.deep})` }],
)

export const sign = style({
	width: '1.5rem',
	height: '1.5rem',
	'@media': { [media.largeType]: { width: '1rem', height: '1rem' } },
})
export const words = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	gap: space.sm,
	justifyItems: 'start',
	minWidth: 0,
	color: color.text,
})
export const title = style({ fontWeight: 650, overflowWrap: 'anywhere' })
