import { randomUUID } from 'node:crypto'

import { db } from '#app/db/client.server.ts'
import { isCrowded } from '#app/db/day-queue.server.ts'
import { sqlState } from '#app/db/errors.server.ts'
import { lockAndLoad } from '#app/db/lock.server.ts'
import type { Cart, CartLine, CartRef, SeenCart, Visitor, Wish } from '#app/models/cart/cart.ts'
import {
	add,
	clear,
	dayOfWish,
	isFirst,
	remove,
	reprice,
	setQuantity,
} from '#app/models/cart/change.ts'
import { claim, type Change } from '#app/models/cart/claim.ts'
import { findBegunCart, findCart } from '#app/models/cart/find.server.ts'
import { loadFoundCart, namesOf } from '#app/models/cart/found-cart.server.ts'
import type { FoundCart } from '#app/models/cart/found-cart.ts'
import { bookInstead, type BookedWish } from '#app/models/cart/instead.ts'
import { checkTime } from '#app/models/cart/line.ts'
import { checkShown, movedLines, moveTo } from '#app/models/cart/move.ts'
import { dayOfWishes, isAsDecided, setAll, type Pieces } from '#app/models/cart/set.ts'
import { writeClaim, type CartVisitor } from '#app/models/cart/write.server.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import { currentVenue, refreshVenue } from '#app/models/venue/current.server.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** Adds a wish. A button pressed twice on a page that knows no cart yet adds the line once (faults H7). */
export async function addToCart(
	ref: CartRef,
	wish: Wish,
	visitor: CartVisitor,
): Promise<Result<Cart>> {
	const { venue, now } = visitor
	const added = await changeCart(ref, visitor, {
		day: dayOfWish(venue, wish),
		decide: (cart) => add(venue, cart, wish, { now, newId: randomUUID }),
	})
	const cart = added.ok ? null : await findPressed(ref, visitor, added)
	return cart && isFirst(venue, cart, wish, now) ? ok(cart) : added
}

/** Sets the quantity of each wish in one change. */
export function setInCart(
	ref: CartRef,
	numbers: { wishes: readonly Wish[]; pieces?: Pieces | null },
	visitor: CartVisitor,
): Promise<Result<Cart>> {
	const { venue, now } = visitor
	return changeOnce(ref, visitor, {
		day: dayOfWishes(venue, numbers.wishes),
		decide: (cart) => setAll(venue, cart, numbers, { now, newId: randomUUID }),
	})
}

/** Books a product that a cart has once, such as a party. Its line in the cart, or the line `instead`, gives way. */
export function bookInCart(ref: CartRef, wish: BookedWish, by: CartVisitor): Promise<Result<Cart>> {
	const { venue, now } = by
	return changeOnce(ref, by, {
		day: dayOfWish(venue, wish),
		decide: (cart) => bookInstead(venue, cart, wish, { now, newId: randomUUID }),
	})
}

/** Makes a change that names the final state; pressed twice on one page, it is made once (faults H7, N26). */
async function changeOnce(
	ref: CartRef,
	visitor: CartVisitor,
	change: Change & { decide: (cart: Cart) => Result<CartLine[]> },
): Promise<Result<Cart>> {
	const changed = await changeCart(ref, visitor, change)
	const cart = changed.ok ? null : await findPressed(ref, visitor, changed)
	return cart && isAsDecided(cart, ref, change.decide) ? ok(cart) : changed
}

/** The cart that an earlier press of the button may have changed, on an outdated page or on one without a cart. */
async function findPressed(ref: CartRef, { accountId = null }: CartVisitor, { message }: Refused) {
	if (!ref.id || (ref.version > 0 && message.key !== 'errors.cartChanged')) return null
	return ref.isNamed ? findBegunCart(ref.id, accountId) : findCart(ref.id)
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

/** Removes a line and its extras. Always possible: it claims nothing, not even places that expired meanwhile. */
export function removeFromCart(
	ref: CartRef,
	lineId: string,
	visitor: Visitor,
): Promise<Result<Cart>> {
	return changeCart(ref, visitor, { decide: (cart) => remove(cart, lineId), claims: false })
}

/**
 * Releases and clears all lines of the cart's day so that `day` can be chosen; refused when `day` cannot be booked.
 * Dateless goods stay.
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

/**
 * Moves the lines that can come at the same times to another day, and clears the rest of the cart's day. `shown` is
 * the move that the page showed (`moveText`): a move that has changed since is refused.
 */
export function moveToDay(
	ref: CartRef,
	{ day, shown }: { day: Day; shown: string },
	visitor: Visitor,
): Promise<Result<Cart>> {
	const { venue, now } = visitor
	return changeCart(ref, visitor, {
		day,
		leavesDay: true,
		decide: (cart, { loads, dbNow }) => {
			const move = moveTo(venue, cart, { day, loads, now, dbNow })
			if (!move.ok) return move
			return checkShown(cart, move.value, shown) ?? ok(movedLines(move.value, randomUUID))
		},
	})
}

/** The result of a renewal: `gone` lines are not available any more, `repriced` lines cost something else now. */
export type Renewal = { cart: Cart; gone: CartLine[]; repriced: CartLine[] }

/**
 * Extends the hold; after it expired, claims again what is still free, at today's prices. Refused when a line cannot
 * take place any more: the line stays as it was chosen, so that it can be moved to another day or time (faults A15).
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
		renews: true,
		drop: (line) => found.gone.push(line),
	})
	if (!renewed.ok) return renewed
	const cart = renewed.value
	const repriced = found.changed.filter(({ id }) => cart.lines.some((line) => line.id === id))
	return ok({ cart, gone: found.gone, repriced })
}

/**
 * Changes the lines of a cart, as all changes do: lock, load, decide, write. New and changed lines are claimed, places
 * of removed lines are released, all or nothing.
 *
 * When the day is crowded, or the cart's day is not known, the cart is read and the change decided once before
 * the lock: a change that is refused anyway does not wait for it. A claim on a quiet day saves this round trip.
 */
async function changeCart(
	ref: CartRef,
	visitor: CartVisitor,
	change: Change,
): Promise<Result<Cart>> {
	try {
		return await changeNow(ref, visitor, change)
	} catch (error) {
		if (sqlState(error) !== REFUSED_BY_GUARD) throw error
		// The guards know the newest venue before this process does: a room's new id, a smaller zone (faults N16).
		await refreshVenue()
		if (visitor.venue === currentVenue()) throw error
		return refuse('noFreePlaces')
	}
}

const REFUSED_BY_GUARD = '23P01'

async function changeNow(
	ref: CartRef,
	visitor: CartVisitor,
	change: Change,
): Promise<Result<Cart>> {
	const wished = change.day ?? null
	const looksFirst = wished === null || change.leavesDay || isCrowded(wished)
	const quickly = looksFirst ? null : await changeOn([wished], ref, visitor, change)
	if (quickly) return quickly

	const glance = await loadFoundCart(db, ref, visitor, present(wished))
	if (!glance) return refuse('cartChanged')
	// A change with `drop` leaves lines without room out and is not refused for them.
	const foreseen = change.drop ? ok() : claim(visitor, glance, asSeen(ref, glance), change)
	if (!foreseen.ok) return foreseen
	const days = present(wished, ref.day, glance.cart.day)
	return (await changeOn(days, ref, visitor, change)) ?? refuse('cartChanged')
}

/** Makes the change under the locks of `days`; null when the cart is on another day, which is not locked. */
function changeOn(days: readonly Day[], ref: CartRef, visitor: CartVisitor, change: Change) {
	const names = namesOf(ref, change.claims === false ? null : visitor.addressHash)
	return db.transaction(async (tx): Promise<Result<Cart> | null> => {
		const standing = await lockAndLoad(tx, { days, carts: [ref.id], names }, () =>
			loadFoundCart(tx, ref, visitor, days),
		)
		if (!standing) return refuse('cartChanged')
		if (present(standing.cart.day).some((day) => !days.includes(day))) return null
		const claimed = claim(visitor, standing, asSeen(ref, standing), change)
		if (!claimed.ok) return claimed
		return ok(await writeClaim(tx, { standing, claim: claimed.value, days }, visitor))
	})
}

/** The reference with the cart's own day where the form left the day out. */
function asSeen(ref: CartRef, { cart }: FoundCart): SeenCart {
	return { ...ref, day: ref.day === undefined ? cart.day : ref.day }
}

function present(...days: (Day | null | undefined)[]): Day[] {
	return days.filter((day) => typeof day === 'string')
}
