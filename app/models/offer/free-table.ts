import { assignResources, needsOf, type Placement } from '#app/models/capacity/claim.ts'
import { roomOf } from '#app/models/capacity/free.ts'
import type { Cents } from '#app/models/money.ts'
import { offeredDuration } from '#app/models/offer/duration.ts'
import { guestsFor } from '#app/models/offer/guests.ts'
import { hasBegun, leftOf, startsOf, type Occupancy } from '#app/models/offer/occupancy.ts'
import { isOfKind } from '#app/models/offer/offers.ts'
import type { Search } from '#app/models/offer/search.ts'
import { needsPhone } from '#app/models/product/notice.ts'
import { dayPrice } from '#app/models/product/price.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import type { Product, Resource } from '#app/models/venue/catalogue.ts'
import type { Duration } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * A room with the moment, in epoch milliseconds, at which a booking begins to use it: a party comes to its room after
 * its play.
 */
type RoomFrom = Pick<Resource, 'id' | 'name'> & { from: number }

/** A free start time with the room that the group would get; `left` counts the places of products without a room. */
type FreeTime = { room: RoomFrom | null; left: number; isByPhone: boolean }

/** A product with its price and duration, and its free times by start time ('HH:MM'). */
type FreeRow = {
	product: Product
	price: Cents
	duration: Duration
	free: ReadonlyMap<string, FreeTime>
}

/**
 * The table of a day's free times: all start times still to come, and the products of a kind with the times free for
 * the group.
 */
export type FreeTable = { times: string[]; rows: FreeRow[] }

/**
 * Finds the free times of all products of one kind on a day, for staff who book by telephone. A time within a product's
 * notice is listed and marked `isByPhone`. Rooms that are `preferred` come before smaller ones. Empty on a day that
 * cannot be booked.
 */
export function freeTable(
	venue: Venue,
	search: Pick<Search, 'kind' | 'day' | 'guests' | 'duration'>,
	{ loads, now, preferred = [] }: Occupancy & { preferred?: readonly string[] },
): FreeTable {
	const { day, guests: wished } = search
	const bookable = isBookable(venue.calendar, day, now)
	if (!bookable.ok) return { times: [], rows: [] }
	const times = new Set<string>()
	const rows = venue.products.flatMap((product) => {
		const duration = offeredDuration(venue, product, bookable.value, search.duration)
		if (!isOfKind(product, search) || duration === null) return []
		const price = dayPrice(product, bookable.value.class, day, duration)
		if (price === undefined) return []
		const guests = product.perGuest ? guestsFor(product.quantity, wished) : 1
		const free = new Map<string, FreeTime>()
		for (const { time, span } of startsOf(venue, product, bookable.value, duration)) {
			if (hasBegun(span, now)) continue
			times.add(time)
			if (product.perGuest && wished > product.quantity.max) continue
			const left = leftOf(venue, product, { guests, span }, loads)
			if (left < (product.kind === 'ticket' ? wished : 1)) continue
			const needs = needsOf(venue, product, guests, span)
			const places = assignResources(needs, loads, preferred) ?? []
			const isByPhone = needsPhone(venue, product, { guests, day, from: span.from }, now)
			free.set(time, { room: roomFrom(venue, places), left, isByPhone })
		}
		return [{ product, price, duration, free }]
	})
	return { times: [...times].toSorted(), rows }
}

/**
 * Finds the room to name among placements, with the moment at which its use begins; null when none of them is a room.
 */
function roomFrom(venue: Venue, places: readonly Placement[]): RoomFrom | null {
	const ids = places.map(({ resourceId }) => resourceId)
	const room = roomOf(venue, ids)
	const place = places.find(({ resourceId }) => resourceId === room?.id)
	return room && place ? { id: room.id, name: room.name, from: place.during.from } : null
}
