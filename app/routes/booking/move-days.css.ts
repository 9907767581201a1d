import { globalStyle, style } from '@vanilla-extract/css'

import { date, day, word as plainWord } from '#app/ui/day-strip.css.ts'
import { theme } from '#app/ui/theme.css.ts'

export {
	after,
	before,
	date,
	day,
	dayOff,
	place,
	strip,
	turn,
	turnLink,
	weekday,
} from '#app/ui/day-strip.css.ts'

const { color } = theme

export const word = style([plainWord, { color: color.soft }])
export const few = style([plainWord, { color: color.warning }])
globalStyle(`${day}[aria-current] :is(${date}, ${word}, ${few})`, { color: color.onPrimary })
