import { daySheet } from '#app/models/order/visit.ts'
import { addDays, today, type Instant } from '#app/models/venue/day.ts'
import { parseDay, type Day } from '#app/models/venue/slot.ts'
import { runSheet } from '#scripts/shop/day-words.ts'
import { jobWords } from '#scripts/shop/job-words.ts'
import { mistyped } from '#scripts/shop/mistyped.ts'
import { postWords } from '#scripts/shop/post-words.ts'
import { wordsIn } from '#scripts/shop/words.ts'

// The lists of `npm run venue` for the day's work. Models are imported once the environment names their database.

/** The words that the operator typed: the command and its arguments. */
type Typed = readonly string[]

type Options = { lang?: string | undefined }

export async function showDay(positionals: Typed, { lang }: Options): Promise<void> {
	const words = wordsIn(lang)
	const [, typed] = positionals
	const { now } = await import('#app/gateways/clock.server.ts')
	const day = dayTyped(typed, now())
	if (!day) throw mistyped({ day }, 'day DAY: day 2026-12-05, day today or day tomorrow', words)

	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	const { listVisits } = await import('#app/models/order/visits.server.ts')
	const [venue, visits] = await Promise.all([loadVenue(), listVisits(day)])
	const lines = runSheet(daySheet(venue, visits), words)
	console.log(lines.length > 0 ? lines.join('\n') : words.nobodyComes(day))
}

/** Reads the typed day, `YYYY-MM-DD`, 'today' or 'tomorrow', in the venue's time zone; undefined for anything else. */
function dayTyped(typed: string | undefined, now: Instant): Day | undefined {
	if (typed === 'today') return today(now)
	return typed === 'tomorrow' ? addDays(today(now), 1) : parseDay(typed)
}

export async function showPost(positionals: Typed, { lang }: Options): Promise<void> {
	const words = wordsIn(lang)
	const [, typed] = positionals
	const since = parseDay(typed) ?? null
	if (typed !== undefined && since === null)
		throw mistyped({ day: since }, 'post [DAY]: post, or post 2026-12-01', words)

	const { listPostedGifts } = await import('#app/models/order/posted-gifts.server.ts')
	const lines = postWords(await listPostedGifts(since), words)
	console.log(lines.length > 0 ? lines.join('\n') : words.nothingToPost)
}

export async function showJobs({ lang }: Options): Promise<void> {
	const words = wordsIn(lang)
	const { db } = await import('#app/db/client.server.ts')
	const { listQueueRests, secondsIdle } = await import('#app/db/open-jobs.server.ts')
	const [idle, rests] = await Promise.all([secondsIdle(db), listQueueRests(db)])
	console.log(jobWords(idle, rests, words).join('\n'))
}

export async function retry({ lang }: Options): Promise<void> {
	const words = wordsIn(lang)
	const { db } = await import('#app/db/client.server.ts')
	const { retryParked } = await import('#app/db/queue.server.ts')
	const counts = Object.entries(await retryParked(db))
	if (counts.length === 0) console.log(words.nothingGivenUp)
	for (const [name, count] of counts) console.log(`${name}: ${count} ${words.triedAgain}`)
}
