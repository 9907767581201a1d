import { createHash } from 'node:crypto'

import type { Transaction } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

type Told = Pick<Order, 'id' | 'party'>

/**
 * The statements that enqueue the letters of a revision: to the customer and, for a party whose bookings the venue wants
 * to hear of, to the venue. Each once: the ids of the jobs are made of the order and the revision. They may travel with
 * the COMMIT.
 */
export function lettersOfRevision(
	tx: Transaction,
	{ id: orderId, party }: Told,
	revision: number,
): (() => Promise<unknown>)[] {
	const id = idOf(`${orderId}/${revision}`)
	const told = { orderId, revision }
	return [
		() => enqueue(tx, 'mailRevision', told, { id }),
		...(isWatched({ party }) ? [() => enqueue(tx, 'tellOfRevision', told, { id })] : []),
	]
}

/** Enqueues the letter to the venue about a cancelled party, if it wants to hear of its bookings. */
export async function enqueueNoteOfCancellation(
	tx: Transaction,
	{ id: orderId, party }: Told,
): Promise<void> {
	if (isWatched({ party })) await enqueue(tx, 'tellOfCancellation', { orderId }, { id: orderId })
}

function isWatched({ party }: Pick<Order, 'party'>): boolean {
	return party !== null && currentVenue().letters?.bookings === true
}

/** A UUID made of a text. */
function idOf(text: string): string {
	const hex = createHash('sha256').update(text).digest('hex')
	return [8, 12, 16, 20, 32].map((end, at, ends) => hex.slice(ends[at - 1] ?? 0, end)).join('-')
}
