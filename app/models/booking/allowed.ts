import { cents, minus, sum } from '#app/models/money.ts'
import { pairLines, parentOf, type Pair } from '#app/models/order/difference.ts'
import { refuseOver } from '#app/models/order/order-end.ts'
import { isGift, type Order, type OrderLine } from '#app/models/order/order.ts'
import { isAhead, keptAt, movesLeft, untilOf } from '#app/models/order/policy.ts'
import { refuse, type Refused } from '#app/models/result.ts'
import type { Instant } from '#app/models/venue/day.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/*
 * Rules of the accepted policy: the changes of a booking that its customer may make now. They do not bind staff.
 */

/** An order with the number of times that its customer has moved it. */
export type OrderWithMoves = { order: Order; moved: number }

/**
 * Refuses a customer's move of a booking by the first cause: its state, a booking without a day, its deadline, the number
 * of moves that its policy allows; undefined when the move is allowed.
 */
export function refuseMove(
	venue: Venue,
	{ order, moved }: OrderWithMoves,
	dbNow: Instant,
): Refused | undefined {
	const ended = refuseOver(order, dbNow)
	if (ended) return ended
	if (order.day === null) return refuse('booking.notMoved')
	const { move } = untilOf(venue, order)
	if (!isAhead(move, dbNow)) return tooLate(venue, move)
	const { phone } = venue.contact
	return movesLeft(venue, order, moved) > 0 ? undefined : refuse('booking.movedTooOften', { phone })
}

/**
 * Refuses every change that a customer could make, by the first cause: the state of the booking, gift vouchers alone,
 * the last of the deadlines; undefined while something of the booking can be changed online.
 */
export function refuseEveryChange(venue: Venue, order: Order, now: Instant): Refused | undefined {
	const ended = refuseOver(order, now)
	if (ended) return ended
	if (order.day === null) return refuse('booking.giftVoucherStays')
	const { guests, extras, texts } = untilOf(venue, order)
	const [last = null] = [guests, extras, texts]
		.flatMap((moment) => moment ?? [])
		.toSorted((one, other) => other.valueOf() - one.valueOf())
	return isAhead(last, now) ? undefined : tooLate(venue, last)
}

/**
 * Refuses a customer's change when the deadline for the guests, the extras or the texts that it changes has passed;
 * undefined when the change is allowed.
 */
export function refuseChange(
	venue: Venue,
	order: Order,
	{ lines, hasTexts }: { lines: readonly OrderLine[]; hasTexts: boolean },
	dbNow: Instant,
): Refused | undefined {
	const pairs = pairLines(order.lines, lines)
	const differences = pairs.filter(({ before, after }) => before?.quantity !== after?.quantity)
	const guests = differences.filter((it) => isOfGuests(venue, pairs, it))
	const extras = differences.filter((it) => !guests.includes(it))
	const until = (which: Pair[], what: 'guests' | 'extras') =>
		untilOf(
			venue,
			order,
			which.flatMap((it) => bookedLine(pairs, it)),
		)[what]
	const deadlines = [
		...(guests.length > 0 ? [until(guests, 'guests')] : []),
		...(extras.length > 0 ? [until(extras, 'extras')] : []),
		...(hasTexts ? [untilOf(venue, order).texts] : []),
	]
	const late = deadlines.find((deadline) => !isAhead(deadline, dbNow))
	return late === undefined ? undefined : tooLate(venue, late)
}

/**
 * Refuses a change that would leave the venue with less than the fee for cancelling the booking now, also when a
 * voucher would pay less of the booking than before (faults N365); undefined when the change is allowed.
 */
export function refuseBelowFee(
	venue: Venue,
	order: Order,
	after: Pick<Order, 'total' | 'voucher' | 'onSite'>,
	now: Instant,
): Refused | undefined {
	const fee = keptAt(venue, order, now) ?? cents(0)
	const gifts = sum(order.lines.filter(isGift).map(({ amount }) => amount))
	const services = minus(after.total, sum([gifts, order.shipping]))
	const isVoucherLess = after.voucher < order.voucher
	if (after.total >= order.total && !isVoucherLess) return undefined
	const left = isVoucherLess ? minus(services, minus(after.onSite, order.paidOnSite)) : services
	if (left >= fee) return undefined
	return refuse('booking.belowFee', { amount: fee / 100 })
}

/**
 * True when a change lowers the guests, tickets or rooms of a product to fewer than half of the most that any revision
 * of the booking had: several small changes are no way around that (faults K71). `most` are these highest quantities by
 * product id.
 */
export function isHalved(
	venue: Venue,
	most: Readonly<Record<string, number>>,
	{ before, after }: Record<'before' | 'after', readonly OrderLine[]>,
): boolean {
	const visits = before.filter((line) => isOfVisit(venue, line)).map(({ productId }) => productId)
	return visits.some((id) => {
		const [was, is] = [numberOf(before, id), numberOf(after, id)]
		return is < was && is * 2 < Math.max(was, most[id] ?? 0)
	})
}

function numberOf(lines: readonly OrderLine[], id: string): number {
	return lines
		.filter(({ productId }) => productId === id)
		.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** True for a line of guests, tickets or a room; false for extras. */
function isOfVisit(venue: Venue, { productId, parentPosition, startsAt }: OrderLine): boolean {
	if (parentPosition !== null) return false
	const product = findProduct(venue, productId)
	return product ? product.duration !== undefined : startsAt !== null
}

/**
 * True for the difference of a line of guests, tickets or a room, and for that of a package's extras that change in the
 * same direction as its guests and by no more pieces; also for the extras of a package that is added or removed.
 */
function isOfGuests(venue: Venue, pairs: readonly Pair[], pair: Pair): boolean {
	const { before, after } = pair
	const line = after ?? before
	if (!line) return false
	if (line.parentPosition === null) return isOfVisit(venue, line)
	const parent = parentOf(pairs, pair)
	if (!parent) return false
	if (!parent.before || !parent.after) return true
	const guests = parent.after.quantity - parent.before.quantity
	const pieces = (after?.quantity ?? 0) - (before?.quantity ?? 0)
	return Math.sign(pieces) === Math.sign(guests) && Math.abs(pieces) <= Math.abs(guests)
}

/** Returns the line of a pair as the booking has it; an added extra with the position that its package has there. */
function bookedLine(pairs: readonly Pair[], pair: Pair): OrderLine | [] {
	const { before, after } = pair
	if (before || !after) return before ?? []
	return { ...after, parentPosition: parentOf(pairs, pair)?.before?.position ?? null }
}

/** Refuses what was possible until a deadline that is over, or, with null, what is done by telephone alone. */
function tooLate({ contact: { phone } }: Venue, until: Date | null): Refused {
	return until
		? { ...refuse('booking.tooLate', { phone }), until }
		: refuse('booking.changedByPhone', { phone })
}
