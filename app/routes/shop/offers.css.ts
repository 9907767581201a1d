import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { color, space, text } = theme

export const section = style({
	selectors: {
		'& + &': { marginBlockStart: space.xxl },
	},
})
export const title = style({ marginBlockEnd: space.md, fontSize: text.lead, color: color.party })

export const cards = style({
	display: 'grid',
	gap: space.lg,
	gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 14.5rem), 1fr))',
	// A card that is open takes a row for itself; the others move up into the gap it leaves.
	gridAutoFlow: 'row dense',
})
export const item = style({ display: 'grid' })
/** A chosen party needs room for what is chosen with it. */
export const wideItem = style([item, { gridColumn: '1 / -1' }])
