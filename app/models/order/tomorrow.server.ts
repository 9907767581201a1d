import { db } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { addDays, timeAt, today, type Instant } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * Enqueues the day sheet of tomorrow, mailed to the venue, once the venue's clock has reached the time of its setting.
 * Each day has one job, however often and by however many processes this is called: the job's id is made of the day.
 */
export async function enqueueSheetOfTomorrow({ letters }: Venue, now: Instant): Promise<void> {
	const at = letters?.tomorrow ?? null
	if (at === null || timeAt(now) < at) return
	const day = addDays(today(now), 1)
	await db.transaction((tx) => enqueue(tx, 'mailDaySheet', { day }, { id: idOf(day) }))
}

/** Returns a job's UUID that ends in the digits of the day. */
function idOf(day: Day): string {
	return `da150000-0000-4000-8000-0000${day.replaceAll('-', '')}`
}
