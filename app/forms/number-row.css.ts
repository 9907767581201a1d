import { globalStyle, style } from '@vanilla-extract/css'

import { stepper } from '#app/forms/fields.css.ts'
import { foldArrow, openArrow } from '#app/ui/fold-arrow.css.ts'
import { theme } from '#app/ui/theme.css.ts'

const { color, font, radius, space } = theme

const narrow = '(width < 26rem)'

export const rows = style({ display: 'grid' })
globalStyle(`${rows} > li + li`, { borderBlockStart: `1px solid ${color.line}` })

/** A row of picture, words and number; with large type the number wraps below the words. */
export const row = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	columnGap: space.sm,
	rowGap: space.xs,
	paddingBlock: '0.375rem',
	// Without scripts a step loads the page anew at its row, which is then about where it was.
	scrollMarginBlockStart: '40vh',
})
export const picture = style({
	flex: '0 0 auto',
	objectFit: 'cover',
	borderRadius: radius.sm,
	// `&&` because pictures are as wide as they can be.
	selectors: { '&&': { width: 'min(2.5rem, 10vw)', height: '3rem' } },
})
/** Narrows the number on phones, so that the words have room. */
globalStyle(`${row} input[type='number']`, { '@media': { [narrow]: { width: '1.75rem' } } })
globalStyle(`${row} > ${stepper}`, { marginInlineStart: 'auto' })
export const words = style({ flex: '1 1 6.25rem', maxWidth: '100%' })
export const name = style({
	font: `650 0.9375rem/1.25 ${font.text}`,
	letterSpacing: 0,
	hyphens: 'auto',
	'@media': { [narrow]: { fontSize: '0.875rem' } },
})
export const note = style({ color: color.soft, fontSize: '0.8125rem', lineHeight: 1.35 })
/** Two facts side by side, or below each other where they do not fit. */
export const facts = style({ display: 'flex', flexWrap: 'wrap', columnGap: space.sm })
export const price = style({
	color: color.text,
	fontSize: '0.875rem',
	fontWeight: 600,
	fontVariantNumeric: 'tabular-nums',
})
globalStyle(`${row} > ul`, { flex: '1 0 100%' })
export const about = style([note, { flex: '1 0 100%' }])
export const below = style({
	flex: '1 0 100%',
	display: 'grid',
	gap: space.sm,
	color: color.warning,
	fontSize: '0.875rem',
})

export const extras = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' })
export const extrasTitle = style({
	paddingBlockStart: space.md,
	borderBlockStart: `1px solid ${color.line}`,
	fontWeight: 650,
})
export const fold = style({ borderBlockStart: `1px solid ${color.line}` })
/** A fold within a fold. */
export const section = style({
	borderBlockStart: `1px solid ${color.line}`,
	paddingInlineStart: space.sm,
})
export const summary = style({
	display: 'flex',
	alignItems: 'center',
	gap: space.sm,
	minHeight: '3rem',
	cursor: 'pointer',
	fontWeight: 650,
	listStyle: 'none',
	selectors: {
		...foldArrow,
		[`:is(${fold}, ${section})[open] > &::after`]: openArrow,
	},
})
globalStyle(`${summary} > :first-child`, { flex: 'none', maxWidth: '100%' })
export const summaryNote = style({
	minWidth: 0,
	overflow: 'hidden',
	color: color.soft,
	fontSize: '0.875rem',
	fontWeight: 400,
	textOverflow: 'ellipsis',
	whiteSpace: 'nowrap',
})
// On phones the title of an inner fold needs the whole line.
globalStyle(`${section} > ${summary} > ${summaryNote}`, {
	'@media': { [narrow]: { display: 'none' } },
})
