import { randomUUID } from 'node:crypto'

import { and, desc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { payments, paymentTokens } from '#app/db/schema.ts'
import type { Payment } from '#app/models/payment/payment.server.ts'
import { livePaymentStates, type PaymentPurpose } from '#app/models/payment/payment.ts'
import { everyProvider } from '#app/models/provider.ts'
import { newToken, sha256 } from '#app/models/token.server.ts'

/**
 * The minutes for which a payment page stays open, counted from the creation of the payment, or from its first start if
 * that is late: see `isShort`.
 */
export const openFor = { minutes: everyProvider.opensForAtLeast + 10 }

type NewPayment = Pick<Payment, 'orderId' | 'provider' | 'amount' | 'purpose'> & {
	/** The id of the change that the payment pays; null for other purposes. */
	changeId?: string | null
	/** The token of /payment/{sessionToken}: see `newToken`. */
	token: string
}

/** Inserts a payment before the provider is asked. The caller has locked the order, or places it in `tx`. */
export async function createPayment(
	tx: Transaction,
	{ token, changeId = null, ...payment }: NewPayment,
): Promise<void> {
	const id = randomUUID()
	await insertPayment(tx, {
		...payment,
		changeId,
		id,
		returnToken: newToken(),
		hash: sha256(token),
	})
}

type PaymentValues = Omit<NewPayment, 'token' | 'changeId'> & {
	id: string
	changeId: string | null
	returnToken: string
	hash: string
}

const insertPayment = prepare<PaymentValues>(
	(build, value) => sql`
		with payment as ${build.insert(payments).values({
			id: value('id'),
			orderId: value('orderId'),
			provider: value('provider'),
			state: 'created',
			purpose: value('purpose'),
			changeId: value('changeId'),
			reference: referenceOf(value('orderId'), value('purpose')),
			amount: value('amount'),
			returnToken: value('returnToken'),
			expiresAt: sql`now() + make_interval(mins => ${openFor.minutes})`,
		})}
		insert into payment_tokens (hash, payment_id) values (${value('hash')}, ${value('id')})`,
)

/**
 * SQL for the reference of a new payment at its provider: the order's number for its first payment, if that is of
 * purpose `order`, otherwise the number with '-2', '-3' and so on. No reference is given twice, also where a voucher
 * confirmed the order and '-2' is its first payment. An order that is paid by a pay link may have several payments
 * before it is confirmed.
 */
function referenceOf(orderId: SQL, purpose: SQL): SQL {
	return sql`(
		select case when ${purpose}::text = 'order' and made = 0 then number
			else number || '-' || (2 + made - numbered) end
		from orders, lateral (
			select count(*) as made, count(*) filter (where coalesce(reference, number) = number) as numbered
			from payments where order_id = orders.id
		) earlier
		where id = ${orderId}::uuid)`
}

/**
 * Issues a new token of /payment/{sessionToken} for the live payment of an order, if it is of this purpose; null
 * otherwise.
 */
export async function resumePayment(
	orderId: string,
	purpose: PaymentPurpose,
): Promise<string | null> {
	return db.transaction(async (tx) => {
		const live = await findLive(tx, orderId)
		return live?.purpose === purpose ? issueToken(tx, live.id) : null
	})
}

/** Finds the live payment of an order, which has one at most; null when there is none. */
export async function findLive(
	tx: Pick<Transaction, 'select'>,
	orderId: string,
): Promise<Payment | null> {
	const isLive = inArray(payments.state, [...livePaymentStates])
	const [live] = await tx
		.select()
		.from(payments)
		.where(and(eq(payments.orderId, orderId), isLive))
	return live ?? null
}

/** Issues a token of a payment and keeps the payment's newest five: an older tab may still use one of them. */
export async function issueToken(tx: Transaction, paymentId: string): Promise<string> {
	const token = newToken()
	const newest = tx
		.select({ hash: paymentTokens.hash })
		.from(paymentTokens)
		.where(eq(paymentTokens.paymentId, paymentId))
		.orderBy(desc(paymentTokens.createdAt))
		.limit(MOST_TOKENS - 1)
	await tx
		.delete(paymentTokens)
		.where(and(eq(paymentTokens.paymentId, paymentId), notInArray(paymentTokens.hash, newest)))
	await insertToken(tx, { hash: sha256(token), paymentId })
	return token
}

const MOST_TOKENS = 5

const insertToken = prepare<{ hash: string; paymentId: string }>((build, value) =>
	build.insert(paymentTokens).values({ hash: value('hash'), paymentId: value('paymentId') }),
)
