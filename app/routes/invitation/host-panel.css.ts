import { style } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { space } = theme

/** The buttons of the host's panel that need scripts; hidden without them. */
export const scripted = style({ '@media': { [media.noScript]: { display: 'none' } } })
/** The words that the link was copied, in the host's panel; they take no space while empty. */
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
