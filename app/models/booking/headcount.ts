import type { AskedChange } from '#app/models/booking/asked-lines.ts'
import { isGift, type Order, type OrderLine } from '#app/models/order/order.ts'
import { noShowOf } from '#app/models/order/policy.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import type { Condition } from '#app/models/venue/catalogue.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

type Counted = { position: number | null; came: number }
type CountedChange = AskedChange & { quantities: Readonly<Record<number, number>> }

/**
 * Decides the change that a headcount makes of a booking: as many guests as came, and no more pieces than guests of
 * what each guest gets one of, such as a menu; pieces too many leave the choice with the most. `position` is that of
 * the line that is counted; null for the only line with guests. Refused where the accepted policy bills guests who do
 * not come.
 */
export function countHeads(
	venue: Venue,
	order: Order,
	{ position, came }: Counted,
): Result<CountedChange> {
	const lines = guestLines(venue, order)
	const [line, another] = lines.filter((it) => position === null || it.position === position)
	if (!line || another) return refuse('desk.whichGuests')
	if (came < line.quantity && noShowOf(venue, order, line) === 'billed')
		return refuse('desk.noShowIsBilled')
	return ok({
		kind: 'change',
		quantities: Object.fromEntries([
			[line.position, came],
			...conditionsOf(venue, line).flatMap((group) => piecesOf(order, line, group, came)),
		]),
	})
}

/** Decides the change that headcounts of several lines make together, such as children and adults (faults N377). */
export function countAllHeads(
	venue: Venue,
	order: Order,
	counts: readonly Counted[],
): Result<CountedChange> {
	const quantities: Record<number, number> = {}
	for (const count of counts) {
		const counted = countHeads(venue, order, count)
		if (!counted.ok) return counted
		Object.assign(quantities, counted.value.quantities)
	}
	return ok({ kind: 'change', quantities })
}

/** Lists the lines of a booking whose guests can be counted. */
export function guestLines(venue: Venue, { lines }: Order): OrderLine[] {
	return lines.filter((line) => isOfGuests(venue, line))
}

/** True for a line of tickets, or of a package that counts guests; false for extras and gift vouchers. */
function isOfGuests(venue: Venue, line: OrderLine): boolean {
	const product = findProduct(venue, line.productId)
	const isVisit = product?.perGuest === true || product?.kind === 'ticket'
	return isVisit && line.parentPosition === null && !isGift(line)
}

function conditionsOf(venue: Venue, { productId }: OrderLine): Condition[] {
	const conditions = findProduct(venue, productId)?.conditions ?? []
	return conditions.filter(({ rule, perGuest }) => rule === 'exactlyOne' && perGuest)
}

/**
 * Returns the new quantities, as [position, quantity], of the choices in a group of which each guest has one piece (a
 * menu), once `came` guests came. A piece too many leaves the choice with the most pieces; choices that keep their
 * quantity are left out.
 */
function piecesOf(
	{ lines }: Order,
	{ position }: OrderLine,
	{ items }: Condition,
	came: number,
): [number, number][] {
	const chosen = lines.filter(
		(line) =>
			line.parentPosition === position && items.some(({ product }) => product === line.productId),
	)
	const left = new Map(chosen.map((line) => [line.position, line.quantity]))
	let surplus = chosen.reduce((all, { quantity }) => all + quantity, -came)
	for (; surplus > 0; surplus -= 1) {
		const [most] = [...left].toSorted(([, one], [, other]) => other - one)
		if (most) left.set(most[0], most[1] - 1)
	}
	return [...left].filter(([at, pieces]) =>
		chosen.some((line) => line.position === at && line.quantity !== pieces),
	)
}
