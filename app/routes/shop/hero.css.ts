import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, space } = theme

export const hero = style({
	position: 'relative',
	display: 'grid',
	justifyItems: 'start',
	gap: space.xs,
	'@media': { [media.md]: { paddingBlock: `${space.xl} ${space.md}` } },
})
export const claim = style({ fontSize: 'clamp(1.75rem, 1.1rem + 2.8vw, 3.25rem)' })
export const intro = style({ maxWidth: '56ch', color: color.soft })

export const planet = style({
	display: 'none',
	position: 'absolute',
	zIndex: -1,
	insetBlockStart: '50%',
	insetInlineEnd: 0,
	width: 'clamp(15rem, 30vw, 25rem)',
	height: 'auto',
	translate: '0 -50%',
	'@media': { [media.md]: { display: 'block' } },
})
export const bright = style({ stopColor: color.primaryBright })
export const middle = style({ stopColor: color.accent })
export const dark = style({ stopColor: color.nebula })
export const ringEdge = style({ stopColor: color.primary, stopOpacity: 0.15 })
export const ringMiddle = style({ stopColor: color.primary })
export const bands = style({ stroke: color.ground, strokeOpacity: 0.16 })
export const moon = style({ fill: color.starViolet, fillOpacity: 0.85 })
