import { style } from '@vanilla-extract/css'

const dot = '0.9em'

/** Before each stands a dot; those at the begin of a line are cut off at the edge. */
export const facts = style({ display: 'block', overflow: 'clip' })
export const row = style({
	display: 'flex',
	flexWrap: 'wrap',
	marginInlineStart: `-${dot}`,
})
export const fact = style({
	selectors: {
		'&::before': {
			content: "'·' / ''",
			display: 'inline-block',
			width: dot,
			textAlign: 'center',
		},
	},
})
