import { bookedSpan, type Cart, type CartLine } from '#app/models/cart/cart.ts'
import { zero } from '#app/models/money.ts'
import { needsPhone } from '#app/models/product/notice.ts'
import { refuse, type Refused } from '#app/models/result.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { instantAt, type Instant } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** A cart before a change, and the day and the lines after it. */
type Booked = {
	cart: Pick<Cart, 'lines' | 'given' | 'heldSince' | 'holdRule'>
	day: Day | null
	lines: readonly CartLine[]
}

/**
 * Refuses a line that is booked by telephone alone because `now` is inside the notice of its product; undefined
 * otherwise. A change that writes passes the database's clock. A line that holds its places was taken in time and stays
 * so while the hold lasts. Extras of a held line, and lines that need no place beside a held one, are judged as of the
 * moment when the cart's hold began: a party that was taken in time finds its menu. A cart of the desk is booked by
 * telephone, so no notice refuses its lines; the desk's page of the call warns staff instead.
 */
export function checkNotice(
	venue: Venue,
	{ cart, day, lines }: Booked,
	line: CartLine,
	now: Instant,
): Refused | undefined {
	if (cart.holdRule === 'desk') return undefined
	const product = findProduct(venue, line.productId)
	if (!product || day === null || isHeld(cart, line.id)) return undefined
	const from = bookedSpan(venue, day, lines, line)?.from
	if (from === undefined) return undefined
	const isBesideHold =
		isHeld(cart, line.parentId) ||
		(product.uses.length === 0 && isInCart(cart, line) && Object.keys(cart.given).length > 0)
	const judgedAt = isBesideHold ? (cart.heldSince ?? now) : now
	const { quantity: guests } = line
	return needsPhone(venue, product, { guests, day, from }, judgedAt)
		? { ...refuse('onlyByPhone', { phone: venue.contact.phone }), productId: product.id }
		: undefined
}

/**
 * True when an extra that is not in the cart yet is booked by telephone alone on that day: judged by the line that
 * it would belong to, else by the time that is being chosen.
 */
export function isExtraByPhone(
	venue: Venue,
	cart: Cart | null,
	{ product, day, time, parentId }: Extra,
	now: Instant,
): boolean {
	if (!product.notice) return false
	const at = parentId === null && time !== null ? instantAt(day, time) : null
	const line = { ...newExtra, parentId, productId: product.id, startsAt: at, endsAt: at }
	const booked = { cart: cart ?? nothing, day, lines: cart?.day === day ? cart.lines : [] }
	return checkNotice(venue, booked, line, now) !== undefined
}

type Extra = { product: Product; day: Day; time: string | null; parentId: string | null }

const nothing: Booked['cart'] = { lines: [], given: {}, heldSince: null, holdRule: 'visitor' }
const newExtra = { id: '', quantity: 1, unitPrice: zero, duration: null }

function isHeld({ given }: Pick<Cart, 'given'>, lineId: string | null): boolean {
	return lineId !== null && (given[lineId]?.length ?? 0) > 0
}

function isInCart({ lines }: Pick<Cart, 'lines'>, { id }: CartLine): boolean {
	return lines.some((line) => line.id === id)
}
