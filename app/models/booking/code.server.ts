import { randomInt, timingSafeEqual } from 'node:crypto'

import { and, eq, lt, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { bookingCodes } from '#app/db/schema.ts'
import { replaceKeys } from '#app/models/booking/key.server.ts'
import { keyedHash } from '#app/models/keyed-hash.server.ts'
import { isForgotten, type Order } from '#app/models/order/order.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'

/*
 * The code that a letter's key needs beside it to cancel a booking: six digits, mailed to the order's address and to no
 * other. Whoever guesses has five tries at each code, five codes an hour and ten a day (faults K38, K76).
 */

const TRIES = 5
const LIFETIME = sql`interval '15 minutes'`

type Asked = Pick<Order, 'id'> & { person: Pick<Order['person'], 'email'> }

/** Asks for a code by mail: a job writes it, so that it lies in no queue. Refused without a mail address. */
export async function askForCode(
	order: Asked,
	addressHash: string | null,
): Promise<Result<undefined>> {
	return mailTo(order, 'mailBookingCode', addressHash)
}

/** Asks for a letter with a new key, to the address of the order. Refused without a mail address. */
export async function askForKey(
	order: Asked,
	addressHash: string | null,
): Promise<Result<undefined>> {
	return mailTo(order, 'mailBookingLink', addressHash)
}

/**
 * Ends all keys of a booking and what they gave, and asks for a letter with a new one: in one transaction, so that the
 * letter's own key is made after they have ended (faults K73).
 */
export async function askForOtherKeys(
	order: Asked,
	addressHash: string | null,
): Promise<Result<undefined>> {
	return mailTo(order, 'mailBookingLink', addressHash, (tx) => replaceKeys(tx, order.id))
}

/** Makes the code of an order and returns it; the one before no longer counts. Called while the letter is written. */
export async function newBookingCode(orderId: string): Promise<string> {
	const code = String(randomInt(1_000_000)).padStart(6, '0')
	const made = { hash: hashOf(orderId, code), madeAt: sql`now()`, tries: 0 }
	await db
		.insert(bookingCodes)
		.values({ orderId, ...made })
		.onConflictDoUpdate({ target: bookingCodes.orderId, set: made })
	return code
}

/**
 * Uses a code up. Each try is counted before it is compared, in one statement, so that many at once get no more than
 * five; a right one is deleted and counts once.
 */
export async function useCode(orderId: string, typed: string): Promise<Result<undefined>> {
	const [asked] = await db
		.update(bookingCodes)
		.set({ tries: sql`${bookingCodes.tries} + 1` })
		.where(
			and(
				eq(bookingCodes.orderId, orderId),
				lt(bookingCodes.tries, TRIES),
				sql`${bookingCodes.madeAt} > now() - ${LIFETIME}`,
			),
		)
		.returning({ hash: bookingCodes.hash })
	if (!asked) return refuse('booking.codeOver')
	const hash = hashOf(orderId, typed.replaceAll(/\D/g, ''))
	if (!isEqual(hash, asked.hash)) return refuse('booking.codeWrong')
	const used = await db
		.delete(bookingCodes)
		.where(and(eq(bookingCodes.orderId, orderId), eq(bookingCodes.hash, hash)))
		.returning({ orderId: bookingCodes.orderId })
	return used.length > 0 ? ok() : refuse('booking.codeOver')
}

async function mailTo(
	{ id: orderId, person }: Asked,
	job: 'mailBookingCode' | 'mailBookingLink',
	addressHash: string | null,
	before?: (tx: Transaction) => Promise<void>,
): Promise<Result<undefined>> {
	if (isForgotten({ person })) return refuse('booking.noMailAddress')
	const allowed = await countAttempt('bookingMailFrom', [addressHash])
	if (!allowed.ok) return allowed
	for (const limit of [job, `${job}ADay`] as const) {
		const counted = await countAttempt(limit, [orderId])
		if (!counted.ok) return counted
	}
	await db.transaction(async (tx) => {
		await before?.(tx)
		await enqueue(tx, job, { orderId })
	})
	return ok()
}

function hashOf(orderId: string, code: string): string {
	return keyedHash(`code of booking ${orderId} ${code}`)
}

function isEqual(one: string, other: string): boolean {
	return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
