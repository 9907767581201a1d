import { sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'

/**
 * Finds an order by its id, when its cart is ordered again while the order waits for its payment. Returns what placing
 * it anew would return, marked `isRunning` and without a payment token.
 */
export async function findRunning(tx: Transaction, id: string) {
	const [order] = await selectRunning(tx, { id })
	return { id, publicId: order?.publicId ?? '', paymentToken: null, isRunning: true }
}

/**
 * Finds the confirmed order made of a cart in this version, for a button pressed twice or a lost response. Returns the
 * database's time too, by which notice is judged.
 */
export async function findConfirmed(tx: Transaction, cart: { id: string; version: number }) {
	const [found] = await selectConfirmed(tx, cart)
	return found
}

/**
 * Finds the number of an order that was made of this version of a cart or of a later one and was neither abandoned nor
 * cancelled; null without one. It is there when a page of the cart was sent twice (faults N320).
 */
export async function findPlacedSince(cart: {
	id: string
	version: number
}): Promise<string | null> {
	const [found] = await selectPlacedSince(db, cart)
	return found?.number ?? null
}

const selectPlacedSince = prepare<{ id: string; version: number }, { number: string }>(
	(_, value) => sql`
		select number from orders
		where cart_id = ${value('id')} and cart_version >= ${value('version')}
			and state in ('pendingPayment', 'confirmed', 'completed')
		order by cart_version limit 1`,
)

const selectRunning = prepare<{ id: string }, { publicId: string }>(
	(_, value) => sql`select public_id as "publicId" from orders where id = ${value('id')}`,
)

const selectConfirmed = prepare<
	{ id: string; version: number },
	{ now: Date; confirmed: { id: string; publicId: string } | null }
>(
	(_, value) => sql`
		select now() as "now", (
			select json_build_object('id', id, 'publicId', public_id) from orders
			where cart_id = ${value('id')} and cart_version = ${value('version')}
				and state in ('confirmed', 'completed')
			limit 1
		) as "confirmed"`,
)
