import { eq, inArray, sql, type SQL } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { jsonObject, type JsonRow, jsonRow } from '#app/db/json-row.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orders, payments, paymentTokens } from '#app/db/schema.ts'
import { sum, type Cents } from '#app/models/money.ts'
import {
	hasMoneyMoved,
	isLive,
	livePaymentStates,
	standingIn,
	type PaymentState,
	type PaymentStanding,
} from '#app/models/payment/payment.ts'
import { everyProvider, type ProviderName } from '#app/models/provider.ts'
import { sha256 } from '#app/models/token.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { voucherOfOrder } from '#app/models/voucher/ledger.server.ts'

export type Payment = typeof payments.$inferSelect
export type PaymentWithOrder = {
	payment: Payment
	/** The provider still keeps the key of its start, so that asking again cannot make a second place to pay. */
	isKeyKept: boolean
	/** A provider may refuse to keep a place to pay open for so short a time. */
	isShort: boolean
	isOverdue: boolean
	order: {
		id: string
		publicId: string
		number: string
		locale: string
		email: string
		day: string | null
		/** To be locked with it. */
		voucher: string | null
	}
}

/** By the database's clock: that of this process may be wrong. */
export const isOverdue = sql<boolean>`${payments.expiresAt} < now()`

/** How long after a first call it is sent again with its key: half an hour less than any provider keeps keys. */
const keysAreKept = sql.raw(`interval '${everyProvider.keepsKeysFor - 30} minutes'`)

/**
 * Whether the answer to a capture may still come and the capture may be sent again. Later the provider is only
 * asked how the payment stands.
 */
export const isBeingCaptured = sql<boolean>`coalesce(${payments.captureBegunAt} > now() - ${keysAreKept}, false)`

/** Whether too little time is left for a new place to pay; a minute is for the way there. */
export const isShort = sql<boolean>`${payments.expiresAt} < now() + ${sql.raw(`interval '${everyProvider.opensForAtLeast + 1} minutes'`)}`

/** Whether the start of a payment may be sent to its provider (again) (faults B30). */
const isKeyKept = sql<boolean>`${payments.createdAt} > now() - ${keysAreKept}`

export function findPayment(id: string): Promise<PaymentWithOrder | null> {
	return firstOf(selectPayment(db, { id }))
}

/**
 * The payment that a token of /payment/{sessionToken} opens; null for a token that is none of ours, and for one whose
 * payment is over for as many days as the venue keeps it, also where no job has deleted it yet (faults M15).
 */
export function findPaymentByToken(token: string): Promise<PaymentWithOrder | null> {
	const days = currentVenue().keep.paymentTokens
	return firstOf(selectByToken(db, { hash: sha256(token), days }))
}

/** The payment that a provider's return page speaks of; null for a token that is none of ours. */
export async function findReturningPayment(returnToken: string): Promise<PaymentWithOrder | null> {
	return /^[\w-]{43}$/.test(returnToken) ? firstOf(selectReturning(db, { returnToken })) : null
}

/** The live payment of an order, or its last one; null when it never had any. */
export async function findLatestPayment(
	orderId: string,
): Promise<{ id: string; state: PaymentState } | null> {
	const [row] = await db
		.select({ id: payments.id, state: payments.state })
		.from(payments)
		.where(eq(payments.orderId, orderId))
		.orderBy(sql`${payments.createdAt} desc`)
		.limit(1)
	return row ?? null
}

/**
 * The way to pay of the newest order that was made of a cart, so that a payment that was declined or broken off leaves
 * it chosen; null where none was ordered with one.
 */
export async function findLastWay(cartId: string): Promise<ProviderName | null> {
	const [row] = await selectLastWay(db, { cartId })
	return row?.provider ?? null
}

const selectLastWay = prepare<{ cartId: string }, { provider: ProviderName }>(
	(_, value) => sql`
		select ${payments.provider} as "provider"
		from ${payments} join ${orders} on ${eq(orders.id, payments.orderId)}
		where ${eq(orders.cartId, value('cartId'))}
		order by ${payments.createdAt} desc limit 1`,
)

/** What was paid for an order: a sum over rows, never a column. */
export async function paidFor(orderId: string): Promise<Cents> {
	const rows = await db
		.select({ amount: payments.paidAmount })
		.from(payments)
		.where(eq(payments.orderId, orderId))
	return sum(rows.flatMap(({ amount }) => (amount === null ? [] : [amount])))
}

/** How it stands by our own rows, without asking the provider: nobody has paid who was never led there. */
export function standingOf({
	payment: { state, providerId },
	order: { publicId },
}: Pick<PaymentWithOrder, 'payment' | 'order'>): PaymentStanding {
	const isPayable = isLive(state) && providerId === null
	return standingIn(state, isPayable ? { publicId, isPayable } : { publicId })
}

/** Whether asking the provider could change anything. */
export function canChange(payment: Payment): boolean {
	return !hasMoneyMoved(payment) && payment.providerId !== null
}

async function firstOf(rows: Promise<PaymentJson[]>): Promise<PaymentWithOrder | null> {
	const [row] = await rows
	return row ? { ...row, payment: paymentRow.read(row.payment) } : null
}

const paymentRow = jsonRow(payments)

type PaymentJson = Omit<PaymentWithOrder, 'payment'> & { payment: JsonRow<typeof payments> }

const selectPayment = prepare<{ id: string }, PaymentJson>((_, value) =>
	paymentWhere(eq(payments.id, value('id'))),
)

const selectByToken = prepare<{ hash: string; days: number }, PaymentJson>((build, value) => {
	const named = build
		.select({ id: paymentTokens.paymentId })
		.from(paymentTokens)
		.where(eq(paymentTokens.hash, value('hash')))
	const age = sql`make_interval(days => ${value('days')}::int)`
	return paymentWhere(sql`
		${eq(payments.id, named)} and (${inArray(payments.state, [...livePaymentStates])}
			or greatest(${payments.expiresAt}, ${payments.settledAt}) > now() - ${age})`)
})

const selectReturning = prepare<{ returnToken: string }, PaymentJson>((_, value) =>
	paymentWhere(eq(payments.returnToken, value('returnToken'))),
)

function paymentWhere(which: SQL): SQL {
	const order = jsonObject({
		id: sql`orders.id`,
		publicId: sql`public_id`,
		number: sql`number`,
		locale: sql`locale`,
		day: sql`day`,
		voucher: voucherOfOrder,
		email: sql`person ->> 'email'`,
	})
	return sql`
		select ${paymentRow.json} as "payment", ${isKeyKept} as "isKeyKept", ${isShort} as "isShort",
			${isOverdue} as "isOverdue", ${order} as "order"
		from ${payments} join ${orders} on ${eq(orders.id, payments.orderId)} where ${which}`
}
