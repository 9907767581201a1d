import { globalStyle, style } from '@vanilla-extract/css'

import { panel } from '#desk/ui/panel.css.ts'
import { desk, pageFrom } from '#desk/ui/tokens.css.ts'

/** The form of the sign-in and the panel about this device, beside one another where there is room. */
export const even = style({
	display: 'grid',
	gap: desk.gap,
	gridTemplateColumns: 'minmax(0, 1fr)',
	alignItems: 'start',
	'@container': { [pageFrom.rail]: { gridTemplateColumns: '1fr 1fr' } },
})
export const form = style([panel])
export const group = style({ border: 0, margin: 0, padding: 0, minWidth: 0 })
export const people = style({ display: 'grid', gap: '0.375rem', marginBlockStart: '0.375rem' })
export const fold = style({})
globalStyle(`${fold} > summary`, {
	minHeight: desk.tap,
	alignContent: 'center',
	fontWeight: 600,
})
export const inside = style({ display: 'grid', gap: '0.625rem' })
