import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { size, space, text } = theme

export const fold = style({
	selectors: {
		// Opens the fold when a browser without scripts prints.
		'&::details-content': {
			'@media': { [media.print]: { contentVisibility: 'visible', blockSize: 'auto' } },
		},
	},
})
export const title = style({
	display: 'list-item',
	listStylePosition: 'inside',
	minHeight: size.target,
	alignContent: 'center',
	fontSize: text.h3,
	cursor: 'pointer',
	// On paper the fold is open, and its arrow would say that it is not.
	'@media': { [media.print]: { listStyle: 'none' } },
})
export const heading = style({ display: 'inline', fontSize: 'inherit' })
export const total = style({
	float: 'inline-end',
	fontWeight: 600,
	fontVariantNumeric: 'tabular-nums',
})
export const inside = style({
	display: 'grid',
	gap: space.lg,
	marginBlockStart: space.md,
	gridTemplateColumns: 'minmax(0, 1fr)',
})
