import { eq, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { bookingTokens, orders, visitOrders } from '#app/db/schema.ts'
import { isBookingOpen } from '#app/models/booking/rights.server.ts'
import { newToken, sha256 } from '#app/models/token.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Makes the key of a booking for one letter and returns it: 256 random bits, 43 signs. Only its hash is stored, so a
 * letter makes its key while it is written, and keys of earlier letters go on working.
 */
export async function newBookingKey(
	executor: Database | Transaction,
	orderId: string,
): Promise<string> {
	const key = newToken()
	await insertKey(executor, { hash: sha256(key), orderId })
	return key
}

const insertKey = prepare<{ hash: string; orderId: string }>((build, value) =>
	build.insert(bookingTokens).values({ hash: value('hash'), orderId: value('orderId') }),
)

/** True for text in the form of a key; the public id of an order is shorter. */
export function isBookingKey(text: string): boolean {
	return /^[\w-]{43}$/.test(text)
}

/**
 * Finds the order that a key opens; null for an unknown or replaced key, and when more than `keep.bookingLinks` days
 * have passed since the visit or the cancelling.
 */
export async function findByKey(key: string): Promise<{ id: string; publicId: string } | null> {
	if (!isBookingKey(key)) return null
	const { bookingLinks: days } = currentVenue().keep
	const [order] = await selectByKey(db, { hash: sha256(key), days })
	return order ?? null
}

const selectByKey = prepare<{ hash: string; days: number }, { id: string; publicId: string }>(
	(_, value) => sql`
		select ${orders.id} as id, ${orders.publicId} as "publicId"
		from ${bookingTokens} join ${orders} on ${eq(orders.id, bookingTokens.orderId)}
		where ${eq(bookingTokens.hash, value('hash'))} and ${isBookingOpen(value('days'))}`,
)

/**
 * Deletes all keys of a booking, and the rights that sessions got by them. The session in which the booking was ordered
 * keeps its rights, and so does the session with the id `except`.
 */
export async function replaceKeys(
	executor: Database | Transaction,
	orderId: string,
	except: string | null = null,
): Promise<void> {
	await executor.delete(bookingTokens).where(eq(bookingTokens.orderId, orderId))
	await executor.delete(visitOrders).where(
		sql`${visitOrders.orderId} = ${orderId} and ${visitOrders.cameBy} <> 'ordering'
				and ${visitOrders.sessionId} is distinct from ${except}`,
	)
}
