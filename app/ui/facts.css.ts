import { style } from '@vanilla-extract/css'

const dot = '0.9em'

/** Before each stands a dot in a margin of its own; those at the begin of a line are cut off with it at the edge. */
export const facts = style({ display: 'block', overflow: 'clip' })
export const row = style({
	display: 'flex',
	flexWrap: 'wrap',
	marginInlineStart: `-${dot}`,
})
export const fact = style({
	// Of a fact that is longer than a line, every line begins at the edge.
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
