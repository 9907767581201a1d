import { theme } from '#app/ui/theme.css.ts'

const { color } = theme

/** Selectors for the style of a `<summary>`, which draw an arrow at its end in place of the browser's marker. */
export const foldArrow = {
	'&::-webkit-details-marker': { display: 'none' },
	'&::after': {
		content: "''",
		flex: 'none',
		width: '0.55rem',
		height: '0.55rem',
		margin: '0 0.3rem 0.2rem auto',
		borderInlineEnd: `2px solid ${color.primary}`,
		borderBlockEnd: `2px solid ${color.primary}`,
		rotate: '45deg',
	},
} as const

/** The styles that turn the arrow of `foldArrow` up while its fold is open. */
export const openArrow = { rotate: '225deg', marginBlockEnd: '-0.2rem' } as const
