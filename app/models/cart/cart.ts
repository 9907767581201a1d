import type { DateTime } from 'luxon'

import type { Span } from '#app/models/capacity/peak.ts'
import type { Cents } from '#app/models/money.ts'
import type { Answers } from '#app/models/product/answer.ts'
import { isDayBound } from '#app/models/product/kind.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import { instantAt, plusMinutes, type Instant } from '#app/models/venue/day.ts'
import type { Day, Duration, DurationText } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import type { Voucher } from '#app/models/voucher/voucher.ts'

export type CartLine = {
	id: string
	/** The package this extra belongs to. */
	parentId: string | null
	productId: string
	quantity: number
	/** As it was shown when the line was added. */
	unitPrice: Cents
	startsAt: Date | null
	endsAt: Date | null
	duration: DurationText | null
}

/** One day a cart; dateless goods may lie beside dated ones. */
export type Cart = {
	id: string
	version: number
	day: Day | null
	heldSince: Date | null
	expiresAt: Date | null
	party: OrderedParty | null
	person: OrderedPerson | null
	answers: Answers
	/** The running order: while it runs, the cart is frozen. */
	orderId: string | null
	lines: CartLine[]
	voucher: CartVoucher | null
	/** Resources given to each line while its hold lasts, by line. */
	given: Record<string, string[]>
}

/** A cart that has no row yet. */
export function emptyCart(id: string): Cart {
	return {
		id,
		version: 0,
		day: null,
		heldSince: null,
		expiresAt: null,
		party: null,
		person: null,
		answers: {},
		orderId: null,
		lines: [],
		given: {},
		voucher: null,
	}
}

/** `reserved`: what lies aside of a value voucher for this cart. */
export type CartVoucher = Voucher & { reserved: Cents }

/** What a visitor asks for. `time` is 'HH:MM' of the venue's clock. */
export type Wish = {
	productId: string
	quantity: number
	day: Day | null
	time: string | null
	duration: Duration | null
	parentId: string | null
}

/** What is chosen of one group of a package: `quantities` by product, those left out are none. */
export type Extras = { lineId: string; groupId: string; quantities: Record<string, number> }

/**
 * Which cart a form speaks of, and how it looked when the form was made. Version 0: there was none yet, and `id`, if
 * any, is what it shall be called. `isNamed`: `id` stood in the page, so it proves nothing (faults M1); else it is
 * that of the visit. `day` left out: whatever day it has.
 */
export type CartRef = {
	id: string | null
	version: number
	isNamed?: boolean
	day?: Day | null | undefined
}

/** A cart as it was found to look. */
export type SeenCart = CartRef & { day: Day | null }

/** Who changes the cart: for the limit of holds per address. */
export type Visitor = { venue: Venue; now: DateTime; addressHash: string | null }

/** Refuses a form that was made for another state of the cart, and any change while an order runs. */
export function stillAsSeen(cart: Cart, ref: SeenCart): Result<undefined> {
	if (cart.orderId !== null) return refuse('orderRunning')
	return cart.version === ref.version && cart.day === ref.day ? ok() : refuse('cartChanged')
}

/** Whether the venue still has its product. What it has no longer goes with the next change. */
export function isSold(venue: Venue, line: CartLine): boolean {
	return findProduct(venue, line.productId) !== undefined
}

/** How many things lie in it for its visitor: what the venue no longer sells is not shown, so it does not count. */
export function countThings(venue: Venue, { lines }: Cart): number {
	return lines.filter((line) => line.parentId === null && isSold(venue, line)).length
}

/** The lines that a change of the day takes away. */
export function dayBoundLines(venue: Venue, lines: readonly CartLine[]): CartLine[] {
	return lines.filter((line) => {
		const product = findProduct(venue, line.productId)
		return product !== undefined && isDayBound(product)
	})
}

/**
 * When a line takes up room: its own time, that of its package, that of the visit, or the whole opening
 * time of the day.
 */
export function bookedSpan(
	venue: Venue,
	day: Day,
	lines: readonly CartLine[],
	line: CartLine,
): Span | null {
	const timed = [
		line,
		lines.find((other) => other.id === line.parentId),
		lines.find((other) => other.startsAt !== null),
	].find((candidate) => candidate?.startsAt && candidate.endsAt)
	if (timed?.startsAt && timed.endsAt)
		return { from: timed.startsAt.getTime(), until: timed.endsAt.getTime() }

	const { hours } = openingOn(venue.calendar, day)
	if (!hours) return null
	return {
		from: instantAt(day, hours.opens).getTime(),
		until: instantAt(day, hours.closes).getTime(),
	}
}

/** Whether something in the cart that needs a place has none any more, by the database's clock. */
export function isUnheld(venue: Venue, cart: Cart): boolean {
	return cart.lines.some((line) => {
		const needsPlace = (findProduct(venue, line.productId)?.uses.length ?? 0) > 0
		return needsPlace && (cart.given[line.id]?.length ?? 0) === 0
	})
}

/** Until when a hold granted at `now` lasts: sliding, but no longer than the cap after it first began. */
export function newHoldEnd(venue: Venue, heldSince: Instant, now: Instant): Date {
	const sliding = plusMinutes(now, venue.hold.minutes)
	const cap = plusMinutes(heldSince, venue.hold.maxMinutes)
	return sliding < cap ? sliding : cap
}
