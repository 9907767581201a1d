import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, radius, space, text } = theme

export const note = style({ color: color.soft, fontSize: text.small, lineHeight: 1.45 })
export const tiers = style({ display: 'grid', gap: space.xs })
const tier = style({
	display: 'flex',
	flexWrap: 'wrap',
	justifyContent: 'space-between',
	columnGap: space.lg,
	padding: `${space.sm} ${space.md}`,
	borderInlineStart: `4px solid ${color.line}`,
})
export const later = style([tier, { color: color.soft }])
/** The tier of cancelling that holds now, in the list of all tiers. */
export const now = style([
	tier,
	{
		borderInlineStartColor: color.primary,
		borderRadius: `0 ${radius.sm} ${radius.sm} 0`,
		background: color.raised,
	},
])
export const kept = style({ fontWeight: 650 })
const row = style({
	display: 'flex',
	flexWrap: 'wrap',
	justifyContent: 'space-between',
	columnGap: space.lg,
	fontVariantNumeric: 'tabular-nums',
})
export const plain = style([row])
export const strong = style([row, { fontWeight: 650 }])
export const warn = style([row, { color: color.warning }])
export const forward = style({ width: '100%', resize: 'vertical' })
