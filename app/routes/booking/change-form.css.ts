import { globalStyle, style } from '@vanilla-extract/css'

import { stepper } from '#app/forms/fields.css.ts'
import { foldArrow, openArrow } from '#app/ui/fold-arrow.css.ts'
import { aside } from '#app/ui/page.css.ts'
import { panel, stack } from '#app/ui/panel.css.ts'
import { media, theme } from '#app/ui/theme.css.ts'

const { color, font, layer, radius, size, space, text } = theme

export const guests = style([panel, stack.sm])
export const ask = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	gap: space.md,
})
globalStyle(`${ask} > ${stepper}`, { marginInlineStart: 'auto' })
export const question = style({ flex: '1 1 8rem', fontSize: text.h2 })
export const note = style({ color: color.soft, fontSize: text.small, lineHeight: 1.45 })
/** The line below the number of guests. A badge that comes into it moves nothing (faults N44). */
export const bounds = style([
	note,
	{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.xs, minHeight: '1.75rem' },
])
export const closed = style([panel, stack.md, { color: color.warning, justifyItems: 'start' }])

export const folds = style([panel, { paddingBlock: space.sm }])
globalStyle(`${folds} > * + *`, { borderBlockStart: `1px solid ${color.line}` })
export const fold = style({ scrollMarginBlockStart: space.lg })
/**
 * The folded panel of names, answers or person in the form of a change. The panel inside it has no edges of its own.
 */
export const texts = style([panel, { paddingBlock: space.sm }])
globalStyle(`${texts} > section`, {
	padding: 0,
	paddingBlockEnd: space.lg,
	border: 0,
	background: 'none',
	boxShadow: 'none',
})
export const summary = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	gap: space.sm,
	minHeight: size.target,
	paddingBlock: space.md,
	cursor: 'pointer',
	listStyle: 'none',
	selectors: {
		...foldArrow,
		':is(details)[open] > &::after': openArrow,
	},
})
export const title = style({ flex: '1 1 9rem', minWidth: 0, fontWeight: 650, lineHeight: 1.35 })
globalStyle(`${title} > small`, {
	display: 'block',
	color: color.soft,
	fontSize: text.small,
	fontWeight: 400,
	overflowWrap: 'anywhere',
})
const state = style({
	display: 'inline-flex',
	alignItems: 'center',
	justifyContent: 'center',
	gap: space.xs,
	// As wide as 'noch 2 wählen', so that the title beside it breaks its lines alike before and after.
	minWidth: '6.75rem',
	padding: `${space.hair} ${space.sm}`,
	border: '1px solid currentColor',
	borderRadius: radius.round,
	font: `650 0.8125rem/1.4 ${font.text}`,
})
export const missing = style([state, { color: color.warning }])
export const complete = style([state, { color: color.success }])
export const sign = style({ flex: 'none', width: '1rem', height: '1rem' })
export const group = style([stack.sm, { paddingBlockEnd: space.md }])

export const tick = style({
	display: 'flex',
	alignItems: 'center',
	gap: space.md,
	minHeight: size.target,
	cursor: 'pointer',
})
export const box = style({
	flex: 'none',
	width: '1.75rem',
	height: '1.75rem',
	margin: 0,
	accentColor: color.primary,
})

export const changes = style([aside])
export const problem = style({ color: color.warning, fontWeight: 600 })
export const today = style({
	display: 'flex',
	alignItems: 'center',
	gap: space.sm,
	color: color.success,
	fontWeight: 650,
})
export const due = style({ fontWeight: 650 })
export const check = style({ marginBlockStart: space.lg })

/** The bar with the sums of a change. It sticks to the bottom of a phone's screen while the form is in view. */
export const bar = style({
	position: 'sticky',
	zIndex: layer.bar,
	insetBlockEnd: 0,
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	gap: space.sm,
	marginInline: `calc(-1 * ${space.lg})`,
	padding: `${space.sm} ${space.lg}`,
	background: `color-mix(in srgb, ${color.well} 94%, transparent)`,
	borderBlockStart: `1px solid ${color.line}`,
	backdropFilter: 'blur(8px)',
	'@media': {
		[media.lg]: { display: 'none' },
		'(max-height: 26rem)': { position: 'static' },
	},
})
globalStyle(`html:has(${bar})`, { scrollPaddingBlockEnd: '6rem' })
export const brief = style({ display: 'grid', flex: '1 1 8rem', lineHeight: 1.3 })
globalStyle(`${brief} small`, { color: color.soft })
