import { globalStyle, style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, radius, size, space, text } = theme

export const steps = style({
	counterReset: 'step',
	display: 'grid',
	gridAutoFlow: 'column',
	// Phones have room for each name on one line, not for columns as wide as the longest.
	gridAutoColumns: 'auto',
	gap: space.sm,
	padding: 0,
	listStyle: 'none',
	'@media': {
		[media.sm]: { gridAutoColumns: 'minmax(max-content, 1fr)' },
		[media.print]: { display: 'none' },
		[media.largeType]: { gridAutoFlow: 'row', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
	},
})

const base = style({
	counterIncrement: 'step',
	position: 'relative',
	paddingBlockStart: space.md,
	borderBlockStart: `4px solid ${color.raised}`,
	borderRadius: '2px',
	color: color.soft,
	fontSize: text.small,
	lineHeight: 1.3,
})

/** The number of a step in a circle, on wide screens; phones show the bars and the words alone. */
const mark = {
	content: 'counter(step)',
	display: 'grid',
	placeItems: 'center',
	flex: 'none',
	width: '1.75rem',
	height: '1.75rem',
	borderRadius: radius.round,
	border: `1.5px solid ${color.edge}`,
	font: `700 ${text.small}/1 ${font.display}`,
} as const

export const step = style([
	base,
	{
		selectors: {
			'&[aria-current="step"]': { borderColor: color.primary, color: color.text, fontWeight: 600 },
		},
	},
])
export const done = style([base, { borderColor: color.primary }])

export const label = style({
	display: 'flex',
	flexDirection: 'column',
	alignItems: 'flex-start',
	gap: space.sm,
	minHeight: size.target,
	color: 'inherit',
	'@media': {
		[media.sm]: {
			flexDirection: 'row',
			alignItems: 'center',
			paddingInlineEnd: space.md,
			fontSize: text.body,
		},
	},
})
globalStyle(`${label}::before`, { '@media': { [media.sm]: mark } })

globalStyle(`${step}[aria-current] > ${label}::before`, {
	background: color.primary,
	borderColor: color.primary,
	color: color.onPrimary,
})
globalStyle(`${done} > ${label}::before`, {
	'@media': { [media.sm]: { content: "'✓'" } },
	borderColor: color.primary,
	color: color.primary,
})
