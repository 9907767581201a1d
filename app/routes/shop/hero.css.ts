import { style } from '@vanilla-extract/css'

import planet from '#app/routes/shop/planet.svg?no-inline'
import { media, theme } from '#app/ui/theme.css.ts'

const { color, space } = theme

/** The start page's claim beside a planet, which is decoration: it takes no space and is left out on phones. */
export const hero = style({
	position: 'relative',
	display: 'grid',
	justifyItems: 'start',
	gap: space.xs,
	'@media': {
		[media.md]: {
			paddingBlock: `${space.xl} ${space.md}`,
			'::after': {
				content: '""',
				position: 'absolute',
				zIndex: -1,
				insetBlockStart: '50%',
				insetInlineEnd: 0,
				width: 'clamp(15rem, 30vw, 25rem)',
				aspectRatio: '4 / 3',
				background: `url("${planet}") center / contain no-repeat`,
				translate: '0 -50%',
			},
			// Below a message the planet's moon would be cut off.
			selectors: { '&:not(:first-child)::after': { insetBlockStart: 'calc(50% + 2.25rem)' } },
		},
	},
})
export const claim = style({ fontSize: 'clamp(1.75rem, 1.1rem + 2.8vw, 3.25rem)' })
export const intro = style({ maxWidth: '56ch', color: color.soft })
