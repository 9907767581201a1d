import type { DayView } from '#app/routes/shop/view/calendar-view.ts'

/** More than this is too long to look through. */
const most = 28

/**
 * The days of a strip with those that stood there before it, so that none of these moves; of a day that both know
 * the new one counts. Days none of which both know, or that are too many, give way to the new ones.
 */
export function joinedDays(before: readonly DayView[], now: DayView[]): DayView[] {
	const first = now[0]?.day ?? ''
	const last = now.at(-1)?.day ?? ''
	const earlier = before.filter(({ day }) => day < first)
	const later = before.filter(({ day }) => day > last)
	const joined = [...earlier, ...now, ...later]
	return earlier.length + later.length < before.length && joined.length <= most ? joined : now
}
