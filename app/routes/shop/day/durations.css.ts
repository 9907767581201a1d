import { globalStyle, style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'
import { timeButton } from '#app/ui/time-button.css.ts'

const { color, radius, size, space } = theme

export const lengths = style({
	display: 'grid',
	gap: '0.375rem',
	gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 4rem), 1fr))',
})
globalStyle(`${lengths} > li`, { display: 'grid' })
export const length = style([
	timeButton,
	{
		alignContent: 'center',
		minHeight: size.target,
		padding: `${space.xs} ${space.hair}`,
		border: `1.5px solid ${color.edge}`,
		borderRadius: radius.md,
		background: color.raised,
		fontSize: '0.9375rem',
		fontWeight: 600,
	},
])
globalStyle(`${length} small`, {
	color: color.soft,
	fontSize: '0.75rem',
	fontWeight: 400,
	whiteSpace: 'nowrap',
})
globalStyle(`${length}[aria-current] small`, { color: color.onPrimary })
