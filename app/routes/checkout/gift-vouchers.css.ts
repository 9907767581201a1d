import { globalStyle, style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, radius, space, text } = theme

export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: space.md })
export const print = style({ '@media': { [media.noScript]: { display: 'none' } } })

export const vouchers = style({
	display: 'grid',
	gap: space.xl,
	gridTemplateColumns: 'minmax(0, 1fr)',
	padding: 0,
	margin: 0,
	listStyle: 'none',
	// A grid would move the first printed voucher to page two, as it breaks before a sheet that does not fit.
	'@media': { [media.print]: { display: 'block' } },
})

// Paper has a fixed type size, so that one sheet fits one page.
globalStyle(`html:has(${vouchers})`, { '@media': { [media.print]: { fontSize: '12pt' } } })

/** A gift voucher as a sheet of paper: light on the screen, too; when printed, it fills an A4 page. */
export const sheet = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	alignContent: 'start',
	gap: space.xl,
	overflow: 'hidden',
	borderRadius: radius.lg,
	background: color.paper,
	color: color.deep,
	'@media': { [media.print]: { breakInside: 'avoid', breakAfter: 'page', minHeight: '24cm' } },
})

export const art = style({ width: '100%', height: 'auto', borderRadius: 0 })

export const band = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	columnGap: space.xl,
	marginBlockStart: `calc(-1 * ${space.xl})`,
	padding: space.xl,
	background: color.panel,
	color: color.text,
})
export const claim = style({ fontSize: text.h2 })
export const amount = style({
	color: color.primaryBright,
	fontFamily: font.display,
	fontSize: text.h1,
	fontWeight: 700,
	margin: 0,
})

export const people = style({
	display: 'grid',
	gap: space.xl,
	gridTemplateColumns: 'minmax(0, 1fr)',
	'@media': { [media.sm]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})

/** An empty line of a printed gift voucher, to write on by hand. */
export const line = style({
	minHeight: '4rem',
	marginInline: space.xl,
	borderBlockEnd: `1px solid ${color.inkLine}`,
	fontSize: text.small,
})

export const written = style({
	display: 'block',
	fontFamily: font.display,
	fontSize: text.h2,
	overflowWrap: 'anywhere',
})
export const message = style({
	marginInline: space.xl,
	fontFamily: font.display,
	fontSize: text.h2,
	fontStyle: 'italic',
	lineHeight: 1.5,
	whiteSpace: 'pre-line',
	overflowWrap: 'anywhere',
})

export const redeem = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	gap: space.lg,
	marginInline: space.xl,
	padding: space.lg,
	border: `1px solid ${color.inkLine}`,
	borderRadius: radius.lg,
})
export const how = style({ display: 'grid', gap: space.sm, flex: '1 1 12rem', minWidth: 0 })
export const code = style({
	// Fits the code on one line of a phone.
	fontSize: 'min(1.25rem, 5.2vw)',
	fontWeight: 700,
	letterSpacing: '0.03em',
	overflowWrap: 'anywhere',
})
export const byPost = style({ fontWeight: 600 })

export const imprint = style({
	marginInline: space.xl,
	paddingBlockEnd: space.xl,
	fontSize: text.small,
})
