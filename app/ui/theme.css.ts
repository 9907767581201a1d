import { createGlobalTheme } from '@vanilla-extract/css'

/** The one set of design values. Colours, spaces, radii, fonts and layers appear nowhere else as literals. */
export const theme = createGlobalTheme(':root', {
	color: {
		ground: '#120f24',
		deep: '#090614',
		well: '#17122f',
		panel: '#2e2653',
		raised: '#362d62',
		tableHead: '#362d62',
		notification: '#3e3370',
		/** The colour of lines that separate areas and mean nothing else. */
		line: '#4a3f7d',
		/** The colour of the edges of fields and buttons: contrast 3:1 on every ground. */
		edge: '#9489cb',
		text: '#f4f2fb',
		soft: '#c9c1e6',
		primary: '#6cc4cc',
		primaryBright: '#8fdae0',
		onPrimary: '#0d1420',
		accent: '#9a6bff',
		party: '#b79bff',
		onParty: '#160b30',
		success: '#8fe0b0',
		warning: '#ffd27d',
		danger: '#ff9fb0',
		onDanger: '#2a0a12',
		focus: '#ffffff',
		/** The colours of the sky behind every page, from here to `starViolet`. */
		nebula: '#3b2c7a',
		lagoon: '#12384a',
		star: '#ffffff',
		starBlue: '#cfeff2',
		starViolet: '#ddd0ff',
		paper: '#ffffff',
		ink: '#000000',
		inkLine: '#999999',
		backdrop: 'rgb(0 0 0 / 40%)',
		shadow: 'rgb(5 2 15 / 50%)',
	},
	space: {
		hair: space(0.125),
		xs: space(0.25),
		sm: space(0.5),
		md: space(0.75),
		lg: space(1),
		xl: space(1.5),
		xxl: space(2.25),
		huge: space(3.5),
	},
	radius: { sm: '0.5rem', md: '0.75rem', lg: '1.125rem', round: '999px' },
	font: {
		text: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
		display: "'Exo Variable', 'Exo Fallback', system-ui, sans-serif",
	},
	/** The space between words of a heading: that of Exo 2 is so narrow that they would run together. */
	wordSpace: '0.09em',
	text: {
		small: '0.875rem',
		body: '1rem',
		lead: 'clamp(1.0625rem, 0.98rem + 0.4vw, 1.1875rem)',
		// At most so large that 'Rechnungsadresse' is no wider than a panel on a phone in large type, and 'Bestellung' than
		// the phone.
		h3: 'min(1.125rem, 8vw)',
		h2: 'min(clamp(1.25rem, 1.15rem + 0.5vw, 1.4375rem), 8.5vw)',
		h1: 'min(clamp(1.875rem, 1.45rem + 2vw, 2.75rem), 15vw)',
		hero: 'min(clamp(2.125rem, 1.4rem + 3.4vw, 4rem), 15vw)',
	},
	size: {
		/** The least width and height of what a thumb presses. */
		target: '2.75rem',
		/** The height of fields and of buttons that send. */
		control: '3rem',
		page: '77.5rem',
		reading: '44rem',
		form: '34rem',
		notification: '365px',
		/** The width of the information dialog. */
		dialog: '71.25rem',
	},
	time: { quick: '0.15s', dialog: '0.25s' },
	layer: { bar: '100', header: '200', notification: '4000' },
})

/**
 * Returns a space of `rem` rem, but at most `5 * rem` percent of the window's width: on a phone in large type the room
 * is for the words.
 */
function space(rem: number) {
	return `min(${rem}rem, ${rem * 5}vw)`
}

const breakpoints = { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, xxl: 1536 } as const

/** The conditions 'from this width on' for `'@media': { [media.md]: … }`. */
export const media = {
	xs: from(breakpoints.xs),
	sm: from(breakpoints.sm),
	md: from(breakpoints.md),
	lg: from(breakpoints.lg),
	xl: from(breakpoints.xl),
	xxl: from(breakpoints.xxl),
	/** The condition for tables and rows that are stacked on phones. */
	belowMd: `screen and (width < ${breakpoints.md}px)`,
	/** The condition for phones in large type: below 20 rem of width. */
	largeType: '(width < 20rem)',
	script: '(scripting: enabled)',
	noScript: '(scripting: none)',
	print: 'print',
} as const

function from(width: number) {
	return `(width >= ${width}px)` as const
}
