import { globalFontFace, globalStyle } from '@vanilla-extract/css'

import exo2 from '#app/ui/fonts/exo-2.woff2?url'
import inter from '#app/ui/fonts/inter.woff2?url'
import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, space, text, time } = theme

globalFontFace('Inter Variable', {
	src: `url('${inter}') format('woff2')`,
	fontDisplay: 'swap',
	fontStyle: 'normal',
	fontWeight: '400 700',
})
globalFontFace('Exo Variable', {
	src: `url('${exo2}') format('woff2')`,
	fontDisplay: 'swap',
	fontStyle: 'normal',
	fontWeight: '600 700',
})

// System fonts stretched to the width of the real ones, so that nothing moves when those arrive.
globalFontFace('Inter Fallback', {
	src: "local('Arial'), local('Liberation Sans')",
	sizeAdjust: '107.12%',
	ascentOverride: '90.44%',
	descentOverride: '22.52%',
	lineGapOverride: '0%',
})
globalFontFace('Exo Fallback', {
	src: "local('Arial'), local('Liberation Sans')",
	sizeAdjust: '98.7%',
	ascentOverride: '101.3%',
	descentOverride: '20.3%',
	lineGapOverride: '0%',
})

globalStyle('*, *::before, *::after', { boxSizing: 'border-box' })

globalStyle('html', {
	colorScheme: 'dark',
	background: color.deep,
	scrollPaddingBlock: space.huge,
	textSizeAdjust: '100%',
})

globalStyle('body', {
	minHeight: '100svh',
	margin: 0,
	display: 'flex',
	flexDirection: 'column',
	position: 'relative',
	isolation: 'isolate',
	overflowX: 'clip',
	color: color.text,
	font: `400 ${text.body}/1.6 ${font.text}`,
	fontFeatureSettings: "'cv05', 'ss03'",
	background: [
		`radial-gradient(75rem 44rem at 85% -10rem, ${color.nebula} 0, transparent 62%)`,
		`radial-gradient(56rem 38rem at -10% 16rem, ${color.lagoon} 0, transparent 58%)`,
		`linear-gradient(${color.ground}, ${color.deep} 90rem)`,
	].join(),
})

// The star field: three sizes of star, repeated on two grids that never line up.
globalStyle('body::before', {
	content: "''",
	position: 'fixed',
	inset: 0,
	zIndex: -1,
	pointerEvents: 'none',
	opacity: 0.6,
	backgroundImage: [
		star('1.5px', '24px 32px', color.star),
		star('1px', '132px 86px', color.starBlue),
		star('1px', '68px 204px', color.starViolet),
		star('1px', '286px 44px', color.star),
		star('1.8px', '211px 170px', color.star),
		star('1px', '90px 330px', color.star),
		star('1.4px', '402px 264px', color.starBlue),
		star('1px', '330px 410px', color.starViolet),
	].join(),
	backgroundSize: [...repeat(5, '311px 237px'), ...repeat(3, '467px 449px')].join(),
})

globalStyle('h1, h2, h3, h4, legend', {
	margin: 0,
	fontFamily: font.display,
	fontWeight: 700,
	lineHeight: 1.15,
	letterSpacing: '-0.005em',
	wordSpacing: theme.wordSpace,
	textWrap: 'balance',
	overflowWrap: 'break-word',
})
// In large type the longest words are wider than a phone: they break by the rules of the page's language.
globalStyle('body, h1, h2, h3, h4, legend', {
	'@media': { [media.largeType]: { overflowWrap: 'anywhere', hyphens: 'auto' } },
})
globalStyle('h1', { fontSize: text.h1 })
globalStyle('h2', { fontSize: text.h2 })
globalStyle('h3, h4', { fontSize: text.h3, fontWeight: 650 })
globalStyle('p, ul, ol, dl, dd, figure, fieldset', { margin: 0 })
globalStyle('ul[role="list"], ol[role="list"], nav ul, nav ol', { padding: 0, listStyle: 'none' })
globalStyle('fieldset', { minWidth: 0, padding: 0, border: 0 })
globalStyle('legend', { padding: 0 })
globalStyle('p', { textWrap: 'pretty' })
globalStyle('small', { fontSize: text.small })
globalStyle('img, svg, picture', { maxWidth: '100%' })
globalStyle('img', { display: 'block', height: 'auto' })
globalStyle('button, input, select, textarea', { font: 'inherit', color: 'inherit' })
globalStyle('button', { cursor: 'pointer' })
globalStyle('[hidden]', { display: 'none !important' })

globalStyle('a', {
	color: color.primary,
	textUnderlineOffset: '0.2em',
	textDecorationThickness: '0.08em',
})
globalStyle('a:hover', { color: color.primaryBright })

globalStyle(':focus-visible', {
	outline: `3px solid ${color.focus}`,
	outlineOffset: '3px',
	boxShadow: `0 0 0 3px ${color.deep}`,
})
// An area that a script or a link focuses is no control: a thin line shows where the focus is.
globalStyle('[tabindex="-1"]:not(button, input, a):focus-visible', {
	outline: `1px solid ${color.focus}`,
	outlineOffset: '1px',
	boxShadow: 'none',
})
// Forced colours of the visitor's system remove backgrounds; there the current one of several things has a thick edge.
globalStyle('[aria-current]:not([aria-current="false"], :focus-visible)', {
	'@media': {
		'(forced-colors: active)': { outline: '3px solid Highlight', outlineOffset: '-3px' },
	},
})
globalStyle(':target', { scrollMarginBlock: space.huge })

globalStyle('main', { flexGrow: 1, width: '100%' })
globalStyle('main:focus', { outline: 'none', boxShadow: 'none' })

// One page fades into the next in place.
globalStyle('::view-transition-old(root), ::view-transition-new(root)', {
	animationDuration: time.quick,
})
globalStyle('::view-transition-group(*)', {
	'@media': { '(prefers-reduced-motion: reduce)': { animation: 'none !important' } },
})
globalStyle('*, *::before, *::after', {
	'@media': {
		'(prefers-reduced-motion: reduce)': {
			animationDuration: '0.01ms !important',
			animationIterationCount: '1 !important',
			transitionDuration: '0.01ms !important',
		},
	},
})

globalStyle('html, body', {
	'@media': { [media.print]: { background: color.paper, color: color.ink, colorScheme: 'light' } },
})
globalStyle('body::before, body > header, body > footer, [data-screen-only]', {
	'@media': { [media.print]: { display: 'none !important' } },
})
globalStyle('main *', {
	'@media': {
		[media.print]: {
			color: `${color.ink} !important`,
			background: 'none !important',
			boxShadow: 'none !important',
			borderColor: `${color.inkLine} !important`,
		},
	},
})

function star(size: string, position: string, color: string) {
	return `radial-gradient(${size} ${size} at ${position}, ${color}, transparent)`
}

function repeat(times: number, value: string): string[] {
	return Array.from({ length: times }, () => value)
}
