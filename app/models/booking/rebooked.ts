import type { DateTime } from 'luxon'

import type { Lines } from '#app/models/booking/asked-lines.ts'
import { idOf } from '#app/models/booking/booked-cart.ts'
import { assignResources, needsOf, type Placement } from '#app/models/capacity/claim.ts'
import { isExclusive } from '#app/models/capacity/free.ts'
import type { Load, Span } from '#app/models/capacity/peak.ts'
import { bookedSpan, type Cart, type CartLine } from '#app/models/cart/cart.ts'
import { assignLine, noRoomFor } from '#app/models/cart/claim.ts'
import { checkTime } from '#app/models/cart/line.ts'
import { checkNotice } from '#app/models/cart/notice.ts'
import type { OwnPlace } from '#app/models/order/revision-content.ts'
import { ok, type Result } from '#app/models/result.ts'
import type { Instant } from '#app/models/venue/day.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/*
 * Decides the places of a booking after a change. The booking's own places count as free. An unchanged line keeps its
 * places; any other line prefers the rooms that it has, and a line that becomes smaller gets at least those.
 */

/** A place that a booking is to have after a change, with the id of its line in the booking's cart. */
export type WantedPlace = Omit<Placement, 'exclusive'> & { lineId: string | null }

/**
 * A booking before a change: its cart, its places and, as `loads`, the places of others on its day and on the new day.
 */
export type BookingPlaces = { cart: Cart; places: readonly OwnPlace[]; loads: readonly Load[] }

/**
 * The moment of a change, by the clock of the shop and by that of the database. `isStaff`: staff or the operator change
 * the booking, so that neither a time gone by nor a notice refuses it.
 */
export type Moment = { now: DateTime; dbNow: Instant; isStaff?: boolean }

/** Decides the places of every line of a booking after a change, or refuses with the first line that finds none. */
export function rebook(
	venue: Venue,
	{ cart, places, loads }: BookingPlaces,
	after: Lines,
	{ now, dbNow, isStaff = false }: Moment,
): Result<WantedPlace[]> {
	const own = byLine(venue, cart, places)
	const isKept = (line: CartLine) => isUnchanged(venue, cart, after, line)
	const keptOf = (lineId: string | null): WantedPlace[] =>
		(own.get(lineId) ?? []).map((place) => ({ ...bare(place), lineId }))
	const wanted = [
		...after.lines.filter(isKept).flatMap(({ id }) => keptOf(id)),
		...(after.day === cart.day ? keptOf(null) : []),
	]
	const taken = [...loads, ...wanted.map(loadOf)]
	const given =
		after.day === cart.day
			? Object.fromEntries(
					[...own].flatMap(([id, its]) =>
						id === null ? [] : [[id, its.map(({ resourceId }) => resourceId)]],
					),
				)
			: {}
	const noticed = {
		cart: { lines: cart.lines, given, heldSince: null, holdRule: 'visitor' as const },
		...after,
	}
	for (const line of after.lines.filter((it) => !isKept(it))) {
		const late = isStaff
			? undefined
			: (checkTime(venue, after.day, line, now) ?? checkNotice(venue, noticed, line, dbNow))
		if (late) return late
		const had = own.get(line.id) ?? []
		const preferred = had.map(({ resourceId }) => resourceId)
		const placements =
			assignLine(venue, after, line, { taken, preferred }) ??
			(isGrown(cart, line) ? null : fewerOf(venue, after, line, had))
		if (!placements) {
			const lacksRoom = isRoomLacking(venue, after, line, taken)
			return { ...noRoomFor(venue, line), productId: line.productId, lacksRoom }
		}
		const its = placements.map((placement) => ({ ...bare(placement), lineId: line.id }))
		wanted.push(...its)
		taken.push(...its.map(loadOf))
	}
	return ok(wanted)
}

/** True when a line without places would have all of them but that of a room. */
function isRoomLacking(
	venue: Venue,
	{ day, lines }: Lines,
	line: CartLine,
	taken: readonly Load[],
): boolean {
	const product = findProduct(venue, line.productId)
	const booked = product && day !== null ? bookedSpan(venue, day, lines, line) : null
	if (!product || !booked) return false
	const needs = needsOf(venue, product, line.quantity, booked)
	const inZones = needs.filter(({ candidates }) => !candidates.some(isExclusive))
	return inZones.length < needs.length && assignResources(inZones, taken) !== null
}

/** True for a line that is new, or has more guests or pieces than before. */
function isGrown({ lines }: Cart, { id, quantity }: CartLine): boolean {
	const before = lines.find((line) => line.id === id)
	return !before || quantity > before.quantity
}

/**
 * Finds the places of a line that keeps its time and needs no more units than it has, in a zone whose capacity is lower
 * by now than what is booked in it (faults K109): its own places suffice. Null for any other line.
 */
function fewerOf(
	venue: Venue,
	{ day, lines }: Lines,
	line: CartLine,
	own: readonly OwnPlace[],
): Omit<Placement, 'exclusive'>[] | null {
	const product = findProduct(venue, line.productId)
	const booked = product && day !== null ? bookedSpan(venue, day, lines, line) : null
	if (!product || !booked) return null
	const left = [...own]
	const kept = needsOf(venue, product, line.quantity, booked).flatMap((need) => {
		const nth = left.findIndex(({ resourceId, during, units }) => {
			const resource = need.candidates.find(({ id }) => id === resourceId)
			const fits = resource && (isExclusive(resource) || units >= need.units)
			return fits && isSameTime(during, need.during)
		})
		const [place] = nth < 0 ? [] : left.splice(nth, 1)
		return place ? [{ ...place, units: Math.min(place.units, need.units) }] : []
	})
	return kept.length === product.uses.length ? kept : null
}

/** Returns the load that a place of a booking puts on its resource. */
function loadOf({ resourceId, units, blocked }: Omit<Placement, 'exclusive'>): Load {
	return { resourceId, units, ...blocked }
}

function bare({ resourceId, units, during, blocked }: Omit<Placement, 'exclusive'>) {
	return { resourceId, units, during, blocked }
}

/** True for a line whose quantity, day and time the change leaves as they are. */
function isUnchanged(venue: Venue, cart: Cart, after: Lines, line: CartLine): boolean {
	const before = cart.lines.find(({ id }) => id === line.id)
	if (!before || before.quantity !== line.quantity || cart.day !== after.day) return false
	if (cart.day === null) return true
	const [was, is] = [cart.lines, after.lines].map((lines) =>
		bookedSpan(venue, cart.day ?? '', lines, lines.find(({ id }) => id === line.id) ?? line),
	)
	return was?.from === is?.from && was?.until === is?.until
}

/**
 * Groups the booking's places by the id of their line. A place of an older build names no line: it goes to the line
 * that uses such a resource at that time, and to the key null when there is none.
 */
function byLine(
	venue: Venue,
	{ day, lines }: Cart,
	places: readonly OwnPlace[],
): Map<string | null, OwnPlace[]> {
	const found = new Map<string | null, OwnPlace[]>()
	const give = (id: string | null, place: OwnPlace) =>
		found.set(id, [...(found.get(id) ?? []), place])
	const unnamed = new Set(places.filter(({ linePosition }) => linePosition === null))
	for (const place of places) if (place.linePosition !== null) give(idOf(place.linePosition), place)
	for (const line of unnamed.size > 0 && day !== null ? lines : []) {
		const product = findProduct(venue, line.productId)
		const booked = product && bookedSpan(venue, day ?? '', lines, line)
		for (const need of booked ? needsOf(venue, product, line.quantity, booked) : []) {
			const place = [...unnamed].find(
				({ resourceId, during }) =>
					isSameTime(during, need.during) && need.candidates.some(({ id }) => id === resourceId),
			)
			if (!place) continue
			unnamed.delete(place)
			give(line.id, place)
		}
	}
	for (const place of unnamed) give(null, place)
	return found
}

function isSameTime(one: Span, other: Span): boolean {
	return one.from === other.from && one.until === other.until
}
