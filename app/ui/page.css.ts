import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { size, space } = theme

/** The outermost element of every page: as wide as a page may be, with air at its sides. */
export const page = style({
	width: '100%',
	maxWidth: size.page,
	marginInline: 'auto',
	padding: `${space.lg} ${space.lg} ${space.huge}`,
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	alignContent: 'start',
	gap: space.xl,
	'@media': { [media.sm]: { paddingInline: space.xl } },
})

/** The outermost element of a page with a form in one column. */
export const narrow = style([page, { maxWidth: `calc(${size.form} + 2 * ${space.xl})` }])

/** The outermost element of a page with running text. */
export const reading = style([page, { maxWidth: `calc(${size.reading} + 2 * ${space.xl})` }])

/** The two columns of a page with the cart beside its main content, from lg on; below it they are one. */
export const withAside = style({
	display: 'grid',
	gap: space.xl,
	gridTemplateColumns: 'minmax(0, 1fr)',
	alignItems: 'start',
	'@media': { [media.lg]: { gridTemplateColumns: 'minmax(0, 1fr) 23.5rem' } },
})

export const aside = style({
	'@media': {
		[media.lg]: {
			position: 'sticky',
			insetBlockStart: space.lg,
			maxHeight: `calc(100dvh - 2 * ${space.lg})`,
			overflowY: 'auto',
		},
	},
})

/**
 * The row of buttons that leads through steps: back at the left, next at the right; on phones below each other, next
 * first.
 */
export const actions = style({
	display: 'flex',
	flexDirection: 'column-reverse',
	gap: space.md,
	'@media': {
		[media.sm]: { flexDirection: 'row', justifyContent: 'space-between', alignItems: 'center' },
	},
})

export const lead = style({ maxWidth: '56ch' })

export const visuallyHidden = style({
	position: 'absolute',
	width: 1,
	height: 1,
	margin: -1,
	overflow: 'hidden',
	clipPath: 'inset(50%)',
	whiteSpace: 'nowrap',
})
