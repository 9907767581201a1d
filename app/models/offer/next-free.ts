import { hasRoom } from '#app/models/offer/mark.ts'
import { leftOf, hasBegun, startsOf, type Occupancy } from '#app/models/offer/occupancy.ts'
import { slotsOf } from '#app/models/offer/slots.ts'
import { needsPhone } from '#app/models/product/notice.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { addDays } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * The next free times of the venue: up to three start times to play, all on one day, and up to two parties, each on
 * another day.
 */
export type NextFree = {
	play: { day: Day; times: string[] } | null
	parties: { product: string; day: Day; time: string }[]
}

type Ahead = {
	first: Day
	last: Day
	byDay: ReadonlyMap<Day, Occupancy['loads']>
	now: Occupancy['now']
}

const most = { times: 3, parties: 2 }

export function nextFree(venue: Venue, { first, last, byDay, now }: Ahead): NextFree {
	const found: NextFree = { play: null, parties: [] }
	const packages = venue.products
		.filter(({ kind }) => kind === 'package')
		.toSorted((one, other) => Number(other.popular) - Number(one.popular))
	for (let day = first; day <= last && !isFull(found); day = addDays(day, 1)) {
		const occupancy = { loads: byDay.get(day) ?? [], now }
		const times = found.play ? [] : timesToPlay(venue, day, occupancy)
		if (times.length > 0) found.play = { day, times: times.slice(0, most.times) }
		const party = found.parties.length < most.parties && firstParty(venue, packages, day, occupancy)
		if (party) found.parties.push({ day, ...party })
	}
	return found
}

function isFull({ play, parties }: NextFree): boolean {
	return play !== null && parties.length === most.parties
}

function timesToPlay(venue: Venue, day: Day, occupancy: Occupancy): string[] {
	const bookable = isBookable(venue.calendar, day, occupancy.now)
	const [duration = 'day'] = venue.entry.durations
	if (!bookable.ok) return []
	return slotsOf(venue, bookable.value, { guests: venue.entry.guests, duration }, occupancy)
		.filter(hasRoom)
		.map(({ time }) => time)
}

/** Finds the first free start time of a day for the first package that has one, with its smallest number of guests. */
function firstParty(
	venue: Venue,
	packages: readonly Product[],
	day: Day,
	{ loads, now }: Occupancy,
): { product: string; time: string } | null {
	const bookable = isBookable(venue.calendar, day, now)
	if (!bookable.ok) return null
	for (const product of packages) {
		const { duration, quantity } = product
		if (typeof duration !== 'number') continue
		const guests = quantity.min
		const start = startsOf(venue, product, bookable.value, duration).find(
			({ span }) =>
				!hasBegun(span, now) &&
				!needsPhone(venue, product, { guests, day, from: span.from }, now) &&
				leftOf(venue, product, { guests, span }, loads) > 0,
		)
		if (start) return { product: product.id, time: start.time }
	}
	return null
}
