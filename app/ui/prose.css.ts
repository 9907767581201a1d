import { globalStyle, style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, radius, size, space, text } = theme

/** The title of a page with running text, so small on phones that 'Geschäftsbedingungen' takes one line. */
export const proseTitle = style({ fontSize: `clamp(${text.body}, 7.6vw, ${text.h1})` })
/** Running text that the operator wrote, on content pages and in the information dialog. */
export const prose = style({ overflowWrap: 'break-word', hyphens: 'auto' })

globalStyle(`${prose} > *`, { maxWidth: size.reading })
globalStyle(`${prose} > * + *`, { marginBlockStart: space.lg })
globalStyle(`${prose} > h2`, { marginBlockStart: space.xxl })
globalStyle(`${prose} > h3`, { marginBlockStart: space.xl })
globalStyle(`${prose} > :is(h2, h3) + *`, { marginBlockStart: space.sm })
globalStyle(`${prose} > h2 + h3`, { marginBlockStart: space.md })
globalStyle(`${prose} h3`, { fontSize: text.body })
globalStyle(`${prose} > :first-child`, { marginBlockStart: 0 })
globalStyle(`${prose} :is(ul, ol)`, { paddingInlineStart: space.xl })
globalStyle(`${prose} li + li`, { marginBlockStart: space.xs })
globalStyle(`${prose} li::marker`, { color: color.primary })
globalStyle(`${prose} img`, { borderRadius: radius.md })
globalStyle(`${prose} table`, { width: '100%', borderCollapse: 'collapse' })
globalStyle(`${prose} :is(th, td)`, {
	padding: space.sm,
	borderBlockEnd: `1px solid ${color.line}`,
	textAlign: 'start',
	verticalAlign: 'top',
})
globalStyle(`${prose} td code`, { '@media': { '(width < 30rem)': { overflowWrap: 'anywhere' } } })
globalStyle(`${prose} thead th`, { background: color.tableHead })
// On a phone the first of three cells takes a row of its own.
const onPhones = '(20rem <= width < 30rem)'
const wide = `${prose} table:has(tr > :nth-child(3))`
globalStyle(`${wide}, ${wide} :is(thead, tbody)`, {
	'@media': { [onPhones]: { display: 'block' } },
})
globalStyle(`${wide} tr`, {
	'@media': {
		[onPhones]: {
			display: 'grid',
			gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 7rem)',
			borderBlockEnd: `1px solid ${color.line}`,
		},
	},
})
globalStyle(`${wide} :is(th, td)`, { '@media': { [onPhones]: { borderBlockEnd: 0 } } })
globalStyle(`${wide} :is(th, td):first-child`, {
	'@media': { [onPhones]: { gridColumn: '1 / -1', paddingBlockEnd: 0 } },
})
// In large type a table reads as a list.
globalStyle(`${prose} table :is(thead, tbody, tr, th, td), ${prose} table`, {
	'@media': { '(width < 20rem)': { display: 'block', overflowWrap: 'anywhere' } },
})
globalStyle(`${prose} blockquote`, {
	marginInline: 0,
	marginBlockEnd: 0,
	paddingInlineStart: space.lg,
	borderInlineStart: `4px solid ${color.accent}`,
	color: color.soft,
})
