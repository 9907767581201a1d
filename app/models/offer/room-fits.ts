import { assignResources, needsOf } from '#app/models/capacity/claim.ts'
import { offeredDuration, offeredDurations } from '#app/models/offer/duration.ts'
import {
	hasBegun,
	leftOf,
	startsOf,
	type BookableDay,
	type StartSpan,
} from '#app/models/offer/occupancy.ts'
import { kindOf } from '#app/models/offer/search.ts'
import { needsPhone } from '#app/models/product/notice.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Duration } from '#app/models/venue/slot.ts'
import { candidates, type Venue } from '#app/models/venue/venue.ts'

/**
 * A product that can begin in a room at a moment. `time` is the start of its visit, which may come before its time in
 * the room.
 */
export type Fit = {
	product: Product
	time: string
	/** The durations that fit, the shortest first. */
	durations: Duration[]
	/** The fewest and the most guests that fit; null where guests are not counted. */
	guests: { least: number; most: number } | null
	/** True when the notice of the product has begun: it is booked by telephone alone. */
	isByPhone: boolean
}

/** A room, and the moment in epoch milliseconds at which a booking is to begin in it. */
type RoomTime = { roomId: string; at: number }

/**
 * Finds the parties, rooms and attractions whose use of a room could begin at a moment, for staff who begin a booking
 * at the table of rooms. All their places are free then: also those of the play before, of zones and of required
 * extras.
 */
export function fitsOf(venue: Venue, room: RoomTime, on: BookableDay): Fit[] {
	return venue.products
		.filter((product) => isIn(venue, product, room.roomId))
		.flatMap((product) => fitOf(venue, product, room, on) ?? [])
}

/** True for a party, a room or an attraction that may take place in the room. */
function isIn(venue: Venue, product: Product, roomId: string): boolean {
	const kind = kindOf(product.kind)
	if ((kind !== 'party' && kind !== 'place') || product.duration === undefined) return false
	return product.uses.some((use) => candidates(venue, use).some(({ id }) => id === roomId))
}

function fitOf(venue: Venue, product: Product, room: RoomTime, on: BookableDay): Fit | null {
	const { opening, now } = on
	const { min } = product.perGuest ? product.quantity : { min: 1 }
	const fitting = durationsOf(venue, product, on).flatMap((duration) => {
		const starts = startsOf(venue, product, opening, duration)
		const start = starts.find((it) => fits(venue, product, { ...room, start: it, guests: min }, on))
		return start ? [{ duration, start }] : []
	})
	const [first] = fitting
	if (!first) return null
	const { start } = first
	const atOnce = fitting.filter((it) => it.start.time === start.time)
	const beginning = { guests: min, day: opening.day, from: start.span.from }
	return {
		product,
		time: start.time,
		durations: atOnce.map(({ duration }) => duration),
		guests: product.perGuest
			? { least: min, most: mostOf(venue, product, { ...room, start, guests: min }, on) }
			: null,
		isByPhone: needsPhone(venue, product, beginning, now),
	}
}

function durationsOf(venue: Venue, product: Product, { opening }: BookableDay): Duration[] {
	if (product.duration === 'chosen') return offeredDurations(venue, product, opening)
	const own = product.duration && offeredDuration(venue, product, opening, product.duration)
	return own ? [own] : []
}

type FreeTime = RoomTime & { start: StartSpan; guests: number }

function fits(
	venue: Venue,
	product: Product,
	asked: FreeTime,
	{ loads, now }: BookableDay,
): boolean {
	const { roomId, at, start, guests } = asked
	const { span } = start
	if (hasBegun(span, now)) return false
	const places = assignResources(needsOf(venue, product, guests, span), loads, [roomId]) ?? []
	const isThere = places.some((it) => it.resourceId === roomId && it.during.from === at)
	return isThere && leftOf(venue, product, { guests, span }, loads) > 0
}

/** Finds the greatest number of guests for which the product has places at that time; it has them for `asked`. */
function mostOf(venue: Venue, product: Product, asked: FreeTime, on: BookableDay): number {
	for (let guests = product.quantity.max; guests > asked.guests; guests -= 1)
		if (fits(venue, product, { ...asked, guests }, on)) return guests
	return asked.guests
}
