import { globalStyle, style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, radius, size, space, text } = theme

export const card = style({ containerType: 'inline-size', scrollMarginBlockStart: space.lg })

export const picture = style({ aspectRatio: '16 / 10' })
export const popular = style({
	position: 'absolute',
	insetBlockStart: space.md,
	insetInlineStart: space.md,
})
export const words = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	alignContent: 'start',
	gap: space.xs,
	padding: `${space.lg} ${space.lg} 0`,
})
export const title = style({ fontSize: text.h3, hyphens: 'auto', overflowWrap: 'anywhere' })
export const summary = style({ color: color.soft, fontSize: '0.9375rem', lineHeight: 1.5 })

/**
 * The head of a card: a small picture beside the words where the card fills a phone, a large one above them otherwise.
 */
export const head = style({
	position: 'relative',
	display: 'grid',
	'@media': {
		[media.belowMd]: {
			gridTemplateColumns: 'min(5.5rem, 24vw) minmax(0, 1fr)',
			columnGap: space.md,
			padding: `${space.md} ${space.md} 0`,
		},
	},
})
globalStyle(`${head} > ${picture}`, {
	'@media': { [media.belowMd]: { aspectRatio: '1', borderRadius: radius.md } },
})
globalStyle(`${head} > ${words}`, { '@media': { [media.belowMd]: { padding: 0 } } })
globalStyle(`${head} > ${popular}`, {
	'@media': { [media.belowMd]: { insetBlockStart: '4.75rem', insetInlineStart: space.md } },
})

/** The card of a chosen group ticket: it fills the row, with its picture at the side. */
export const wideCard = style([
	card,
	{
		selectors: {
			'&&': {
				'@media': {
					[media.md]: {
						display: 'grid',
						gridTemplateColumns: 'minmax(0, 19rem) minmax(0, 1fr)',
						gridTemplateRows: 'auto 1fr',
					},
				},
			},
		},
	},
])
globalStyle(`${wideCard} > ${head}`, { '@media': { [media.md]: { display: 'contents' } } })
globalStyle(`${wideCard} ${picture}`, {
	'@media': { [media.md]: { gridRow: '1 / span 2', height: '100%', aspectRatio: 'auto' } },
})

export const body = style({
	flexGrow: 1,
	display: 'flex',
	flexDirection: 'column',
	gap: space.md,
	padding: space.lg,
})
export const facts = style({ display: 'flex', flexWrap: 'wrap', gap: space.sm })

export const includes = style({
	display: 'grid',
	gap: space.xs,
	fontSize: text.small,
	lineHeight: 1.45,
})
globalStyle(`${includes} > li`, {
	display: 'grid',
	gridTemplateColumns: 'auto minmax(0, 1fr)',
	gap: space.sm,
})
globalStyle(`${includes} > li::before`, {
	content: "'✓' / ''",
	color: color.primary,
	fontWeight: 700,
})
export const check = style({
	width: '1.125rem',
	height: '1.25rem',
	color: color.primary,
	flex: 'none',
})

export const conditions = style({ fontSize: text.small, lineHeight: 1.45, color: color.party })
globalStyle(`${conditions} > p`, { fontWeight: 600 })

export const foot = style({
	marginBlockStart: 'auto',
	display: 'grid',
	gap: space.md,
	gridTemplateColumns: 'minmax(0, 1fr)',
})
export const priceBlock = style({ display: 'grid', gap: space.hair })
export const price = style({
	font: `700 1.25rem/1.3 ${font.display}`,
	fontVariantNumeric: 'tabular-nums',
})
globalStyle(`${price} small`, {
	display: 'block',
	font: `400 0.8125rem/1.3 ${font.text}`,
	color: color.soft,
})
export const when = style({
	color: color.primary,
	fontSize: text.small,
	fontWeight: 600,
	fontVariantNumeric: 'tabular-nums',
})

export const choose = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'flex-end',
	gap: space.md,
})
globalStyle(`${choose} > ul`, { flexBasis: '100%' })
globalStyle(`${choose} > p`, { flexBasis: '100%' })
/** The button of a card. `&&` because the order of style sheets is not fixed: the rule has to win in any order. */
export const button = style({
	selectors: { '&&': { flex: '1 1 6rem', paddingInline: space.sm } },
})
globalStyle(`${choose} > div button`, { width: '2.75rem' })
globalStyle(`${choose} > div input`, { '@media': { [media.script]: { width: '3.25rem' } } })
export const few = style({ color: color.warning, fontSize: text.small })

export const chosen = style({
	display: 'grid',
	gridTemplateColumns: 'auto minmax(0, 1fr)',
	gap: space.sm,
	alignItems: 'start',
	lineHeight: 1.4,
})
export const chosenDetail = style({ display: 'block', color: color.soft, fontSize: text.small })

export const sentence = style({
	color: color.warning,
	fontSize: text.small,
	fontWeight: 600,
	lineHeight: 1.45,
})
export const freeDays = style({
	display: 'inline-flex',
	alignItems: 'center',
	justifySelf: 'center',
	minHeight: size.target,
	fontSize: text.small,
})
export const chooseTime = style({
	display: 'grid',
	placeItems: 'center',
	minHeight: size.control,
	padding: `${space.sm} ${space.lg}`,
	border: `1.5px solid ${color.edge}`,
	borderRadius: radius.md,
	color: color.text,
	fontWeight: 600,
	textDecoration: 'none',
	selectors: { '&:hover': { borderColor: color.primary, color: color.text } },
})

/** The groups of choices inside a chosen group ticket's card, one below the other, over its whole width. */
export const groups = style({
	gridColumn: '1 / -1',
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	gap: space.md,
	padding: space.md,
	'@media': { [media.md]: { padding: space.lg } },
})
