import { randomUUID } from 'node:crypto'

import { db } from '#app/db/client.server.ts'
import { inOrder, lockAndLoad } from '#app/db/lock.server.ts'
import type {
	Cart,
	CartLine,
	CartRef,
	Extras,
	SeenCart,
	Visitor,
	Wish,
} from '#app/models/cart/cart.ts'
import {
	add,
	clear,
	dayOfWish,
	isFirst,
	remove,
	reprice,
	setExtras,
	setQuantity,
} from '#app/models/cart/change.ts'
import { claim, type Change } from '#app/models/cart/claim.ts'
import { findBegunCart } from '#app/models/cart/find.server.ts'
import { checkTime } from '#app/models/cart/line.ts'
import { book, dayOfWishes, isAsDecided, setAll, type Pieces } from '#app/models/cart/set.ts'
import { loadStanding, lockNames } from '#app/models/cart/standing.server.ts'
import type { Standing } from '#app/models/cart/standing.ts'
import { writeClaim } from '#app/models/cart/write.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** Pressed twice on a page that knows no cart yet, the first line stands, once (faults H7). */
export async function addToCart(ref: CartRef, wish: Wish, visitor: Visitor): Promise<Result<Cart>> {
	const { venue, now } = visitor
	const added = await changeCart(ref, visitor, {
		day: dayOfWish(venue, wish),
		decide: (cart) => add(venue, cart, wish, { now, newId: randomUUID }),
	})
	if (added.ok || ref.version > 0 || !ref.id) return added
	const cart = await findBegunCart(ref.id)
	return cart && isFirst(venue, cart, wish, now) ? ok(cart) : added
}

/** As many of each as is said, in one change. */
export function setInCart(
	ref: CartRef,
	numbers: { wishes: readonly Wish[]; pieces?: Pieces | null },
	visitor: Visitor,
): Promise<Result<Cart>> {
	const { venue, now } = visitor
	return changeOnce(ref, visitor, {
		day: dayOfWishes(venue, numbers.wishes),
		decide: (cart) => setAll(venue, cart, numbers, { now, newId: randomUUID }),
	})
}

/** One of a thing there is once, at that time: what lies in the cart of it already moves there. */
export function bookInCart(ref: CartRef, wish: Wish, visitor: Visitor): Promise<Result<Cart>> {
	const { venue, now } = visitor
	return changeOnce(ref, visitor, {
		day: dayOfWish(venue, wish),
		decide: (cart) => book(venue, cart, wish, { now, newId: randomUUID }),
	})
}

/** What says how the cart shall be is done once when it is pressed twice (faults H7). */
async function changeOnce(ref: CartRef, visitor: Visitor, change: Change): Promise<Result<Cart>> {
	const changed = await changeCart(ref, visitor, change)
	if (changed.ok || ref.version > 0 || !ref.id) return changed
	const cart = await findBegunCart(ref.id)
	return cart && isAsDecided(cart, change.decide) ? ok(cart) : changed
}

export function changeQuantity(
	ref: CartRef,
	line: { id: string; quantity: number },
	visitor: Visitor,
): Promise<Result<Cart>> {
	return changeCart(ref, visitor, {
		decide: (cart) => setQuantity(visitor.venue, cart, line.id, line.quantity),
	})
}

export function chooseExtras(
	ref: CartRef,
	extras: Extras,
	visitor: Visitor,
): Promise<Result<Cart>> {
	return changeCart(ref, visitor, {
		decide: (cart) => setExtras(visitor.venue, cart, extras, randomUUID),
	})
}

/** Always possible: it claims nothing, not even what had expired meanwhile. */
export function removeFromCart(
	ref: CartRef,
	lineId: string,
	visitor: Visitor,
): Promise<Result<Cart>> {
	return changeCart(ref, visitor, { decide: (cart) => remove(cart, lineId), claims: false })
}

/**
 * Releases and clears everything that belongs to the cart's day, for another one; nothing for one that cannot be
 * booked. Dateless goods stay.
 */
export function clearDay(ref: CartRef, day: Day, visitor: Visitor): Promise<Result<Cart>> {
	const { venue, now } = visitor
	return changeCart(ref, visitor, {
		decide: (cart) => {
			const bookable = isBookable(venue.calendar, day, now)
			return bookable.ok ? ok(clear(venue, cart)) : bookable
		},
		claims: false,
	})
}

/** What a renewal found: lines that are not to be had any more, and lines that cost something else now. */
export type Renewal = { cart: Cart; gone: CartLine[]; repriced: CartLine[] }

/**
 * Extends the hold; after it expired, claims again what is still free, at today's prices. What cannot take place
 * any more stays as it was chosen, so that it can be moved to another day or time (faults A15).
 */
export async function renewHold(ref: CartRef, visitor: Visitor): Promise<Result<Renewal>> {
	const { venue, now } = visitor
	let found: ReturnType<typeof reprice> = { lines: [], changed: [], gone: [] }
	const renewed = await changeCart(ref, visitor, {
		decide: (cart) => {
			found = reprice(venue, cart)
			const [late] = found.lines.flatMap((line) => checkTime(venue, cart.day, line, now) ?? [])
			return late ?? ok(found.lines)
		},
		drop: (line) => found.gone.push(line),
	})
	if (!renewed.ok) return renewed
	const cart = renewed.value
	const repriced = found.changed.filter(({ id }) => cart.lines.some((line) => line.id === id))
	return ok({ cart, gone: found.gone, repriced })
}

/**
 * Lock, load, decide, write: the one way the lines of a cart change. What is new or different among them
 * is claimed, what is gone is released, all or nothing.
 */
async function changeCart(ref: CartRef, visitor: Visitor, change: Change): Promise<Result<Cart>> {
	const wished = [change.day ?? null].filter((day) => day !== null)
	const decide = (standing: Standing | null, seen: SeenCart) =>
		standing ? claim(visitor, standing, seen, change) : refuse('cartChanged')

	const glance = await loadStanding(db, ref, visitor, wished)
	const seen = { ...ref, day: ref.day === undefined ? (glance?.cart.day ?? null) : ref.day }
	// A change that is refused anyway need not wait for the lock; one that drops what it finds no room for is not.
	const foreseen = change.drop && glance ? null : decide(glance, seen)
	if (foreseen && !foreseen.ok) return foreseen

	const days = [...new Set([seen.day, ...wished])].filter((day) => day !== null)
	const haveRows = glance?.cart.day === seen.day && glance.dayRows === days.length
	return db.transaction(async (tx) => {
		const standing = await lockAndLoad(tx, { days, haveRows, carts: [ref.id] }, () =>
			inOrder(
				[() => lockNames(tx, ref, change.claims === false ? null : visitor.addressHash)],
				() => loadStanding(tx, ref, visitor, days),
			),
		)
		const claimed = decide(standing, seen)
		if (!standing || !claimed.ok) return claimed.ok ? refuse('cartChanged') : claimed
		return ok(await writeClaim(tx, { standing, claim: claimed.value, days }, visitor))
	})
}
