import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'
import { chip } from '#desk/ui/button.css.ts'
import { fields } from '#desk/ui/form.css.ts'
import { desk } from '#desk/ui/tokens.css.ts'

/** The buttons that choose what a call is about, of which one is current, below the fields of day and guests. */
export const kinds = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'end',
	gap: '0.375rem',
	gridColumn: '1 / -1',
})
/** The button that shows the free times of a call, beside its fields and level with them. */
export const show = style({ display: 'grid', alignContent: 'end' })
/** The button of the free time that the address of a call names, until a time is taken. */
export const asked = style([chip, { borderWidth: '3px', borderColor: theme.color.primary }])
/** The room on the button of a free time, or the number of free places, in the colour of the button. */
export const where = style({ fontSize: desk.text.tiny, fontWeight: 400 })
/** The steppers of a call in rows. They stay level where some labels need a second line. */
export const numbers = style([fields, { alignItems: 'end' }])
export const sums = style({ display: 'grid', gap: '0.25rem' })
export const sum = style({
	display: 'flex',
	flexWrap: 'wrap',
	justifyContent: 'space-between',
	columnGap: '0.75rem',
	fontVariantNumeric: 'tabular-nums',
})
export const total = style([sum, { fontWeight: 700 }])
export const code = style({
	fontSize: 'clamp(1.25rem, 6vw, 1.75rem)',
	fontWeight: 700,
	letterSpacing: '0.08em',
	overflowWrap: 'anywhere',
})
