import { DateTime } from 'luxon'

import type { LocalText } from '#app/i18n/i18n.ts'
import { capacityOf, free, isExclusive } from '#app/models/capacity/free.ts'
import { peak, type Load } from '#app/models/capacity/peak.ts'
import type { BookingRow, DayRows } from '#app/models/day-sheet/rows.ts'
import { cents, sum, type Cents } from '#app/models/money.ts'
import type { OpenDay } from '#app/models/venue/calendar.ts'
import { instantAt, type Instant } from '#app/models/venue/day.ts'
import { candidates, findResource, type Venue } from '#app/models/venue/venue.ts'

/**
 * A payment under way for a booking of the day, or the pay link by which the booking is to be paid. The booking's
 * places are kept until `until`.
 */
export type OpenPayment = {
	orderId: string
	number: string
	name: string
	amount: Cents
	until: Date
}

/** The six figures of a day sheet. Guests count as present during their booked times, because nobody checks out. */
export type Figures = {
	guests: { all: number; toCome: number }
	inHouse: number
	parties: { all: number; inHouse: number; toCome: number }
	/** The rests that are left to collect at the venue, and the number of bookings that owe one. */
	rest: { amount: Cents; bookings: number }
	/** The payments under way; `until` is the time at which the first of them ends. */
	open: { count: number; amount: Cents; until: Date | null }
	/** The places free now in the zone of the entry, and the zone that is full next; null on a closed day. */
	free: { zone: LocalText; places: number; capacity: number; nextFull: NextFull | null } | null
}

type NextFull = { zone: LocalText; at: Date }

/** The day that the figures are about; `loads` are all its taken places, also those that carts hold. */
type DayOfFigures = {
	opening: OpenDay | null
	loads: readonly Load[]
	open: readonly OpenPayment[]
}

export function figuresOf(
	venue: Venue,
	{ parties, tickets }: DayRows,
	{ opening, loads, open }: DayOfFigures,
	now: Instant,
): Figures {
	const all = [...parties, ...tickets]
	const owing = all.filter(({ left }) => left > 0)
	const ends = open.map(({ until }) => until).toSorted((one, other) => +one - +other)
	return {
		guests: { all: guestsIn(all), toCome: guestsIn(all.filter(isToCome)) },
		inHouse: guestsIn(all.filter(isInHouse)),
		parties: {
			all: parties.length,
			inHouse: parties.filter(isInHouse).length,
			toCome: parties.filter(isToCome).length,
		},
		rest: { amount: sum(owing.map(({ left }) => left)), bookings: owing.length },
		open: {
			count: open.length,
			amount: cents(open.reduce((amount, payment) => amount + payment.amount, 0)),
			until: ends[0] ?? null,
		},
		free: opening && freeIn(venue, { opening, loads }, now),
	}
}

const HALF_HOUR = 30 * 60_000

function freeIn(
	venue: Venue,
	{ opening, loads }: { opening: OpenDay; loads: readonly Load[] },
	now: Instant,
): Figures['free'] {
	const entry = findResource(venue, venue.entry.resource)
	if (!entry) return null
	const { day, hours } = opening
	const [opens, closes] = [hours.opens, hours.closes].map((time) => instantAt(day, time).valueOf())
	const [first = 0, end = 0] = [opens, closes]
	const at = Math.min(Math.max(now.valueOf(), first), end - 1)
	return {
		zone: entry.name,
		places: free(entry, loads, { from: at, until: at + 1 }),
		capacity: capacityOf(entry),
		nextFull: nextFull(venue, loads, { from: at, until: end }),
	}
}

/** Finds the zone of a ticket or attraction that is full first, by the half hour; null when none is in this time. */
function nextFull(
	venue: Venue,
	loads: readonly Load[],
	{ from, until }: { from: number; until: number },
): NextFull | null {
	const zones = venue.products
		.filter(({ kind }) => kind === 'ticket' || kind === 'attraction')
		.flatMap(({ uses }) => uses.flatMap((use) => candidates(venue, use)))
		.filter((zone) => !isExclusive(zone))
	for (let at = Math.floor(from / HALF_HOUR) * HALF_HOUR; at < until; at += HALF_HOUR) {
		const span = { from: Math.max(at, from), until: at + HALF_HOUR }
		const full = zones.find((zone) => peak(loads, zone.id, span) >= capacityOf(zone))
		if (full) return { zone: full.name, at: DateTime.fromMillis(at).toJSDate() }
	}
	return null
}

function guestsIn(rows: readonly BookingRow[]): number {
	return rows.reduce((all, { guests }) => all + guests, 0)
}

function isToCome({ phase }: BookingRow): boolean {
	return phase === 'toCome'
}

function isInHouse({ phase }: BookingRow): boolean {
	return phase === 'inHouse'
}
