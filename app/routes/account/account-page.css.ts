import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, radius, size, space, text } = theme

export const back = style({
	display: 'inline-flex',
	alignItems: 'center',
	gap: space.sm,
	minHeight: size.target,
})

export const sign = style({ flex: 'none', width: '1.25rem', height: '1.25rem' })

/** The list of orders, passkeys, sessions or links on a page of the account; a thin edge divides its items. */
export const list = style({ display: 'grid' })
export const item = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	gap: space.md,
	paddingBlock: space.md,
	borderBlockEnd: `1px solid ${color.line}`,
	selectors: { '&:last-child': { borderBlockEnd: 0 } },
})

/** The link that fills an item of a list on a page of the account. */
export const way = style({
	display: 'flex',
	alignItems: 'center',
	gap: space.md,
	width: '100%',
	minHeight: size.target,
	padding: space.sm,
	marginInline: `calc(-1 * ${space.sm})`,
	borderRadius: radius.md,
	color: color.text,
	textDecoration: 'none',
	selectors: {
		'&:hover': {
			background: `color-mix(in srgb, ${color.text} 8%, transparent)`,
			color: color.text,
		},
	},
})

export const name = style({ fontWeight: 600 })
export const note = style({ color: color.soft, fontSize: text.small })
export const words = style({
	display: 'grid',
	gap: space.xs,
	flex: 1,
	minWidth: 0,
	overflowWrap: 'anywhere',
})
export const due = style({ color: color.warning })

/** The space for the picture of an order; it stays, empty, when the product is no longer sold. */
export const place = style({ flex: 'none', width: '4.5rem', height: '4.5rem' })
export const picture = style({ height: '100%', borderRadius: radius.md })

export const everywhere = style({ display: 'grid', gap: space.md, paddingBlockStart: space.lg })
