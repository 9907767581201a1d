import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { space } = theme

export const stack = style({
	display: 'grid',
	gap: space.lg,
	gridTemplateColumns: 'minmax(0, 1fr)',
})
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: space.md })
/** What only scripts can do. */
export const scripted = style({ '@media': { [media.noScript]: { display: 'none' } } })
/** As long as it says nothing it takes no place. */
export const said = style({
	selectors: { '&:empty': { marginBlockStart: `calc(-1 * ${space.lg})` } },
})
export const end = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	gap: space.md,
})
