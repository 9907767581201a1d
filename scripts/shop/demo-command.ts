import { StartError } from '#app/gateways/start-error.ts'
import { isOpen, openingOn } from '#app/models/venue/calendar.ts'
import { addDays, today, type Instant } from '#app/models/venue/day.ts'
import { parseDay, type Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { fillMonth } from '#scripts/practice/fill.ts'
import { askFirst } from '#scripts/shop/ask.ts'
import { wordsIn } from '#scripts/shop/words.ts'

// The command that fills a shop to practise with. Models are imported once the environment names their database.

/** The words that the operator typed: the command and its arguments. */
type Typed = readonly string[]

type Options = { seed?: string | undefined; lang?: string | undefined; yes: boolean }

/**
 * Runs the command `demo`: fills the shop with a practice month around a day, and notes that it is a shop to practise
 * with.
 */
export async function fillDemo(positionals: Typed, options: Options): Promise<void> {
	const { asked, seed } = understoodDemo(positionals, options)
	const words = wordsIn(options.lang)
	const { now } = await import('#app/gateways/clock.server.ts')
	const { db } = await import('#app/db/client.server.ts')
	const { prepareQueues } = await import('#app/db/queue.server.ts')
	const { newestVersion } = await import('#app/models/venue/current.server.ts')
	const { hasCustomers, notePracticeMonth } =
		await import('#app/models/operator/practice.server.ts')
	const inForce = await newestVersion()
	if (!inForce) throw new StartError('There is no venue yet: npm run venue -- apply')
	if (await hasCustomers())
		throw new StartError('This shop has orders of customers: demo fills an empty one.')
	const day = asked ?? nextOpen(inForce.document, now())
	if (!isBusyDay(inForce.document, day, now()))
		throw new StartError(`Nobody can book for ${day}: choose a day on which the venue is open.`)

	await askFirst([words.willBePractice(day)], options.yes, words)
	await prepareQueues(db)
	if (!(await notePracticeMonth(day, seed)))
		throw new StartError(`The month around ${day} is there already.`)
	const filled = await fillMonth({ day, seed, now: now(), say: (line) => console.error(line) })
	const rows = Object.entries(filled).map(([what, count]) => `${count} ${what}`)
	console.log(words.isFilled(rows.join(', ')))
}

/**
 * Returns the day that the operator typed for `demo`, null without one, and the seed.
 * @throws StartError for anything else
 */
export function understoodDemo(
	[, typed]: Typed,
	{ seed = '1' }: Pick<Options, 'seed'>,
): { asked: Day | null; seed: number } {
	const asked = typed === undefined ? null : parseDay(typed)
	if (asked === undefined || !/^\d{1,6}$/.test(seed))
		throw new StartError('demo [DAY] [--seed NUMBER]: demo, or demo 2026-12-05 --seed 2')
	return { asked, seed: Number(seed) }
}

/** Returns today, or the next day on which the venue is open. */
function nextOpen(venue: Venue, now: Instant): Day {
	const first = today(now)
	for (let day = first; day < addDays(first, 60); day = addDays(day, 1))
		if (isOpen(openingOn(venue.calendar, day))) return day
	return first
}

function isBusyDay({ calendar }: Venue, day: Day, now: Instant): boolean {
	const isAhead = day >= today(now) && day <= addDays(today(now), calendar.horizonDays - 30)
	return isAhead && isOpen(openingOn(calendar, day))
}
