import { sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'

/** Finds the order that was placed with a cart and waits for its payment; returned when the cart is ordered again. */
export async function findRunning(tx: Transaction, id: string) {
	const [order] = await selectRunning(tx, { id })
	return { id, publicId: order?.publicId ?? '', paymentToken: null, isRunning: true }
}

/**
 * Finds the confirmed order of this cart and version, for a button pressed twice or a lost answer. Returns the
 * database's time too, by which notice is judged.
 */
export async function findConfirmed(tx: Transaction, cart: { id: string; version: number }) {
	const [found] = await selectConfirmed(tx, cart)
	return found
}

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
