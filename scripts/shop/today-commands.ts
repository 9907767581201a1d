import { StartError } from '#app/gateways/start-error.ts'
import { addDays, today, type Instant } from '#app/models/venue/day.ts'
import { parseDay, type Day } from '#app/models/venue/slot.ts'
import { runSheet } from '#scripts/shop/day-words.ts'

// The lists of `npm run venue` for the day's work. Models are imported once the environment names their database.

/** The command and its arguments. */
type Typed = readonly string[]

export async function showDay(positionals: Typed): Promise<void> {
	const [, typed] = positionals
	const { now } = await import('#app/gateways/clock.server.ts')
	const day = dayTyped(typed, now())
	if (!day) throw new StartError('day DAY: day 2026-12-05, day today or day tomorrow')

	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	const { listVisits } = await import('#app/models/order/visits.server.ts')
	const [venue, visits] = await Promise.all([loadVenue(), listVisits(day)])
	const lines = runSheet(venue, visits)
	console.log(lines.length > 0 ? lines.join('\n') : `Nobody has booked for ${day}.`)
}

/** Reads a date, or 'today' and 'tomorrow' by the venue's clock. */
function dayTyped(typed: string | undefined, now: Instant): Day | undefined {
	if (typed === 'today') return today(now)
	return typed === 'tomorrow' ? addDays(today(now), 1) : parseDay(typed)
}

export async function showPost(positionals: Typed): Promise<void> {
	const [, typed] = positionals
	const since = parseDay(typed) ?? null
	if (typed !== undefined && since === null)
		throw new StartError('post [DAY]: post, or post 2026-12-01')

	const { listPostedGifts } = await import('#app/models/order/posted-gifts.server.ts')
	const lines = await listPostedGifts(since)
	console.log(lines.length > 0 ? lines.join('\n') : 'No gift voucher is to be sent by post.')
}

export async function retry(): Promise<void> {
	const { db } = await import('#app/db/client.server.ts')
	const { retryParked } = await import('#app/db/queue.server.ts')
	const counts = Object.entries(await retryParked(db))
	if (counts.length === 0) console.log('Nothing was given up.')
	for (const [name, count] of counts) console.log(`${name}: ${count} tried again`)
}
