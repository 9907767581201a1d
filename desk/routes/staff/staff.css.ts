import { style } from '@vanilla-extract/css'

import { desk, pageFrom } from '#desk/ui/tokens.css.ts'

/**
 * The page of the staff: its tables, and beside them, where there is room, the forms for one person and for an
 * invitation.
 */
export const columns = style({
	display: 'grid',
	gap: desk.gap,
	gridTemplateColumns: 'minmax(0, 1fr)',
	alignItems: 'start',
	'@container': { [pageFrom.columns]: { gridTemplateColumns: 'minmax(0, 1fr) 22rem' } },
})
export const form = style({ display: 'grid', gap: '0.625rem' })
export const list = style({ display: 'grid', gap: '0.375rem', padding: 0, listStyle: 'none' })
