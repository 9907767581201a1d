import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, radius, space, text } = theme

/** The invitation as a boarding pass: the picture above, the facts below the perforation. */
export const pass = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	overflow: 'hidden',
	borderRadius: radius.lg,
	background: color.panel,
	boxShadow: `0 1.25rem 3.5rem ${color.shadow}`,
})

export const art = style({
	selectors: { '&&': { width: '100%', height: 'auto', borderRadius: 0 } },
	'@media': { [media.print]: { maxHeight: '9cm', objectFit: 'cover' } },
})

export const words = style({
	display: 'grid',
	justifyItems: 'center',
	gap: space.sm,
	padding: `${space.xl} ${space.lg}`,
	textAlign: 'center',
	'@media': { [media.sm]: { padding: `${space.xxl} ${space.xl}` } },
})
export const kind = style({
	padding: `${space.hair} ${space.lg}`,
	borderRadius: radius.round,
	background: color.party,
	color: color.onParty,
	fontWeight: 700,
	letterSpacing: '0.08em',
	textTransform: 'uppercase',
	fontSize: text.small,
})
export const headline = style({
	fontFamily: font.display,
	fontSize: text.hero,
	lineHeight: 1.1,
	overflowWrap: 'anywhere',
	hyphens: 'auto',
	textWrap: 'balance',
})
export const welcome = style({ color: color.primaryBright, fontSize: text.lead, fontWeight: 600 })

/** The part of an invitation with its facts, below a dashed edge between two punched holes. */
export const stub = style({
	display: 'grid',
	gap: space.lg,
	gridTemplateColumns: 'minmax(0, 1fr)',
	position: 'relative',
	padding: `${space.xl} ${space.lg}`,
	borderBlockStart: `2px dashed ${color.edge}`,
	overflowWrap: 'anywhere',
	selectors: {
		'&::before, &::after': {
			content: "''",
			position: 'absolute',
			insetBlockStart: `calc(-1 * ${space.lg})`,
			width: `calc(2 * ${space.lg})`,
			height: `calc(2 * ${space.lg})`,
			borderRadius: radius.round,
			background: color.ground,
		},
		'&::before': { insetInlineStart: `calc(-1 * ${space.lg})` },
		'&::after': { insetInlineEnd: `calc(-1 * ${space.lg})` },
	},
	'@media': {
		[media.sm]: { padding: space.xl, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
		[media.print]: { selectors: { '&::before, &::after': { display: 'none' } } },
	},
})
export const wide = style({ '@media': { [media.sm]: { gridColumn: '1 / -1' } } })
export const term = style({ color: color.soft, fontSize: text.small, fontWeight: 600 })
export const fact = style({
	display: 'block',
	fontFamily: font.display,
	fontSize: text.h2,
	fontWeight: 700,
	lineHeight: 1.3,
})
export const place = style({ fontStyle: 'normal' })
export const soft = style({ marginBlockStart: space.sm, color: color.soft })

export const actions = style({
	display: 'flex',
	flexWrap: 'wrap',
	gap: space.md,
	padding: `0 ${space.lg} ${space.xl}`,
	'@media': { [media.sm]: { paddingInline: space.xl } },
})
export const sign = style({ width: '1.25rem', height: '1.25rem' })
