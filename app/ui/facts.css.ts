import { style } from '@vanilla-extract/css'

const dot = '0.9em'

/**
 * The frame around a row of facts. Each fact has a dot in the margin before it, and the frame clips the dots at the
 * beginning of a line.
 */
export const facts = style({ display: 'block', overflow: 'clip' })
export const row = style({
	display: 'flex',
	flexWrap: 'wrap',
	marginInlineStart: `-${dot}`,
})
export const fact = style({
	// All lines of a long fact begin at the same edge.
	paddingInlineStart: dot,
	minWidth: 0,
	selectors: {
		'&::before': {
			content: "'·' / ''",
			display: 'inline-block',
			width: dot,
			marginInlineStart: `-${dot}`,
			textAlign: 'center',
		},
	},
})
