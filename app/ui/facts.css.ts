import { style } from '@vanilla-extract/css'

const dot = '0.9em'

/** Each fact has a dot before it in a margin of its own; the dots at the begin of a line are clipped at the edge. */
export const facts = style({ display: 'block', overflow: 'clip' })
export const row = style({
	display: 'flex',
	flexWrap: 'wrap',
	marginInlineStart: `-${dot}`,
})
export const fact = style({
	// Every line of a fact that is longer than one begins at the edge.
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
