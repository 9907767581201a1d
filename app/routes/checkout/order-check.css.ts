import { globalStyle, style } from '@vanilla-extract/css'

import { panel, stack } from '#app/ui/panel.css.ts'
import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, size, space, text } = theme

export const facts = style({
	display: 'grid',
	gap: `${space.xs} ${space.lg}`,
	gridTemplateColumns: 'minmax(0, 1fr)',
	overflowWrap: 'anywhere',
	'@media': { [media.sm]: { gridTemplateColumns: 'repeat(auto-fit, minmax(12rem, 1fr))' } },
})
globalStyle(`${facts} > div`, {
	'@media': {
		[media.belowMd]: {
			display: 'flex',
			flexWrap: 'wrap',
			columnGap: space.md,
			alignItems: 'baseline',
		},
	},
})
export const term = style({ color: color.soft, fontSize: text.small, fontWeight: 600 })
export const address = style({ fontStyle: 'normal' })

export const soft = style({ color: color.soft, fontSize: text.small, lineHeight: 1.5 })

/** The typed details on the overview of the checkout in one block, with the link back beside them. */
export const details = style([
	panel,
	{
		display: 'grid',
		gridTemplateColumns: 'minmax(0, 1fr) auto',
		alignItems: 'center',
		gap: space.md,
		'@media': { [media.largeType]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
	},
])
/** The link that changes details or cart; its words are aligned with the edge of their panel. */
export const edit = style({
	marginInlineEnd: `calc(-1 * ${space.md})`,
	'@media': {
		[media.largeType]: { justifySelf: 'start', marginInline: `calc(-1 * ${space.md})` },
	},
})
export const typed = style({ overflowWrap: 'anywhere' })
export const payment = stack.md

/** The remarks on withdrawal and policy on the overview of the checkout, each with its title before its words. */
export const legal = style({
	display: 'grid',
	gap: space.md,
	paddingInlineStart: space.md,
	borderInlineStart: `3px solid ${color.party}`,
	color: color.soft,
	fontSize: text.small,
	lineHeight: 1.5,
})
export const legalTitle = style({
	display: 'inline',
	fontFamily: font.text,
	fontSize: text.small,
	fontWeight: 650,
	letterSpacing: 0,
	color: color.text,
	selectors: { '&::after': { content: "':'" } },
})
export const legalText = style({ display: 'inline' })
export const legalFold = style({
	minHeight: size.target,
	alignContent: 'center',
	cursor: 'pointer',
})

export const ordered = style({
	display: 'grid',
	gap: space.lg,
	gridTemplateColumns: 'minmax(0, 1fr)',
	'@media': { [media.belowMd]: { gap: space.sm } },
})
