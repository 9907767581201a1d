import type { AskedChange } from '#app/models/booking/asked-lines.ts'
import { isGift, type Order, type OrderLine } from '#app/models/order/order.ts'
import { noShowOf } from '#app/models/order/policy.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import type { Condition } from '#app/models/venue/catalogue.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

type Counted = { position: number | null; came: number }

/**
 * Decides the change that a headcount makes of a booking: as many guests as came, and of what each guest gets one of,
 * such as a menu, as many pieces, taken away where there are most. Refused where the accepted policy bills guests who
 * do not come. Without a position the booking has one line with guests.
 */
export function countHeads(
	venue: Venue,
	order: Order,
	{ position, came }: Counted,
): Result<AskedChange> {
	const lines = order.lines.filter((line) => isOfGuests(venue, line))
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

/** True for tickets, and for packages that count guests. */
function isOfGuests(venue: Venue, line: OrderLine): boolean {
	const product = findProduct(venue, line.productId)
	const isVisit = product?.perGuest === true || product?.kind === 'ticket'
	return isVisit && line.parentPosition === null && !isGift(line)
}

function conditionsOf(venue: Venue, { productId }: OrderLine): Condition[] {
	const conditions = findProduct(venue, productId)?.conditions ?? []
	return conditions.filter(({ rule, perGuest }) => rule === 'exactlyOne' && perGuest)
}

/** The pieces of a group with one piece for each guest once `came` guests came, by position, where they are fewer. */
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
