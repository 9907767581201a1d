import { cents, minus, sum, type Cents } from '#app/models/money.ts'
import { isGift, type Order, type OrderLine } from '#app/models/order/order.ts'
import { isAhead, keptAt, movesLeft, untilOf } from '#app/models/order/policy.ts'
import { differencesOf, type Difference } from '#app/models/order/revision-content.ts'
import { refuse, type Refused } from '#app/models/result.ts'
import type { Instant } from '#app/models/venue/day.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/*
 * What the policy of a booking allows its customer to change now. The venue itself may always change it.
 */

/** A booking with the number of times that its customer has moved it. */
export type Governed = { order: Order; moved: number }

/** The refusal of a move after the last moment for it, or once more than agreed; undefined when it is allowed. */
export function refuseMove(
	venue: Venue,
	{ order, moved }: Governed,
	dbNow: Instant,
): Refused | undefined {
	if (!isAhead(untilOf(venue, order).move, dbNow)) return tooLate(venue)
	const { phone } = venue.contact
	return movesLeft(venue, order, moved) > 0 ? undefined : refuse('booking.movedTooOften', { phone })
}

/** The refusal of a change after the last moment for one of its parts; undefined when it is allowed. */
export function refuseChange(
	venue: Venue,
	order: Order,
	{ lines, hasTexts }: { lines: readonly OrderLine[]; hasTexts: boolean },
	dbNow: Instant,
): Refused | undefined {
	const differences = differencesOf(order.lines, lines).filter(
		({ before, after }) => before?.quantity !== after?.quantity,
	)
	const guests = differences.filter((it) => isOfGuests(venue, differences, it))
	const extras = differences.filter((it) => !guests.includes(it))
	const until = (which: Difference[], what: 'guests' | 'extras') =>
		untilOf(
			venue,
			order,
			which.flatMap(({ before, after }) => before ?? after ?? []),
		)[what]
	const isLate =
		(guests.length > 0 && !isAhead(until(guests, 'guests'), dbNow)) ||
		(extras.length > 0 && !isAhead(until(extras, 'extras'), dbNow)) ||
		(hasTexts && !isAhead(untilOf(venue, order).texts, dbNow))
	return isLate ? tooLate(venue) : undefined
}

/** The refusal of a change that would leave the venue with less than cancelling the booking now. */
export function refuseBelowFee(
	venue: Venue,
	order: Order,
	after: { total: Cents },
	now: Instant,
): Refused | undefined {
	const fee = keptAt(venue, order, now) ?? cents(0)
	const gifts = sum(order.lines.filter(isGift).map(({ amount }) => amount))
	const services = minus(after.total, sum([gifts, order.shipping]))
	if (services >= fee || after.total >= order.total) return undefined
	return refuse('booking.belowFee', { amount: fee / 100 })
}

/**
 * True when a change lowers the guests, tickets or rooms of a product to fewer than half of what the booking ever had of
 * it: several small changes are no way around that (faults K71). `most` are these numbers by product.
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

/** True for guests and tickets, and for the extras of a package whose guests change with them. */
function isOfGuests(
	venue: Venue,
	differences: readonly Difference[],
	{ before, after }: Difference,
): boolean {
	const line = after ?? before
	if (!line) return false
	if (line.parentPosition === null) return isOfVisit(venue, line)
	return differences.some(
		(it) => it.position === line.parentPosition && it.before?.quantity !== it.after?.quantity,
	)
}

function tooLate({ contact: { phone } }: Venue): Refused {
	return refuse('booking.tooLate', { phone })
}
