import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, radius, size, space, time } = theme

export const intents = style({
	display: 'grid',
	gap: space.md,
	gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9.25rem), 1fr))',
})
export const intent = style({
	display: 'grid',
	gridTemplateRows: 'auto 1fr',
	height: '100%',
	overflow: 'hidden',
	background: color.panel,
	border: `1.5px solid ${color.line}`,
	borderRadius: radius.lg,
	color: color.text,
	textDecoration: 'none',
	transition: `border-color ${time.quick}`,
	selectors: { '&:hover': { borderColor: color.primary, color: color.text } },
})
export const picture = style({
	// `&&` outweighs the rule that pictures are as tall as drawn.
	selectors: { '&&': { height: 'min(4rem, 22vw)' } },
	objectFit: 'cover',
	objectPosition: '50% 45%',
	// On wide pages a lower picture would cut off faces.
	'@media': { [media.md]: { selectors: { '&&': { height: '7.5rem' } } } },
})
export const words = style({
	display: 'grid',
	alignContent: 'start',
	gap: space.hair,
	padding: `0.4375rem ${space.md} ${space.sm}`,
})
export const name = style({
	font: `700 0.96875rem/1.2 ${font.display}`,
	wordSpacing: theme.wordSpace,
	overflowWrap: 'anywhere',
})
export const also = style({ fontSize: '0.8125rem', lineHeight: 1.3, overflowWrap: 'anywhere' })
export const price = style({ color: color.soft, fontSize: '0.8125rem', lineHeight: 1.3 })

/**
 * The kinds of visit as tabs; with large type they wrap into several rows, so that the chosen one is always in view.
 */
export const tabs = style({
	marginInline: `calc(-1 * ${space.sm})`,
	borderBlockEnd: `1px solid ${color.line}`,
})
export const tabList = style({ display: 'flex', flexWrap: 'wrap', columnGap: space.xs })
export const tab = style({
	display: 'flex',
	alignItems: 'center',
	minHeight: size.target,
	paddingInline: space.sm,
	borderBlockEnd: '3px solid transparent',
	color: color.soft,
	fontSize: '0.9375rem',
	fontWeight: 600,
	textDecoration: 'none',
	whiteSpace: 'nowrap',
	outlineOffset: '-3px !important',
	selectors: {
		'&:hover': { color: color.text },
		'&[aria-current]': { color: color.text, borderBlockEndColor: color.primary },
	},
})
