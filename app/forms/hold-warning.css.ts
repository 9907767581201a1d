import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, layer, radius, size, space } = theme

/** Lays the warning over the page, so that nothing in the page moves. */
export const place = style({
	position: 'fixed',
	zIndex: layer.notification,
	insetBlockStart: space.sm,
	insetInline: space.sm,
	pointerEvents: 'none',
	'@media': {
		[media.md]: {
			insetInlineStart: 'auto',
			insetInlineEnd: space.lg,
			width: size.notification,
		},
		[media.print]: { display: 'none' },
	},
})
export const warning = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	gap: space.sm,
	padding: space.md,
	background: color.notification,
	border: `1px solid ${color.line}`,
	borderInlineStart: `4px solid ${color.warning}`,
	borderRadius: radius.md,
	boxShadow: `0 1rem 2.5rem ${color.shadow}`,
	pointerEvents: 'auto',
})
export const sign = style({
	flex: 'none',
	width: '1.5rem',
	height: '1.5rem',
	color: color.warning,
})
export const renew = style({ selectors: { '&&': { paddingInline: space.md } } })
export const words = style({ flex: '1 1 8rem', lineHeight: 1.3 })
