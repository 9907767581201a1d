import { randomUUID } from 'node:crypto'

import { db } from '#app/db/client.server.ts'
import { isCrowded } from '#app/db/day-queue.server.ts'
import { lockAndLoad } from '#app/db/lock.server.ts'
import { beforeSharing } from '#app/models/cart/before-sharing.ts'
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
import { isTakenRoom, refusedByGuard } from '#app/models/venue/refused-by-guard.server.ts'
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

/** Sets the quantities of all wishes, and the pieces of a package's groups, in one change of a cart. */
export function setInCart(
	ref: CartRef,
	numbers: { wishes: readonly Wish[]; pieces?: Pieces | null },
	visitor: CartVisitor,
): Promise<Result<Cart>> {
	const { venue, now } = visitor
	const { wishes, pieces } = numbers
	const decide = (cart: Cart) => setAll(venue, cart, numbers, { now, newId: randomUUID })
	return changeOnce(ref, visitor, {
		day: dayOfWishes(venue, wishes),
		decide,
		...(pieces && { decideAgain: (cart: Cart) => decide(beforeSharing(venue, cart, pieces)) }),
	})
}

/**
 * Books a product that a cart has once, such as a party. It replaces the line of this product in the cart, or the line
 * `instead`.
 */
export function bookInCart(ref: CartRef, wish: BookedWish, by: CartVisitor): Promise<Result<Cart>> {
	const { venue, now } = by
	return changeOnce(ref, by, {
		day: dayOfWish(venue, wish),
		decide: (cart) => bookInstead(venue, cart, wish, { now, newId: randomUUID }),
	})
}

type Decide = (cart: Cart) => Result<CartLine[]>

/**
 * Makes a change of a cart that names its final state; a button pressed twice on one page makes it once (faults H7,
 * N26). `decideAgain` decides the change for a cart that may have it already, where that differs from deciding it first
 * (faults N411).
 */
async function changeOnce(
	ref: CartRef,
	visitor: CartVisitor,
	{ decideAgain, ...change }: Change & { decide: Decide; decideAgain?: Decide },
): Promise<Result<Cart>> {
	const changed = await changeCart(ref, visitor, change)
	const cart = changed.ok ? null : await findPressed(ref, visitor, changed)
	const isMade = (decide: Decide | undefined) => cart && decide && isAsDecided(cart, ref, decide)
	return cart && (isMade(change.decide) || isMade(decideAgain)) ? ok(cart) : changed
}

/**
 * Finds the cart that an earlier press of the same button may have changed: the page is outdated, or knew of no cart
 * yet. Null otherwise.
 */
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
 * Removes all lines of the cart's day and releases their places, so that `day` can be chosen; refused when `day` cannot
 * be booked. Dateless goods stay.
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
 * Moves the lines that can come at the same times to another day, and removes all other lines of the cart's day.
 * `shown` is the move that the page showed (`moveText`): a move that has changed since is refused.
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

/** The result of renewing a hold: `gone` lines are not available any more, `repriced` lines cost something else now. */
export type Renewal = { cart: Cart; gone: CartLine[]; repriced: CartLine[] }

/**
 * Extends the hold of a cart; after the hold expired, claims again what is still free, at today's prices. Refused when
 * a line cannot take place any more: the line stays as it was chosen, so that it can be moved to another day or time
 * (faults A15).
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
	const refused = (error: unknown) => refusedByGuard(error, visitor.venue)
	return changeNow(ref, visitor, change).catch((error: unknown) =>
		// A room may be cleaned after midnight: once the places of the next day are known too, another room is found
		// (faults N351).
		isTakenRoom(error)
			? changeNow(ref, visitor, { ...change, around: true }).catch(refused)
			: refused(error),
	)
}

async function changeNow(
	ref: CartRef,
	visitor: CartVisitor,
	change: Change,
): Promise<Result<Cart>> {
	const wished = change.day ?? null
	const looksFirst = wished === null || change.leavesDay || isCrowded(wished)
	const quickly = looksFirst ? null : await changeOn([wished], ref, visitor, change)
	if (quickly) return quickly

	const glance = await loadFoundCart(db, ref, visitor, {
		days: present(wished),
		around: change.around,
	})
	if (!glance) return refuse('cartChanged')
	// A change with `drop` leaves out lines without room and is not refused for them.
	const foreseen = change.drop ? ok() : claim(visitor, glance, asSeen(ref, glance), change)
	if (!foreseen.ok) return foreseen
	const days = present(wished, ref.day, glance.cart.day)
	return (await changeOn(days, ref, visitor, change)) ?? refuse('cartChanged')
}

/** Makes the change under the locks of `days`; null when the cart is on another day, which is not locked. */
function changeOn(days: readonly Day[], ref: CartRef, visitor: CartVisitor, change: Change) {
	const names = namesOf(ref, change.claims === false ? null : visitor.addressHash)
	return db.transaction(async (tx): Promise<Result<Cart> | null> => {
		const found = await lockAndLoad(tx, { days, carts: [ref.id], names }, () =>
			loadFoundCart(tx, ref, visitor, { days, around: change.around }),
		)
		if (!found) return refuse('cartChanged')
		if (present(found.cart.day).some((day) => !days.includes(day))) return null
		const claimed = claim(visitor, found, asSeen(ref, found), change)
		if (!claimed.ok) return claimed
		return ok(await writeClaim(tx, { found, claim: claimed.value, days }, visitor))
	})
}

/** Completes the reference of a form with the cart's own day where the form left the day out. */
function asSeen(ref: CartRef, { cart }: FoundCart): SeenCart {
	return { ...ref, day: ref.day === undefined ? cart.day : ref.day }
}

function present(...days: (Day | null | undefined)[]): Day[] {
	return days.filter((day) => typeof day === 'string')
}
