import type { Transaction } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { uuidOf } from '#app/models/token.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

type Told = Pick<Order, 'id' | 'party'>

/**
 * The statements that enqueue the letters about a revision: to the customer and, for a party whose bookings the venue
 * wants to hear of, to the venue. Each letter goes out once: the ids of the jobs are made of the order and the
 * revision. The statements may travel with the COMMIT.
 */
export function lettersOfRevision(
	tx: Transaction,
	{ id: orderId, party }: Told,
	revision: number,
): (() => Promise<unknown>)[] {
	const id = uuidOf(`${orderId}/${revision}`)
	const told = { orderId, revision }
	return [
		() => enqueue(tx, 'mailRevision', told, { id }),
		...(isWatched({ party }) ? [() => enqueue(tx, 'tellOfRevision', told, { id })] : []),
	]
}

/** Enqueues the letter to the venue about a cancelled party, if the venue wants to hear of bookings of parties. */
export async function enqueueNoteOfCancellation(
	tx: Transaction,
	{ id: orderId, party }: Told,
): Promise<void> {
	if (isWatched({ party })) await enqueue(tx, 'tellOfCancellation', { orderId }, { id: orderId })
}

function isWatched({ party }: Pick<Order, 'party'>): boolean {
	return party !== null && currentVenue().letters?.bookings === true
}
