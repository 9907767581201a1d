import { DateTime } from 'luxon'

import type { LocalText } from '#app/i18n/i18n.ts'
import { peak, type Load } from '#app/models/capacity/peak.ts'
import type { Cents } from '#app/models/money.ts'
import type { OrderLine } from '#app/models/order/order.ts'
import type { OrderedAnswers } from '#app/models/product/answer.ts'
import { timeAt } from '#app/models/venue/day.ts'
import { findProduct, findResource, type Venue } from '#app/models/venue/venue.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'

/**
 * A place of a booking with its times, which differ between places: a party may play first and have its room later
 * (faults N19).
 */
export type BookedPlace = {
	resourceId: string
	units: number
	isRoom: boolean
	from: Date
	until: Date
}

/** A booking as the venue's staff see it. `left`: the rest in cents, still to be paid at the venue. */
export type Visit = {
	id: string
	number: string
	name: string
	familyName: string
	/** The customer's mail address; null when none was named on the telephone. */
	email: string | null
	phones: string[]
	startsAt: Date | null
	endsAt: Date | null
	lines: OrderLine[]
	places: BookedPlace[]
	left: Cents
	party: OrderedParty | null
	answers: OrderedAnswers
}

/** The day sheet as the letter to the venue and the terminal show it; the desk shows more of a day (`readDay`). */
export type DaySheet = {
	visits: { visit: Visit; places: NamedPlace[] }[]
	/** The name of the zone of the entry, whose guests `heads` counts. */
	zone: LocalText
	heads: Heads[]
	extras: WantedExtra[]
}

/** A place of a booking as the day sheet shows it. `units` are its guests; null for a room. */
export type NamedPlace = { name: LocalText; units: number | null; from: Date; until: Date }

export function daySheet(venue: Venue, visits: readonly Visit[]): DaySheet {
	return {
		visits: visits.map((visit) => ({ visit, places: namedPlaces(venue, visit) })),
		zone: nameOfResource(venue, venue.entry.resource),
		heads: headsPerHalfHour(venue, visits),
		extras: wantedExtras(venue, visits),
	}
}

/** Returns the places of a booking that the day sheet names: rooms, and zones other than that of the entry. */
export function namedPlaces(venue: Venue, { places }: Visit): NamedPlace[] {
	return places
		.filter(({ resourceId, isRoom }) => isRoom || resourceId !== venue.entry.resource)
		.map(({ resourceId, units, isRoom, from, until }) => ({
			name: nameOfResource(venue, resourceId),
			units: isRoom ? null : units,
			from,
			until,
		}))
}

/** The name of a resource; its id when the venue's files no longer have it. */
export function nameOfResource(venue: Venue, id: string): LocalText {
	return findResource(venue, id)?.name ?? { de: id, en: id }
}

const HALF_HOUR = 30 * 60_000

type Heads = { time: string; heads: number }

/** The most guests at once in the zone of the entry, for each half hour of a day in which there are any. */
export function headsPerHalfHour(venue: Venue, visits: readonly Visit[]): Heads[] {
	const loads = visits.flatMap(({ places }) =>
		places
			.filter(({ resourceId }) => resourceId === venue.entry.resource)
			.map(({ resourceId, units, from, until }): Load => ({
				resourceId,
				units,
				from: from.getTime(),
				until: until.getTime(),
			})),
	)
	const starts = new Set(loads.flatMap(halfHoursOf))
	return [...starts]
		.toSorted((one, other) => one - other)
		.map((start) => {
			const span = { from: start, until: start + HALF_HOUR }
			const time = timeAt(DateTime.fromMillis(start))
			return { time, heads: peak(loads, venue.entry.resource, span) }
		})
}

function halfHoursOf({ from, until }: Load): number[] {
	const first = Math.floor(from / HALF_HOUR) * HALF_HOUR
	return Array.from(
		{ length: Math.ceil((until - first) / HALF_HOUR) },
		(_, index) => first + index * HALF_HOUR,
	)
}

/**
 * The quantity of an extra that a day needs, in all and by the time at which the bookings begin; `byTime` is empty when
 * all of it is needed at one time.
 */
type WantedExtra = {
	title: LocalText
	quantity: number
	byTime: { time: string; quantity: number }[]
}

/** Lists the extras of a day that kitchen and staff prepare, sorted by title, including those that a party includes. */
export function wantedExtras(venue: Venue, visits: readonly Visit[]): WantedExtra[] {
	const wanted = new Map<string, WantedExtra>()
	for (const { lines, startsAt } of visits) {
		const begin = startsAt ? timeAt(startsAt) : ''
		for (const { productId, title, quantity } of lines.filter((line) => isExtra(venue, line))) {
			const known = wanted.get(productId) ?? { title, quantity: 0, byTime: [] }
			const then = known.byTime.find(({ time }) => time === begin)
			if (then) then.quantity += quantity
			else known.byTime.push({ time: begin, quantity })
			wanted.set(productId, { ...known, quantity: known.quantity + quantity })
		}
	}
	return [...wanted.values()]
		.map((extra) => ({ ...extra, byTime: extra.byTime.length > 1 ? extra.byTime : [] }))
		.toSorted((one, other) => one.title.de.localeCompare(other.title.de))
}

/**
 * True for the line of an extra. A product that the venue no longer sells counts as an extra when its line has no time
 * and is no gift voucher.
 */
export function isExtra(venue: Venue, { productId, gift, startsAt }: OrderLine): boolean {
	const kind = findProduct(venue, productId)?.kind
	return kind === undefined ? gift === null && startsAt === null : kind === 'addon'
}
