import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, space, text } = theme

export const hero = style({
	position: 'relative',
	display: 'grid',
	justifyItems: 'start',
	gap: space.md,
	paddingBlock: `${space.sm} 0`,
	'@media': { [media.md]: { paddingBlock: `${space.xl} ${space.md}` } },
})
export const claim = style({ fontSize: text.hero, maxWidth: '14ch' })
export const intro = style({ color: color.soft, fontSize: text.lead })

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
