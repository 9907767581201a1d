import type { DayView } from '#app/routes/shop/view/calendar-view.ts'

/** The most days in a strip; more would be too many to look through. */
const most = 28

/**
 * Joins the days of a strip with those shown before, so that none of them moves; where both have a day, the new one is
 * taken. Returns the new days alone when the two have no day in common, or together more than 28.
 */
export function joinedDays(before: readonly DayView[], now: DayView[]): DayView[] {
	const first = now[0]?.day ?? ''
	const last = now.at(-1)?.day ?? ''
	const earlier = before.filter(({ day }) => day < first)
	const later = before.filter(({ day }) => day > last)
	const joined = [...earlier, ...now, ...later]
	return earlier.length + later.length < before.length && joined.length <= most ? joined : now
}
