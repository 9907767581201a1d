import type { DateTime } from 'luxon'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { askedLines, type Asked } from '#app/models/booking/asked-lines.ts'
import { cartOf } from '#app/models/booking/booked-cart.ts'
import { isPiece } from '#app/models/booking/typed-numbers.ts'
import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import type { Order } from '#app/models/order/order.ts'
import { findContent } from '#app/models/order/past-revision.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * True when the newest revision of a booking is the one that `asked` makes of the revision before, whose page the
 * customer was shown (`revision`): the form was sent twice. Comparing `asked` with the present booking would miss this
 * when pieces were shared out among the guests (faults N411).
 */
export async function isMadeAlready(
	order: Order,
	{ asked, revision }: { asked: Asked; revision: number },
	now: DateTime,
	executor: Database | Transaction = db,
): Promise<boolean> {
	const former = revision === order.revision - 1 && (await findContent(order, revision, executor))
	if (!former) return false
	const venue = currentVenue()
	const [cart, before] = [cartOf(venue, order), cartOf(venue, { ...order, ...former })]
	const isOther = (line: CartLine) => !isPiece(venue, cart, line)
	const isOwn = ({ parentId }: CartLine) => cart.lines.some(({ id }) => id === parentId)
	const pieces = before.lines
		.filter((line) => isPiece(venue, before, line) && isOwn(line))
		.map((line) => ({ ...line, id: `was-${line.id}` }))
	let made = 0
	const newId = () => `new-${(made += 1)}`
	const shared = { ...cart, lines: [...cart.lines.filter(isOther), ...pieces] }
	const lines = askedLines(venue, shared, asked, { now, newId })
	return lines.ok && wordsOf(lines.value) === wordsOf(cart)
}

/** Writes the day and the lines of a booking as text, without their ids, to compare two of them. */
function wordsOf({ day, lines }: Pick<Cart, 'day' | 'lines'>): string {
	const said = lines.map(({ productId, quantity, startsAt, endsAt }) =>
		JSON.stringify([productId, quantity, startsAt, endsAt]),
	)
	return JSON.stringify([day, said.toSorted()])
}
