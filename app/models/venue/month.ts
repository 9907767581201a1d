import type { Day, Month } from '#app/models/venue/slot.ts'

/** The month of a day. On its own, because the links of calendars are made in the browser too. */
export function monthOf(day: Day): Month {
	return day.slice(0, 7)
}
