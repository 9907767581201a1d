import { theme } from '#app/ui/theme.css.ts'

const { color } = theme

/** The colour of the word about a day in the strip or the month, by the day's mark. */
export const markColors = {
	free: color.primary,
	few: color.warning,
	full: color.danger,
	phone: color.soft,
	rest: color.soft,
	closed: color.soft,
	past: color.soft,
	over: color.soft,
	later: color.soft,
} as const
