import { globalStyle, style, styleVariants } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, radius, size, space, time } = theme

const columns = style({ display: 'grid', gap: space.sm, padding: 0, listStyle: 'none' })
globalStyle(`${columns} > li`, { display: 'grid' })
/** Lists of chips in columns of equal width, by what a chip holds: a time, a few words, or a day with its time. */
export const chips = styleVariants({
	times: [columns, { gridTemplateColumns: inColumns('5.5rem') }],
	words: [
		columns,
		{
			gridTemplateColumns: inColumns('9.5rem'),
			'@media': { [media.sm]: { gridTemplateColumns: inColumns('13rem') } },
		},
	],
	days: [columns, { gridTemplateColumns: inColumns('15rem') }],
})

function inColumns(width: string) {
	return `repeat(auto-fill, minmax(min(100%, ${width}), 1fr))`
}

const base = style({
	display: 'inline-flex',
	alignItems: 'center',
	justifyContent: 'center',
	gap: space.sm,
	minHeight: size.target,
	minWidth: size.target,
	padding: `${space.xs} ${space.sm}`,
	border: `1px solid ${color.edge}`,
	borderRadius: radius.md,
	background: color.raised,
	color: color.text,
	lineHeight: 1.25,
	textAlign: 'center',
	textDecoration: 'none',
	transition: `background-color ${time.quick}, border-color ${time.quick}`,
})

export const chip = style([
	base,
	{
		selectors: {
			'&:hover': { borderColor: color.primary, color: color.text },
			'&[aria-current], &[aria-pressed="true"]': {
				background: color.primary,
				borderColor: color.primary,
				color: color.onPrimary,
				fontWeight: 600,
			},
		},
	},
])

globalStyle(`${chip} small`, { color: color.soft })
globalStyle(`${chip}[aria-current] small`, { color: color.onPrimary, fontWeight: 400 })
