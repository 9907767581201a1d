import { globalStyle, style } from '@vanilla-extract/css'

import { stack } from '#app/ui/panel.css.ts'
import { media, theme } from '#app/ui/theme.css.ts'

const { color, radius, size, space, text, time } = theme

export const lines = stack.lg

export const line = style({
	display: 'grid',
	gap: space.md,
	gridTemplateColumns: 'minmax(0, 1fr)',
	padding: space.lg,
	background: color.panel,
	border: `1px solid ${color.line}`,
	borderRadius: radius.lg,
})

export const head = style({
	display: 'grid',
	gridTemplateColumns: '4rem minmax(0, 1fr) auto',
	columnGap: space.md,
	alignItems: 'start',
	'@media': {
		// A column each for the amount and the button that removes the line keeps the amounts of all lines below each
		// other.
		[media.sm]: {
			gridTemplateColumns: `7rem minmax(0, 1fr) auto ${size.target}`,
			columnGap: space.lg,
		},
	},
})
export const picture = style({ borderRadius: radius.sm })
export const words = style({
	gridColumn: '2 / -1',
	display: 'grid',
	gap: space.xs,
	minWidth: 0,
	'@media': { [media.largeType]: { gridColumn: '1 / -1' }, [media.sm]: { gridColumn: '2' } },
})
export const name = style({ fontSize: text.h3, overflowWrap: 'anywhere', hyphens: 'auto' })
export const facts = style({ color: color.soft, fontSize: text.small, lineHeight: 1.5 })
export const amount = style({
	gridColumnStart: 2,
	fontWeight: 650,
	fontVariantNumeric: 'tabular-nums',
	whiteSpace: 'nowrap',
	'@media': {
		// In large type the amount is wider than the space beside the picture.
		'(width < 20rem)': { gridColumn: '1 / -1' },
		[media.sm]: { gridColumnStart: 3 },
	},
})

export const controls = style({
	display: 'flex',
	alignItems: 'start',
	justifyContent: 'space-between',
	gap: space.xs,
	'@media': { '(width < 20rem)': { flexWrap: 'wrap' } },
})
export const removal = style({ marginInlineStart: 'auto' })
/** Places the button that removes a line beside the amount, when nothing else of the line can be changed. */
export const onlyRemoval = style({
	gridColumn: '3',
	marginBlock: `calc((1.5rem - ${size.target}) / 2)`,
	'@media': { [media.sm]: { gridColumn: '4' } },
})

export const extras = style({
	display: 'grid',
	gap: space.sm,
	paddingInlineStart: `${space.lg} !important`,
	borderInlineStart: `3px solid ${color.line}`,
})
export const extra = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr) auto auto',
	columnGap: space.md,
	rowGap: space.xs,
	alignItems: 'center',
	'@media': {
		'(width < 20rem)': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
		[media.sm]: { columnGap: space.lg },
	},
})
globalStyle(`${extra} > ul`, { gridColumn: '1 / -1', gridRow: 2 })
// Phones have no space for the controls of an extra beside its words.
globalStyle(`${extra} > ${controls}`, {
	gridColumn: '1 / -1',
	'@media': { [media.sm]: { gridColumn: 'auto', justifyContent: 'flex-end' } },
})
export const extraWords = style({
	'@media': { '(width < 20rem)': { gridColumn: '1 / -1' } },
	minWidth: 0,
	lineHeight: 1.35,
	overflowWrap: 'anywhere',
	hyphens: 'auto',
})
export const times = style({ fontVariantNumeric: 'tabular-nums', color: color.soft })
export const extraAmount = style({ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' })
export const note = style({ color: color.soft, fontSize: text.small })
export const answer = style([note, { display: 'block' }])

export const group = style({ borderBlockStart: `1px solid ${color.line}` })

export const summary = style({
	display: 'grid',
	gridTemplateColumns: 'auto minmax(0, 1fr)',
	alignItems: 'center',
	columnGap: space.md,
	rowGap: space.xs,
	minHeight: size.target,
	paddingBlock: space.md,
	cursor: 'pointer',
	listStyle: 'none',
	selectors: {
		'&::-webkit-details-marker': { display: 'none' },
		'&::before': {
			content: "''",
			width: '0.5rem',
			height: '0.5rem',
			borderInlineEnd: `2px solid ${color.soft}`,
			borderBlockEnd: `2px solid ${color.soft}`,
			transform: 'rotate(-45deg)',
			transition: `transform ${time.quick}`,
		},
		[`${group}[open] > &::before`]: { transform: 'rotate(45deg)' },
	},
	'@media': { [media.sm]: { gridTemplateColumns: 'auto minmax(0, 1fr) auto' } },
})
globalStyle(`${summary} > :last-child`, {
	gridColumnStart: 2,
	'@media': { [media.sm]: { gridColumnStart: 3 } },
})
export const title = style({ fontWeight: 600 })
export const choice = style({
	display: 'grid',
	gap: space.md,
	gridTemplateColumns: 'minmax(0, 1fr)',
	paddingBlockEnd: space.lg,
})
/** The button that saves the choices of a package; hidden where scripts run, because choices save themselves there. */
export const save = style({
	justifySelf: 'start',
	selectors: { '&&': { '@media': { [media.script]: { display: 'none' } } } },
})
