import { globalFontFace, globalStyle } from '@vanilla-extract/css'

import exo2 from '#app/ui/fonts/exo-2.woff2?url'
import inter from '#app/ui/fonts/inter.woff2?url'
import { media, theme } from '#app/ui/theme.css.ts'
import { desk } from '#desk/ui/tokens.css.ts'

const { color, font, time } = theme

globalFontFace('Inter Variable', {
	src: `url('${inter}') format('woff2')`,
	fontDisplay: 'swap',
	fontWeight: '400 700',
})
globalFontFace('Exo Variable', {
	src: `url('${exo2}') format('woff2')`,
	fontDisplay: 'swap',
	fontWeight: '600 700',
})

globalStyle('*, *::before, *::after', { boxSizing: 'border-box' })
globalStyle('html', {
	colorScheme: 'dark',
	background: color.ground,
	scrollPaddingBlock: '4.5rem 5rem',
	textSizeAdjust: '100%',
})
globalStyle('body', {
	margin: 0,
	color: color.text,
	background: color.ground,
	font: `400 ${desk.text.body}/1.35 ${font.text}`,
	fontVariantNumeric: 'tabular-nums',
	overflowWrap: 'break-word',
})
globalStyle('h1, h2, h3, legend, caption', {
	margin: 0,
	fontFamily: font.display,
	lineHeight: 1.2,
	textAlign: 'start',
	overflowWrap: 'anywhere',
})
globalStyle('h1', { fontSize: desk.text.h1, fontWeight: 700 })
globalStyle('h2, legend, caption', { fontSize: desk.text.h2, fontWeight: 700 })
globalStyle('h3', { fontSize: desk.text.body, fontWeight: 700 })
globalStyle('p, ul, ol, dl, dd, figure, fieldset, table, blockquote', { margin: 0 })
globalStyle('ul, ol', { padding: 0, listStyle: 'none' })
globalStyle('fieldset', { minWidth: 0, padding: 0, border: 0 })
globalStyle('legend', { padding: 0, marginBlockEnd: '0.375rem' })
globalStyle('button, input, select, textarea', { font: 'inherit', color: 'inherit' })
globalStyle('button, summary, label', { cursor: 'pointer' })
globalStyle('a', {
	color: color.primary,
	textUnderlineOffset: '0.2em',
	textDecorationThickness: '0.08em',
})
globalStyle('a:hover', { color: color.primaryBright })
globalStyle('small', { fontSize: desk.text.small })
globalStyle('b, strong', { fontWeight: 650 })
globalStyle('svg', { display: 'block', maxWidth: '100%' })
globalStyle('mark', { background: 'none', color: color.primary, fontWeight: 700 })
globalStyle('[hidden]', { display: 'none !important' })
globalStyle('kbd', {
	display: 'none',
	minWidth: '1.375rem',
	paddingInline: '0.3125rem',
	border: `1px solid ${color.edge}`,
	borderRadius: '0.25rem',
	color: color.soft,
	font: `600 ${desk.text.tiny}/1.35rem ${font.text}`,
	textAlign: 'center',
	'@media': { '(hover: hover) and (pointer: fine)': { display: 'inline-block' } },
})

globalStyle(':focus-visible', {
	outline: `3px solid ${color.focus}`,
	outlineOffset: '2px',
	boxShadow: `0 0 0 2px ${color.deep}`,
})
globalStyle('[tabindex="-1"]:not(button, input, a):focus-visible', {
	outline: `1px solid ${color.focus}`,
	outlineOffset: '1px',
	boxShadow: 'none',
})
globalStyle('main:focus', { outline: 'none', boxShadow: 'none' })
// Forced colours of the system take backgrounds away, so that the current link gets a thick outline instead.
globalStyle('[aria-current]:not([aria-current="false"], :focus-visible)', {
	'@media': {
		'(forced-colors: active)': { outline: '3px solid Highlight', outlineOffset: '-3px' },
	},
})
globalStyle('*, *::before, *::after', {
	'@media': {
		'(prefers-reduced-motion: reduce)': {
			animationDuration: '0.01ms !important',
			transitionDuration: `${time.quick} !important`,
		},
	},
})

// Prints pages black on white, without the frame and without anything to press.
globalStyle('html, body', {
	'@media': { [media.print]: { background: color.paper, color: color.ink, colorScheme: 'light' } },
})
globalStyle('[data-screen-only]', { '@media': { [media.print]: { display: 'none !important' } } })
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
