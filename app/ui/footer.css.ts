import { globalStyle, style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, size, space, text } = theme

/** The footer of a page, drawn as a planet: its bright edge is the horizon, and the words are on its dark side. */
export const footer = style({
	position: 'relative',
	isolation: 'isolate',
	paddingBlockStart: 'clamp(11.5rem, 18vw, 15rem)',
	overflow: 'clip',
	selectors: {
		'&::before': {
			content: "''",
			position: 'absolute',
			zIndex: -1,
			insetBlockStart: '7rem',
			insetInlineStart: '50%',
			width: 'max(280vw, 90rem)',
			aspectRatio: '1',
			translate: '-50%',
			borderRadius: '50%',
			background: `radial-gradient(circle at 50% 0, ${color.well}, ${color.deep} 30%)`,
			borderBlockStart: `2px solid ${color.primary}`,
			boxShadow: [
				`0 -0.25rem 1.5rem color-mix(in srgb, ${color.primary} 45%, transparent)`,
				`0 -1.5rem 6rem color-mix(in srgb, ${color.accent} 38%, transparent)`,
				`inset 0 1.5rem 4rem color-mix(in srgb, ${color.primary} 18%, transparent)`,
			].join(),
		},
	},
})

export const shortFooter = style({
	marginBlockStart: space.xxl,
	borderBlockStart: `1px solid ${color.line}`,
})

export const shortInner = style({
	maxWidth: size.page,
	marginInline: 'auto',
	padding: `${space.lg} ${space.lg} ${space.xxl}`,
	display: 'grid',
	gap: space.xxl,
	gridTemplateColumns: 'minmax(0, 1fr)',
	color: color.soft,
	'@media': { [media.sm]: { paddingInline: space.xl } },
})
export const inner = style([
	shortInner,
	{
		paddingBlock: `${space.xl} ${space.huge}`,
		'@media': {
			[media.md]: {
				gridTemplateColumns: 'minmax(0, 1.4fr) minmax(0, 1fr) auto',
				columnGap: `clamp(${space.lg}, 4vw, ${space.huge})`,
			},
		},
	},
])

export const heading = style({ marginBlockEnd: space.md, fontSize: text.h3, color: color.text })

export const address = style({ fontStyle: 'normal', lineHeight: 1.7, overflowWrap: 'anywhere' })

export const ways = style({ marginBlockStart: space.md })

export const shortHeading = style({
	marginBlockEnd: space.xs,
	color: color.soft,
	fontSize: text.small,
})
export const linksInRow = style({ display: 'flex', flexWrap: 'wrap', columnGap: space.lg })
export const links = style([
	linksInRow,
	{ '@media': { [media.md]: { display: 'grid', justifyItems: 'start' } } },
])
globalStyle(`:is(${footer}, ${shortFooter}) :is(a)`, { color: color.soft })
globalStyle(`:is(${footer}, ${shortFooter}) :is(a):hover`, { color: color.text })

export const link = style({
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: size.target,
})

export const signOut = style({
	display: 'grid',
	justifyItems: 'start',
	gap: space.sm,
	marginBlockStart: space.lg,
})
