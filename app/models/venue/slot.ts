import { z } from 'zod'

/*
 * The schemas of day, time and duration. Addresses, forms and the files of the venue are all read by these, so each
 * of them refuses what does not exist (25:00, the 30th of February).
 */

/** The schema of a day at the venue, 'YYYY-MM-DD': a real day of the years 2000 to 2999. Days compare as strings. */
export const day = z.stringFormat(
	'date',
	(text) => text.startsWith('2') && z.regexes.date.test(text),
)
export type Day = string

/** A month, 'YYYY-MM'. */
export type Month = string

/** The schema of a time that the venue's clock shows, 'HH:MM'. */
export const time = z.stringFormat('time', /^([01]\d|2[0-3]):[0-5]\d$/)

/** The schema of a closing time: a time of the day, or midnight as '24:00'. */
export const closingTime = z.stringFormat('time', /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)

export const minutes = z.int().positive().multipleOf(5)

/** The schema of a duration: minutes, or 'day' from the start of a visit until the venue closes. */
export const duration = z.union([minutes, z.literal('day')])
export type Duration = z.infer<typeof duration>

/** A duration as text, in an address, in a form and in a row of the cart. */
export type DurationText = `${number}` | 'day'

export const durationTyped = z
	.string()
	.regex(/^([1-9]\d{0,3}|day)$/)
	.transform((text) => (text === 'day' ? text : Number(text)))
	.pipe(duration)

export function parseDay(text: string | null | undefined): Day | undefined {
	return day.safeParse(text).data
}

export function parseMonth(text: string | null | undefined): Month | undefined {
	return text && parseDay(`${text}-01`) ? text : undefined
}

export function parseTime(text: string | null | undefined): string | null {
	return time.safeParse(text).data ?? null
}

export function parseDuration(text: string | null | undefined): Duration | null {
	return durationTyped.safeParse(text).data ?? null
}

export function durationText(duration: Duration): DurationText {
	return duration === 'day' ? 'day' : `${duration}`
}
