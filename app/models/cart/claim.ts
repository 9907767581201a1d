import {
	loadsOf,
	needsOf,
	assignResources,
	type Held,
	type Placement,
} from '#app/models/capacity/claim.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import {
	bookedSpan,
	dayBoundLines,
	newHoldEnd,
	isSold,
	stillAsSeen,
	type Cart,
	type CartLine,
	type SeenCart,
	type Visitor,
} from '#app/models/cart/cart.ts'
import type { Claim, FoundCart } from '#app/models/cart/found-cart.ts'
import { overLimit } from '#app/models/cart/limits.ts'
import { checkTime } from '#app/models/cart/line.ts'
import { checkNotice } from '#app/models/cart/notice.ts'
import { isExposition } from '#app/models/product/kind.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** One change of a cart: the decision about its lines, and how places are claimed for them. */
export type Change = {
	/** A day besides the cart's own on which the change may claim places. */
	day?: Day | null
	/** True when the cart leaves its own day for `day`: its own day is read first, so that both days can be locked. */
	leavesDay?: boolean
	decide: (cart: Cart, found: FoundCart) => Result<CartLine[]>
	/** False: the change claims no new places. */
	claims?: boolean
	/**
	 * True: an unchanged line that has begun or is booked by telephone alone by now refuses the change. False: it stays
	 * in the cart without a place.
	 */
	renews?: boolean
	/** True: taken places on the days before and after are heeded, too. */
	around?: boolean
	/** Receives the lines that find no room and are left out; without `drop` they refuse the change. */
	drop?: (line: CartLine) => void
}

/** The venue and the moment of a change, and the rooms that are preferred for it. */
type Asking = Pick<Visitor, 'venue' | 'now' | 'preferred'>

/** Decides a change of a cart from what was loaded: the lines with the places to claim for them, or a refusal. */
export function claim(
	visitor: Asking,
	found: FoundCart,
	ref: SeenCart,
	change: Change,
): Result<Claim> {
	const seen = stillAsSeen(found.cart, ref)
	if (!seen.ok) return seen

	const lines = change.decide(found.cart, found)
	if (!lines.ok) return lines
	const claimed = claimLines(visitor, found, change, {
		lines: lines.value,
		day: change.day ?? ref.day,
	})
	if (!claimed.ok) return claimed
	return overLimit(visitor.venue, found, claimed.value) ?? claimed
}

/**
 * Returns the hold of a cart after a change. A hold that ran out keeps its past end, which pages show, until places are
 * claimed again.
 */
export function holdOf(
	venue: Venue,
	{ cart, dbNow }: FoundCart,
	claim: Claim,
): Pick<Cart, 'heldSince' | 'expiresAt'> {
	if (claim.day === null) return { heldSince: null, expiresAt: null }
	const hasRunOut = cart.expiresAt === null || cart.expiresAt <= dbNow
	if (claim.kept.length + claim.claimed.length === 0)
		return { heldSince: cart.heldSince, expiresAt: hasRunOut ? cart.expiresAt : null }

	const heldSince = hasRunOut || !cart.heldSince ? dbNow : cart.heldSince
	return { heldSince, expiresAt: newHoldEnd(venue, heldSince, dbNow, cart.holdRule) }
}

function claimLines(
	{ venue, now, preferred }: Asking,
	found: FoundCart,
	{ claims = true, renews = false, drop }: Change,
	{ lines: decided, day }: Pick<Cart, 'day' | 'lines'>,
): Result<Claim> {
	// A line that the venue no longer sells would lock the cart: it is removed with its extras.
	const sold = decided.filter((line) => isSold(venue, line))
	const wanted = sold.filter((line) => !isOrphan(line, sold))
	const kept = wanted.flatMap((line) => placesKept(found, line))
	const taken = [...found.loads, ...kept.map((held) => held.load)]
	const lines: CartLine[] = []
	const claimed: Claim['claimed'] = []
	for (const line of decided) {
		const isWanted = wanted.includes(line)
		const isSettled = !claims || placesKept(found, line).length > 0
		const findLate = () =>
			checkTime(venue, day, line, now) ??
			checkNotice(venue, { cart: found.cart, day, lines: wanted }, line, found.dbNow)
		const late = isWanted && !isSettled ? findLate() : undefined
		if (late && (renews || !isUnchanged(found, line))) return late
		// An unchanged line that cannot take place any more holds no place, and does not refuse the change.
		const find = () =>
			isSettled || late ? [] : assignLine(venue, { day, lines: wanted }, line, { taken, preferred })
		const placements = isWanted && !isOrphan(line, lines) ? find() : null
		if (!placements && isWanted && !drop) return noRoomFor(venue, line)
		if (!placements) {
			drop?.(line)
			continue
		}
		lines.push(line)
		claimed.push(...placements.map((placement) => ({ line, placement })))
		taken.push(...loadsOf(placements))
	}
	return ok({ lines, day: dayBoundLines(venue, lines).length > 0 ? day : null, kept, claimed })
}

/** Returns the holds of a line whose quantity the change leaves as it is; none for other lines. */
function placesKept(found: FoundCart, line: CartLine): Held[] {
	return isUnchanged(found, line) ? found.own.filter((held) => held.lineId === line.id) : []
}

function isUnchanged({ cart }: FoundCart, line: CartLine): boolean {
	return cart.lines.find((other) => other.id === line.id)?.quantity === line.quantity
}

function isOrphan(line: CartLine, lines: readonly CartLine[]): boolean {
	return line.parentId !== null && !lines.some((other) => other.id === line.parentId)
}

/**
 * Finds the places of a line beside those `taken`; null when there is no room for it. Rooms that are `preferred` come
 * first.
 */
export function assignLine(
	venue: Venue,
	{ day, lines }: { day: Day | null; lines: readonly CartLine[] },
	line: CartLine,
	{ taken, preferred = [] }: { taken: readonly Load[]; preferred?: readonly string[] | undefined },
): Placement[] | null {
	const product = findProduct(venue, line.productId)
	if (!product) return null
	if (product.uses.length === 0 || day === null) return []
	const booked = bookedSpan(venue, day, lines, line)
	return booked && assignResources(needsOf(venue, product, line.quantity, booked), taken, preferred)
}

export function noRoomFor(venue: Venue, line: CartLine): Refused {
	const product = findProduct(venue, line.productId)
	return refuse(product && isExposition(product) ? 'chooseOtherPeriod' : 'noFreePlaces')
}
