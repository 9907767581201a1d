import type { DateTime } from 'luxon'

import { dayBoundLines, type Cart, type CartLine, type Wish } from '#app/models/cart/cart.ts'
import { isDayBound, isExposition } from '#app/models/product/kind.ts'
import { dayPrice } from '#app/models/product/price.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import {
	isBookable,
	startTimes,
	timeRange,
	type Hours,
	type Opening,
} from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Instant } from '#app/models/venue/day.ts'
import { durationText, parseDuration, type Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** A line before it has an id. */
export type NewLine = Omit<CartLine, 'id'>

/** Makes the line of a wish, with its time and today's price of a piece, or refuses it. */
export function lineFor(venue: Venue, cart: Cart, wish: Wish, now: DateTime): Result<NewLine> {
	const product = findProduct(venue, wish.productId)
	if (!product || !hasItsPackage(venue, cart, wish)) return refuse('productGone')
	return isDayBound(product)
		? datedLine(venue, cart, { ...wish, product }, now)
		: datelessLine(product, wish)
}

/** Refuses a line of a cart whose day cannot be booked any more, or whose time has begun; undefined otherwise. */
export function checkTime(
	venue: Venue,
	day: Day | null,
	line: CartLine,
	now: Instant,
): Refused | undefined {
	if (day !== null && dayBoundLines(venue, [line]).length > 0) {
		const bookable = isBookable(venue.calendar, day, now)
		if (!bookable.ok) return bookable
	}
	return hasBegun(line, now) ? refuse('slotBegun') : undefined
}

/** True when two lines have one product, time and package, so that they are one line with a larger quantity. */
export function isSame(one: NewLine, other: NewLine): boolean {
	return (
		one.productId === other.productId &&
		one.parentId === other.parentId &&
		one.startsAt?.getTime() === other.startsAt?.getTime() &&
		one.duration === other.duration
	)
}

/** Gives lines other ids (`names`: from old to new); extras still belong to their package. */
export function renamed(
	lines: readonly CartLine[],
	names: ReadonlyMap<string, string>,
): CartLine[] {
	return lines.map((line) => ({
		...line,
		id: names.get(line.id) ?? line.id,
		parentId: line.parentId && (names.get(line.parentId) ?? line.parentId),
	}))
}

function hasItsPackage(venue: Venue, cart: Cart, { parentId }: Wish): boolean {
	if (parentId === null) return true
	const parent = cart.lines.find((line) => line.id === parentId && line.parentId === null)
	return parent !== undefined && findProduct(venue, parent.productId) !== undefined
}

type ProductWish = Wish & { product: Product }

function datedLine(venue: Venue, cart: Cart, wish: ProductWish, now: DateTime): Result<NewLine> {
	const { day, parentId, product, productId, quantity } = wish
	if (day === null) return refuse('dayNeeded')
	const bookable = isBookable(venue.calendar, day, now)
	if (!bookable.ok) return bookable
	const isElsewhere = cart.day !== null && cart.day !== day
	if (isElsewhere && dayBoundLines(venue, cart.lines).length > 0) return refuse('otherDay')

	const time =
		product.duration === undefined
			? timeOfVisit(cart, wish)
			: timeOfSlot(venue, wish, bookable.value)
	if (!time.ok) return time
	if (product.duration !== undefined && hasBegun(time.value, now)) return refuse('slotBegun')
	const { duration } = time.value
	const unitPrice = dayPrice(product, bookable.value.class, day, parseDuration(duration))
	return unitPrice === undefined
		? notSoldThen(product)
		: ok({ parentId, productId, quantity, unitPrice, ...time.value })
}

type LineTime = Pick<CartLine, 'startsAt' | 'endsAt' | 'duration'>

function hasBegun({ startsAt }: Pick<CartLine, 'startsAt'>, now: Instant): boolean {
	return startsAt !== null && startsAt.getTime() < now.valueOf()
}

/**
 * Finds the time of an extra. An extra that uses a resource and belongs to no package gets the time of the visit in the
 * cart, and keeps it even if the visit moves; any other extra has no time of its own.
 */
function timeOfVisit({ lines }: Cart, { product, parentId }: ProductWish): Result<LineTime> {
	const isForVisit = parentId === null && product.uses.length > 0
	const visit = isForVisit ? lines.find((line) => line.startsAt !== null) : undefined
	const { startsAt = null, endsAt = null } = visit ?? {}
	return ok({ startsAt, endsAt, duration: null })
}

function timeOfSlot(
	venue: Venue,
	{ product, time, duration: wished }: ProductWish,
	{ day, hours }: Opening & { hours: Hours },
): Result<LineTime> {
	const duration = product.duration === 'chosen' ? wished : (product.duration ?? null)
	if (duration === null || time === null) return refuse('slotNeeded')
	const times = startTimes(hours, product.raster ?? venue.entry.raster, duration, day)
	if (!times.includes(time)) return refuse('chooseOtherPeriod')
	const { startsAt, endsAt } = timeRange(day, hours, time, duration)
	return ok({ startsAt, endsAt, duration: durationText(duration) })
}

function notSoldThen(product: Product): Refused {
	return refuse(isExposition(product) ? 'expositionNotFound' : 'chooseOtherPeriod')
}

function datelessLine(product: Product, wish: Wish): Result<NewLine> {
	const unitPrice = dayPrice(product, 'weekday', null, null)
	if (unitPrice === undefined) return refuse('productGone')
	return ok({
		parentId: null,
		productId: product.id,
		quantity: wish.quantity,
		unitPrice,
		startsAt: null,
		endsAt: null,
		duration: null,
	})
}

/** Sorts lines so that extras come after the package they belong to. */
export function inReadingOrder<Line extends { id: string; parentId: string | null }>(
	lines: readonly Line[],
): Line[] {
	const childrenOf = (parent: Line) => lines.filter((line) => line.parentId === parent.id)
	return lines.flatMap((line) => (line.parentId === null ? [line, ...childrenOf(line)] : []))
}
