import { createGlobalTheme } from '@vanilla-extract/css'

/**
 * Design values of the desk beside those of the shop (`#app/ui/theme.css.ts`), whose colours both share. The desk is
 * denser: text of 15 px, rows of 44 px.
 */
export const desk = createGlobalTheme(':root', {
	color: {
		rail: '#1b1538',
		rowHover: '#342b5e',
		chosen: '#2b3d5c',
		inside: '#2b4a60',
		load: '#4b5f8f',
		todo: '#33283a',
		todoHover: '#463846',
		figureToDo: '#4a3a3c',
		answerYes: '#1d3b3a',
		answerWait: '#3d3137',
		answerNo: '#41233f',
		tint: 'rgb(108 196 204 / 12%)',
		stopTint: 'rgb(255 159 176 / 12%)',
		hatch: 'rgb(148 137 203 / 45%)',
		softHatch: 'rgb(148 137 203 / 22%)',
		onWarning: '#241600',
	},
	text: {
		body: '0.9375rem',
		small: '0.8125rem',
		tiny: '0.75rem',
		h1: '1.375rem',
		h2: '1.0625rem',
		figure: '1.25rem',
		rest: '1.75rem',
	},
	/** The smallest target for a finger. */
	tap: '2.75rem',
	gap: '0.75rem',
	/** The space at both sides of a page and of a panel. */
	side: 'min(1rem, 4vw)',
	layer: { rail: '6', bar: '7', skip: '9' },
})

/**
 * The name of the CSS container around every page. Its widths are in rem, so that large type gets the layout of a
 * phone.
 */
export const deskContainer = 'desk'

/** Conditions on the width of the page for `'@container'`, each true from that width on. */
export const pageFrom = {
	persons: `${deskContainer} (width >= 30rem)`,
	rail: `${deskContainer} (width >= 56rem)`,
	columns: `${deskContainer} (width >= 60rem)`,
	wide: `${deskContainer} (width >= 76rem)`,
} as const
export const pageBelow = {
	tiny: `${deskContainer} (width < 17rem)`,
	persons: `${deskContainer} (width < 30rem)`,
} as const

/**
 * Conditions on the width of a panel for `'@container'`, each true below that width: a panel is a container of its own.
 */
export const panelBelow = {
	half: '(width < 30rem)',
	table: '(width < 44rem)',
	rooms: '(width < 46rem)',
	tiny: '(width < 19rem)',
} as const
/**
 * The condition on a panel's width under which a table is no list of cards, but a wide table lacks room for its words.
 */
export const panelUpTo = { wide: '(44rem <= width < 76rem)' } as const
export const panelFrom = { half: '(width >= 30rem)', table: '(width >= 44rem)' } as const
