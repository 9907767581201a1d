import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, size, space } = theme

export const banner = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	gap: space.md,
	width: `min(${size.page}, 100%)`,
	marginInline: 'auto',
	padding: `${space.md} ${space.lg}`,
	borderBlockEnd: `1px solid ${color.line}`,
	'@media': { [media.print]: { display: 'none' } },
})

export const words = style({ flex: '1 1 20rem' })
export const answers = style({ display: 'flex', flexWrap: 'wrap', gap: space.sm })
