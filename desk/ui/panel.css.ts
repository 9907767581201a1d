import { globalStyle, style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'
import { desk, pageFrom } from '#desk/ui/tokens.css.ts'

const { color, radius } = theme

/** A framed area of a page. It is a CSS container: its contents are laid out by its width. */
export const panel = style({
	containerType: 'inline-size',
	display: 'grid',
	gap: '0.625rem',
	gridTemplateColumns: 'minmax(0, 1fr)',
	alignContent: 'start',
	padding: `0.75rem ${desk.side}`,
	background: color.panel,
	border: `1px solid ${color.line}`,
	borderRadius: radius.md,
})
/** A panel whose table reaches its edges. */
export const flush = style([panel, { padding: 0, gap: 0, overflow: 'clip' }])

export const head = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	gap: `0 ${desk.gap}`,
	minHeight: '2.5rem',
})
globalStyle(`${flush} > ${head}`, { padding: `0.3125rem ${desk.side}` })

/** A part of a panel without padding (`flush`) that has padding of its own. */
export const inset = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	gap: '0.625rem',
	padding: `0.625rem ${desk.side} 0.75rem`,
	borderBlockStart: `1px solid ${color.line}`,
})

/** The first row of a page: heading, what the page is about, actions. */
export const title = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	gap: `0.25rem ${desk.gap}`,
	minHeight: desk.tap,
})
globalStyle(`${title} > p`, { color: color.soft })
export const titleActions = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	gap: '0.5rem',
	marginInlineStart: 'auto',
})

export const stack = style({
	display: 'grid',
	gap: desk.gap,
	gridTemplateColumns: 'minmax(0, 1fr)',
	alignContent: 'start',
})
/** Panels of one width each, as many beside one another as there is room for. */
export const even = style({
	display: 'grid',
	gap: desk.gap,
	gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 19rem), 1fr))',
	alignItems: 'start',
})
/** A page with a narrow column at its side; where there is no room, the column is below the others. */
export const columns = style({
	display: 'grid',
	gap: desk.gap,
	gridTemplateColumns: 'minmax(0, 1fr)',
	alignItems: 'start',
	'@container': {
		[pageFrom.columns]: { gridTemplateColumns: 'minmax(0, 1fr) 19.5rem' },
		[pageFrom.wide]: { gridTemplateColumns: 'minmax(0, 1fr) 21.5rem' },
	},
})
export const columnsWideSide = style([
	columns,
	{
		'@container': {
			[pageFrom.columns]: { gridTemplateColumns: 'minmax(0, 1fr) 22.5rem' },
			[pageFrom.wide]: { gridTemplateColumns: 'minmax(0, 1fr) 26rem' },
		},
	},
])
globalStyle(`${columns} > *`, { minWidth: 0 })
/** A column at the side that stays in sight while the page beside it is scrolled. */
export const sticky = style({
	'@container': { [pageFrom.columns]: { position: 'sticky', insetBlockStart: '4.25rem' } },
})

/** A part of a page that is unfolded by pressing its head: `<details className={fold}><summary>`. */
export const fold = style({ borderBlockStart: `1px solid ${color.line}` })
globalStyle(`${fold} > summary`, {
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	gap: '0.125rem 0.5rem',
	minHeight: desk.tap,
	fontWeight: 650,
	listStyle: 'none',
})
globalStyle(`${fold} > summary::-webkit-details-marker`, { display: 'none' })
globalStyle(`${fold} > summary::before`, {
	content: "''",
	flex: 'none',
	width: '0.5rem',
	height: '0.5rem',
	margin: '0 0.25rem 0 0.125rem',
	border: `solid ${color.primary}`,
	borderWidth: '0 2px 2px 0',
	rotate: '-45deg',
})
globalStyle(`${fold}[open] > summary::before`, { rotate: '45deg' })
globalStyle(`${fold} > summary small`, { fontWeight: 400, color: color.soft })
globalStyle(`${fold} > div`, {
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	gap: '0.625rem',
	paddingBlockEnd: '0.75rem',
})
globalStyle(`${flush} ${fold}`, { borderBlockStart: 0 })
globalStyle(`${flush} > ${fold} > summary`, { paddingInline: desk.side })
globalStyle(`${head} > ${fold}`, { flex: '1 1 16rem', border: 0 })
globalStyle(`${head} > ${fold}[open]`, { flexBasis: '100%' })
