import { type DayLoads, listLoadsByDay } from '#app/models/capacity/loads.server.ts'
import { daysAround, type DayRange, withRoomsBeside } from '#app/models/capacity/over-midnight.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * Lists the loads of each day for calendars and times, as `listLoadsByDay` does. Adds those of rooms on the
 * neighbouring days that are in the way of a day's visits because cleaning goes over midnight (faults N374). One
 * statement.
 */
export async function listLoadsAround(venue: Venue, range: DayRange): Promise<DayLoads> {
	const { first, last } = daysAround(venue, range)
	const { byDay, daysVersion } = await listLoadsByDay(first, last)
	return { byDay: withRoomsBeside(venue, byDay), daysVersion }
}
