import { randomInt, timingSafeEqual } from 'node:crypto'

import { and, eq, lt, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { bookingCodes } from '#app/db/schema.ts'
import { replaceKeys } from '#app/models/booking/key.server.ts'
import { keyedHash } from '#app/models/keyed-hash.server.ts'
import { emailOf, type Order } from '#app/models/order/order.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'

/*
 * The code that is needed beside a letter's key to cancel a booking: six digits, mailed to the order's address and to
 * no other. Whoever guesses has five tries at each code, five codes an hour and ten a day (faults K38, K76).
 */

const TRIES = 5
const LIFETIME = sql`interval '15 minutes'`

type CodeOrder = Pick<Order, 'id'> & { person: Pick<Order['person'], 'email'> }

/**
 * Enqueues a job that mails a new code to the address of an order; the job makes the code, so that no queue contains
 * it. Refused without a mail address, and above the limits of `countAttempt`. `addressHash` is the keyed hash of the
 * network address of the person who asks.
 */
export async function askForCode(
	order: CodeOrder,
	addressHash: string | null,
): Promise<Result<undefined>> {
	return mailTo(order, 'mailBookingCode', addressHash)
}

/**
 * Enqueues a job that mails a letter with a new key to the address of an order. Refused without a mail address, and
 * above the limits of `countAttempt`.
 */
export async function askForKey(
	order: CodeOrder,
	addressHash: string | null,
): Promise<Result<undefined>> {
	return mailTo(order, 'mailBookingLink', addressHash)
}

/**
 * Ends all keys of a booking and the rights that sessions got by them, and enqueues a letter with a new key: in one
 * transaction, so that the letter's own key is made after the others have ended (faults K73).
 */
export async function askForOtherKeys(
	order: CodeOrder,
	addressHash: string | null,
): Promise<Result<undefined>> {
	return mailTo(order, 'mailBookingLink', addressHash, (tx) => replaceKeys(tx, order.id))
}

/** Makes a new code for an order and returns it; the former code ends. Called while the letter is written. */
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
 * Checks a typed code and, when it is right, deletes it, so that it is used once. Each try is counted before it is
 * compared, in one statement, so that many tries at once get no more than five. Refused when the code is wrong, used,
 * older than 15 minutes or out of tries.
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
	{ id: orderId, person }: CodeOrder,
	job: 'mailBookingCode' | 'mailBookingLink',
	addressHash: string | null,
	before?: (tx: Transaction) => Promise<void>,
): Promise<Result<undefined>> {
	if (emailOf(person) === null) return refuse('booking.noMailAddress')
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
