import type { DateTime } from 'luxon'

import type { Lines } from '#app/models/booking/asked-lines.ts'
import { idOf } from '#app/models/booking/booked-cart.ts'
import { needsOf, type Placement } from '#app/models/capacity/claim.ts'
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
 * The places of a booking after a change. Its own places count as free; a line that stays as it is keeps them, and any
 * other line prefers the rooms that it has.
 */

/** A place that a booking is to have, for the line of that id in its cart. */
export type WantedPlace = Omit<Placement, 'exclusive'> & { lineId: string | null }

/** The booking as it is: `loads` are the places of others on its day and on the day it is to be on. */
export type Standing = { cart: Cart; places: readonly OwnPlace[]; loads: readonly Load[] }

/** `isStaff`: the venue itself changes the booking, whose time and notice then refuse nothing. */
export type Moment = { now: DateTime; dbNow: Instant; isStaff?: boolean }

/** Gives every line its places, or refuses with the first that finds none. */
export function rebook(
	venue: Venue,
	{ cart, places, loads }: Standing,
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
	const noticed = { cart: { lines: cart.lines, given, heldSince: null }, ...after }
	for (const line of after.lines.filter((it) => !isKept(it))) {
		const late = isStaff
			? undefined
			: (checkTime(venue, after.day, line, now) ?? checkNotice(venue, noticed, line, dbNow))
		if (late) return late
		const preferred = (own.get(line.id) ?? []).map(({ resourceId }) => resourceId)
		const placements = assignLine(venue, after, line, { taken, preferred })
		if (!placements) return { ...noRoomFor(venue, line), productId: line.productId }
		const its = placements.map((placement) => ({ ...bare(placement), lineId: line.id }))
		wanted.push(...its)
		taken.push(...its.map(loadOf))
	}
	return ok(wanted)
}

/** The loads that a booking's places put on their resources. */
function loadOf({ resourceId, units, blocked }: Omit<Placement, 'exclusive'>): Load {
	return { resourceId, units, ...blocked }
}

function bare({ resourceId, units, during, blocked }: Omit<Placement, 'exclusive'>) {
	return { resourceId, units, during, blocked }
}

/** True for a line that the change leaves as it is, with its day and its time. */
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
 * The booking's places by the id of their line. A place of an older build names none: it belongs to the line that uses
 * such a resource at that time, and under null when no line does any more.
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
