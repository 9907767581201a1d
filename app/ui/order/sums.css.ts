import { style, styleVariants } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, font, space, text } = theme

export const sums = style({
	display: 'grid',
	gap: space.sm,
	paddingBlockStart: space.lg,
	borderBlockStart: `1px solid ${color.line}`,
})

const base = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	justifyContent: 'space-between',
	columnGap: space.lg,
	fontVariantNumeric: 'tabular-nums',
})

export const rows = styleVariants({
	part: [base, { color: color.soft }],
	total: [base, { fontWeight: 650 }],
	due: [
		base,
		{
			fontFamily: font.display,
			wordSpacing: theme.wordSpace,
			fontSize: text.h2,
			fontWeight: 700,
			color: color.primary,
			lineHeight: 1.3,
		},
	],
	later: [base],
	/** The row with the balance of a voucher: it reads as one sentence, because it is no part of the sum. */
	rest: [
		base,
		{
			justifyContent: 'flex-start',
			columnGap: space.xs,
			color: color.soft,
			fontSize: text.small,
		},
	],
})
export const note = style({
	color: color.soft,
	fontSize: text.small,
	fontWeight: 400,
	fontFamily: font.text,
})
