import type { Day, Month } from '#app/models/venue/slot.ts'

/**
 * Returns the month ('YYYY-MM') of a day. In a file of its own, because the browser makes the links of calendars too.
 */
export function monthOf(day: Day): Month {
	return day.slice(0, 7)
}
