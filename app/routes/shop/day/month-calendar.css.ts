import { globalStyle, style, styleVariants } from '@vanilla-extract/css'

import { markColors } from '#app/routes/shop/day/marks.css.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'
import { theme } from '#app/ui/theme.css.ts'
import { timeButton, timeCell } from '#app/ui/time-button.css.ts'

const { color, font, radius, size, space, text } = theme

/**
 * The calendar of a month as a container: its layout follows its own width, since large type leaves little space, too.
 */
export const month = style({
	containerType: 'inline-size',
	display: 'grid',
	gap: space.sm,
	gridTemplateColumns: 'minmax(0, 1fr)',
})
const isRoomy = '(width >= 34rem)'
const isTight = '(width < 17rem)'

export const turns = style({
	display: 'grid',
	gridTemplateColumns: `${size.target} minmax(0, 1fr) ${size.target}`,
	alignItems: 'center',
	gap: space.sm,
	'@container': { [isTight]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const title = style({
	font: `650 ${text.h3}/1.3 ${font.display}`,
	textAlign: 'center',
	'@container': { [isTight]: { gridColumn: '1 / -1', gridRow: 1 } },
})
export const turn = style({
	display: 'grid',
	placeItems: 'center',
	minHeight: size.target,
	border: `1px solid ${color.edge}`,
	borderRadius: radius.md,
	color: color.primary,
	selectors: { '&:hover': { borderColor: color.primary } },
})
export const noTurn = style({ minHeight: size.target })
export const after = style({ transform: 'scaleX(-1)' })

export const table = style({
	width: `calc(100% + ${space.md})`,
	marginInline: `calc(-0.5 * ${space.md})`,
	tableLayout: 'fixed',
	borderCollapse: 'separate',
	borderSpacing: '1px',
	'@container': {
		[isRoomy]: { width: '100%', marginInline: 0 },
		[isTight]: { display: 'block', width: '100%', marginInline: 0 },
	},
})
export const caption = visuallyHidden
export const head = style({ color: color.soft, fontSize: '0.8125rem', fontWeight: 600 })
export const weekday = style({ textDecoration: 'none' })
export const cell = style({
	padding: 0,
	height: '3.5rem',
	verticalAlign: 'top',
	'@container': {
		[isRoomy]: { height: '4.25rem' },
		[isTight]: { display: 'block', height: 'auto' },
	},
})
/** The cell of a day that belongs to the month before or after. */
export const otherCell = style([cell])
// Where the calendar is narrow, as with large type, the month becomes a list.
globalStyle(`${table} :is(tbody, tr)`, { '@container': { [isTight]: { display: 'block' } } })
globalStyle(`${table} thead, ${cell}:empty`, { '@container': { [isTight]: { display: 'none' } } })

const base = style({
	alignContent: 'center',
	gap: space.hair,
	width: '100%',
	minHeight: '3.5rem',
	border: `1px solid ${color.line}`,
	borderBlockStartWidth: '3px',
	borderRadius: radius.sm,
	'@container': {
		[isRoomy]: { minHeight: '4.25rem' },
		[isTight]: {
			gridTemplateColumns: 'auto auto 1fr',
			justifyItems: 'start',
			minHeight: '3rem',
			columnGap: space.sm,
			marginBlockEnd: space.hair,
			paddingInline: space.sm,
		},
	},
})
export const day = style([timeButton, base, { background: color.raised }])
export const dearDay = style([
	day,
	{
		borderBlockStartColor: color.party,
		// Forced colours drop the colour of a dear day's edge but keep its double line.
		'@media': { '(forced-colors: active)': { borderBlockStart: '6px double' } },
	},
])
globalStyle(`${otherCell} > ${day}:not([aria-current])`, { background: 'transparent' })
export const dayOff = style([
	timeCell,
	base,
	{
		color: color.soft,
		borderStyle: 'dashed',
		selectors: { '&[aria-current]': { borderColor: color.warning } },
	},
])

export const fullName = visuallyHidden
export const weekdayInList = style({
	display: 'none',
	'@container': { [isTight]: { display: 'block' } },
})
export const date = style({ fontWeight: 600, fontVariantNumeric: 'tabular-nums' })
globalStyle(`${dayOff} ${date}`, { fontWeight: 400 })

const word = style({
	fontSize: '0.6875rem',
	fontVariantNumeric: 'tabular-nums',
	letterSpacing: '-0.02em',
	lineHeight: 1.2,
	maxWidth: '100%',
})
export const shortWord = styleVariants(markColors, (own) => [
	word,
	{ color: own, '@container': { [isRoomy]: { display: 'none' } } },
])
export const longWord = styleVariants(markColors, (own) => [
	word,
	{
		display: 'none',
		color: own,
		fontSize: '0.8125rem',
		letterSpacing: 0,
		'@container': { [isRoomy]: { display: 'block' } },
	},
])
globalStyle(`${day}[aria-current] *`, { color: color.onPrimary })
