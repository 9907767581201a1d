import type { DateTime } from 'luxon'

import {
	dayBoundLines,
	type Cart,
	type CartLine,
	type Extras,
	type Wish,
} from '#app/models/cart/cart.ts'
import { isSame, lineFor } from '#app/models/cart/line.ts'
import { repriced } from '#app/models/cart/price.ts'
import { checkShare } from '#app/models/cart/share.ts'
import { checkAdding, type Violation } from '#app/models/product/conditions.ts'
import { sharedOut } from '#app/models/product/groups.ts'
import { isDayBound } from '#app/models/product/kind.ts'
import { dayPrice } from '#app/models/product/price.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import type { Condition } from '#app/models/venue/catalogue.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/*
 * Decides the changes of a cart's lines. Each function returns the lines after the change, or a refusal.
 */

/** Makes the id of a new line. */
export type NewId = () => string

/** The moment at which lines are made, and the maker of their ids. */
export type NewLineContext = { now: DateTime; newId: NewId }

/**
 * Adds a wish to the lines. A wish for a product and a time that has a line raises the quantity of that line, and all
 * its pieces cost today's price.
 */
export function add(
	venue: Venue,
	cart: Cart,
	wish: Wish,
	{ now, newId }: NewLineContext,
): Result<CartLine[]> {
	const line = lineFor(venue, cart, wish, now)
	if (!line.ok) return line

	const { unitPrice } = line.value
	const same = cart.lines.find((other) => isSame(other, line.value))
	const lines = same
		? cart.lines.map((other) =>
				other === same ? { ...other, unitPrice, quantity: other.quantity + wish.quantity } : other,
			)
		: [...cart.lines, { ...line.value, id: newId() }]
	return permitted(venue, cart, lines, dayOfWish(venue, wish) ?? cart.day)
}

/**
 * True when the cart contains this wish and nothing else, and was written once: the button of a first wish was pressed
 * twice, or the response to it got lost.
 */
export function isFirst(venue: Venue, cart: Cart, wish: Wish, now: DateTime): boolean {
	const [line, ...others] = cart.lines
	if (!line || others.length > 0 || cart.version !== 1) return false
	const wished = lineFor(venue, { ...cart, day: null, lines: [] }, wish, now)
	return wished.ok && isSame(line, wished.value) && line.quantity === wish.quantity
}

/** Joins the lines of two carts of one visitor. Refused when their days differ or the rules forbid the sum. */
export function join(venue: Venue, cart: Cart, other: Cart): Result<CartLine[]> {
	if (cart.day !== null && other.day !== null && cart.day !== other.day) return refuse('otherDay')
	const lines = [...cart.lines, ...other.lines]
	return permitted(venue, cart, lines, cart.day ?? other.day)
}

/** Returns the day that a wish is for; null for a product that is not bound to a day. */
export function dayOfWish(venue: Venue, wish: Wish): Day | null {
	const product = findProduct(venue, wish.productId)
	return product && isDayBound(product) ? wish.day : null
}

/** Sets the quantity of the line `lineId`; the other lines stay as they are. */
export function setQuantity(
	venue: Venue,
	cart: Cart,
	lineId: string,
	quantity: number,
): Result<CartLine[]> {
	if (!cart.lines.some((line) => line.id === lineId)) return refuse('productGone')
	const lines = cart.lines.map((line) => (line.id === lineId ? { ...line, quantity } : line))
	return permitted(venue, cart, lines, cart.day)
}

/** Removes the line `lineId` and its extras. No rule refuses a removal, so no cart can lock itself. */
export function remove(cart: Cart, lineId: string): Result<CartLine[]> {
	if (!cart.lines.some((line) => line.id === lineId)) return refuse('productGone')
	return ok(cart.lines.filter((line) => line.id !== lineId && line.parentId !== lineId))
}

/** Removes the lines that are bound to the cart's day. Dateless goods stay. */
export function clear(venue: Venue, { lines }: Cart): CartLine[] {
	const gone = new Set(dayBoundLines(venue, lines))
	return lines.filter((line) => !gone.has(line))
}

/**
 * Gives the lines today's prices; returns them with the lines whose price changed, as they were, and the lines that are
 * no longer sold.
 */
export function reprice(
	venue: Venue,
	cart: Cart,
): { lines: CartLine[]; changed: CartLine[]; gone: CartLine[] } {
	const changes = repriced(venue, cart)
	const gone = changes.filter((it) => it.unitPrice === undefined).map(({ line }) => line)
	const prices = new Map(changes.map(({ line, unitPrice }) => [line, unitPrice]))
	const lines = cart.lines
		.filter((line) => !gone.includes(line))
		.map((line) => ({ ...line, unitPrice: prices.get(line) ?? line.unitPrice }))
	return { lines, gone, changed: cart.lines.filter((line) => prices.get(line) !== undefined) }
}

/**
 * Sets the pieces of one group of a package to exactly `extras`. In a group of one piece for each guest, the pieces are
 * shared out among the guests (faults N25). Lines that stay keep their id.
 */
export function setExtras(
	venue: Venue,
	cart: Cart,
	extras: Extras,
	newId: NewId,
): Result<CartLine[]> {
	const parent = cart.lines.find((line) => line.id === extras.lineId)
	const group = parent && groupOf(venue, parent, extras.groupId)
	if (!parent || !group || cart.day === null) return refuse('productGone')

	const items = new Set(group.items.map((item) => item.product))
	if (Object.keys(extras.quantities).some((id) => !items.has(id))) return refuse('productGone')
	const isOfGroup = (line: CartLine) => line.parentId === parent.id && items.has(line.productId)
	const lines = cart.lines.filter((line) => !isOfGroup(line))
	const before = Object.fromEntries(
		cart.lines.filter(isOfGroup).map((line) => [line.productId, line.quantity]),
	)
	const numbers = { before, wanted: extras.quantities }
	const quantities = sharedOut(group, parent.quantity, numbers)
	for (const productId of items) {
		const quantity = quantities[productId] ?? 0
		if (quantity === 0) continue
		const kept = cart.lines.find((line) => isOfGroup(line) && line.productId === productId)
		const unitPrice = priceOfExtra(venue, cart.day, productId)
		if (unitPrice === undefined) return refuse('productGone')
		lines.push({
			id: kept?.id ?? newId(),
			parentId: parent.id,
			productId,
			quantity,
			unitPrice,
			startsAt: kept?.startsAt ?? null,
			endsAt: kept?.endsAt ?? null,
			duration: kept?.duration ?? null,
		})
	}
	return permitted(venue, cart, lines, cart.day)
}

function groupOf(venue: Venue, parent: CartLine, groupId: string): Condition | undefined {
	const product = findProduct(venue, parent.productId)
	return product?.conditions.find((group) => group.id === groupId)
}

/** Finds the price of one piece of an extra on a day; undefined when the extra is not sold then. */
export function priceOfExtra(venue: Venue, day: Day, productId: string) {
	const product = findProduct(venue, productId)
	return product && dayPrice(product, openingOn(venue.calendar, day).class, day, null)
}

export function permitted(
	venue: Venue,
	before: Pick<Cart, 'day' | 'lines'>,
	lines: CartLine[],
	day: Day | null,
): Result<CartLine[]> {
	const [violation] = checkAdding(venue, before.lines, lines)
	if (violation) return refusedBy(venue, violation)
	const message = checkShare(venue, before, { day, lines })
	return message ? { ok: false, message } : ok(lines)
}

function refusedBy(venue: Venue, { productId, groupId, message }: Violation): Refused {
	const conditions = findProduct(venue, productId)?.conditions
	const group = conditions?.find(({ id }) => id === groupId)
	return {
		ok: false,
		message,
		productId,
		...(group && { group: { id: group.id, title: group.title } }),
	}
}
