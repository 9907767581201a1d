import { data } from 'react-router'

import type { Instant } from '#app/models/venue/day.ts'
import { today } from '#app/models/venue/day.ts'
import { parseDay, type Day } from '#app/models/venue/slot.ts'

/** Returns the day of an address, or today where it names none. @throws a 404 for something that is no day */
export function dayOf(params: { day?: string | undefined }, now: Instant): Day {
	if (params.day === undefined) return today(now)
	const day = parseDay(params.day)
	if (!day) throw data(null, 404)
	return day
}
