import type { DateTime } from 'luxon'

import type { Span } from '#app/models/capacity/peak.ts'
import { holdTimesOf, type HoldRule } from '#app/models/cart/hold-rule.ts'
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
	/** The id of the package's line that this extra belongs to; null for a line of its own. */
	parentId: string | null
	productId: string
	quantity: number
	/** The price of a piece as it was shown when the line was added. */
	unitPrice: Cents
	startsAt: Date | null
	endsAt: Date | null
	duration: DurationText | null
}

/** The cart of a visitor. All dated lines are for `day`; dateless goods may be beside them. */
export type Cart = {
	id: string
	version: number
	day: Day | null
	holdRule: HoldRule
	heldSince: Date | null
	expiresAt: Date | null
	party: OrderedParty | null
	person: OrderedPerson | null
	answers: Answers
	/** The order that was made of the cart and is running: while it waits for its payment, the cart is frozen. */
	orderId: string | null
	lines: CartLine[]
	voucher: CartVoucher | null
	/** Ids of the resources given to each line while its hold lasts, by the line's id. */
	given: Record<string, string[]>
}

/** Makes an empty cart, which has no row in the database yet. */
export function emptyCart(id: string, holdRule: HoldRule = 'visitor'): Cart {
	return {
		id,
		version: 0,
		day: null,
		holdRule,
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

/** The voucher in a cart; `reserved` is the amount of a value voucher that is reserved for the cart. */
export type CartVoucher = Voucher & { reserved: Cents }

/** The product that a visitor asks for, with quantity and time. `time` is 'HH:MM' of the venue's clock. */
export type Wish = {
	productId: string
	quantity: number
	day: Day | null
	time: string | null
	duration: Duration | null
	parentId: string | null
}

/** The pieces chosen in one group of a package: `quantities` by product id; a product that is left out has 0. */
export type Extras = { lineId: string; groupId: string; quantities: Record<string, number> }

/**
 * The cart that a form changes, with its state when the form was made. Version 0: there was no cart yet, and `id`, if
 * given, becomes its id. `isNamed`: `id` came with the form, and others than the visitor may know it (faults
 * M1); otherwise `id` is that of the session's cart. `day` left out: the cart may be for any day.
 */
export type CartRef = {
	id: string | null
	version: number
	isNamed?: boolean
	day?: Day | null | undefined
}

/** A cart reference with the day that the form showed. */
export type SeenCart = CartRef & { day: Day | null }

/**
 * The visitor who changes a cart; `addressHash` is for the limits per internet address, `holdRule` for a cart that the
 * change begins, `preferred` the rooms that come before smaller ones where they are free.
 */
export type Visitor = {
	venue: Venue
	now: DateTime
	addressHash: string | null
	holdRule?: HoldRule
	preferred?: readonly string[]
}

/** Refuses a form that was made for another version or day of the cart, and any change while an order runs. */
export function stillAsSeen(cart: Cart, ref: SeenCart): Result<undefined> {
	if (cart.orderId !== null) return refuse('orderRunning')
	return cart.version === ref.version && cart.day === ref.day ? ok() : refuse('cartChanged')
}

/**
 * True when the venue still sells the line's product. Lines of other products are removed with the next change of the
 * cart.
 */
export function isSold(venue: Venue, line: CartLine): boolean {
	return findProduct(venue, line.productId) !== undefined
}

/** Counts the things that the visitor sees in the cart; extras and lines that are no longer sold are left out. */
export function countThings(venue: Venue, { lines }: Cart): number {
	return lines.filter((line) => line.parentId === null && isSold(venue, line)).length
}

/**
 * Lists the lines that belong to the day of the cart, which are removed when another day is chosen; gift vouchers and
 * lines that are no longer sold are left out.
 */
export function dayBoundLines(venue: Venue, lines: readonly CartLine[]): CartLine[] {
	return lines.filter((line) => {
		const product = findProduct(venue, line.productId)
		return product !== undefined && isDayBound(product)
	})
}

/**
 * Returns the span in which a line uses its resources: its own, that of its package, that of the visit, or the whole
 * opening time of the day. Null on a closed day.
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

/** True when a line of the cart needs a place and has none any more, by the database's clock. */
export function isUnheld(venue: Venue, cart: Cart): boolean {
	return cart.lines.some((line) => {
		const needsPlace = (findProduct(venue, line.productId)?.uses.length ?? 0) > 0
		return needsPlace && (cart.given[line.id]?.length ?? 0) === 0
	})
}

/**
 * Returns the end of a hold granted at `now`: `minutes` later, at most `maxMinutes` after the hold first began, by its
 * hold rule.
 */
export function newHoldEnd(
	venue: Venue,
	heldSince: Instant,
	now: Instant,
	rule: HoldRule = 'visitor',
): Date {
	const { minutes, maxMinutes } = holdTimesOf(venue, rule)
	const sliding = plusMinutes(now, minutes)
	const cap = plusMinutes(heldSince, maxMinutes)
	return sliding < cap ? sliding : cap
}
