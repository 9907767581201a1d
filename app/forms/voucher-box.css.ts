import { globalStyle, style } from '@vanilla-extract/css'

import { control } from '#app/forms/fields.css.ts'
import { panel } from '#app/ui/panel.css.ts'
import { media, theme } from '#app/ui/theme.css.ts'

const { color, radius, size, space } = theme

export const redeemed = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	gap: space.sm,
	padding: `${space.xs} ${space.xs} ${space.xs} ${space.lg}`,
	border: `1px dashed ${color.primary}`,
	borderRadius: radius.md,
})
export const code = style({ fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 })

export const other = style({})
globalStyle(`${other} > summary`, {
	display: 'flex',
	alignItems: 'center',
	minHeight: size.target,
	width: 'fit-content',
	color: color.soft,
	textDecoration: 'underline',
	textUnderlineOffset: '0.2em',
	cursor: 'pointer',
})

/** A row of code and button; in large type the button wraps below the code. */
export const row = style({ display: 'flex', flexWrap: 'wrap', gap: space.sm })
export const input = style([
	control,
	{ flex: '1 1 8rem', width: 'auto', scrollMarginBlock: '30vh' },
])
export const submit = style({ '@media': { [media.largeType]: { flex: '1 0 auto' } } })

/** The fold around the voucher box, on pages with more to look at first. */
export const fold = style([panel, { paddingBlock: space.xs }])
globalStyle(`${fold}[open]`, { paddingBlockEnd: space.lg })
globalStyle(`${fold} > summary`, {
	minHeight: size.target,
	alignContent: 'center',
	fontWeight: 600,
	cursor: 'pointer',
})
