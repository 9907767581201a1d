import { eq, inArray, sql, type SQL } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { jsonObject, type JsonRow, jsonRow } from '#app/db/json-row.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orderLines, orders, payments, paymentTokens } from '#app/db/schema.ts'
import { sum, type Cents } from '#app/models/money.ts'
import { payCodeOf } from '#app/models/payment/pay-code.server.ts'
import {
	hasMoneyMoved,
	isLive,
	livePaymentStates,
	standingIn,
	type OrderPage,
	type PaymentStanding,
} from '#app/models/payment/payment.ts'
import { everyProvider } from '#app/models/provider.ts'
import { sha256 } from '#app/models/token.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { voucherOfOrder } from '#app/models/voucher/ledger.server.ts'

export type Payment = typeof payments.$inferSelect
export type PaymentWithOrder = {
	payment: Payment
	/** True while the provider keeps the key of the start, so that a retry opens no second payment page. */
	isKeyKept: boolean
	/** True when the payment has so little time left that a provider may refuse to open a page for it. */
	isShort: boolean
	isOverdue: boolean
	/** True when a capture of the payment was begun more than two minutes ago, so that its call has ended. */
	isCaptureOver: boolean
	order: {
		id: string
		publicId: string
		number: string
		locale: string
		email: string
		day: string | null
		/** The day to which the change that is paid moves the booking; null for payments of other purposes. */
		changeDay: string | null
		/** True once the venue or the customer has cancelled the order. */
		isCancelled: boolean
		/** The end of the pay link by which the order is paid; null without one. */
		payUntil: Date | null
		/** The id of the voucher to lock together with the order; null without one. */
		voucher: string | null
		/** The contents of the order, for the note of its first payment; null once that was begun. */
		booked: Booked | null
	}
}

/** The facts of an order for the note of its payment; moments are text. */
type Booked = Pick<OrderRow, 'discount' | 'voucher'> & {
	lines: Pick<
		JsonRow<typeof orderLines>,
		'productId' | 'quantity' | 'unitPrice' | 'parentPosition' | 'startsAt' | 'endsAt'
	>[]
}
type OrderRow = typeof orders.$inferSelect

/** SQL that is true when a payment's time is over, by the database's clock: this process's may be wrong. */
export const isOverdue = sql<boolean>`${payments.expiresAt} < now()`

/**
 * The SQL interval after a first call in which it may be repeated with its key: 30 minutes less than the provider with
 * the shortest memory keeps keys (`everyProvider.keepsKeysFor`).
 */
const keysKeptFor = sql.raw(`interval '${everyProvider.keepsKeysFor - 30} minutes'`)

/**
 * SQL that is true while the answer to a capture may still come and the capture may be retried. Later the provider is
 * only asked for the payment's state.
 */
export const isBeingCaptured = sql<boolean>`coalesce(${payments.captureBegunAt} > now() - ${keysKeptFor}, false)`

/**
 * SQL that is true when a capture was begun more than two minutes ago, so that its call has ended: what the provider
 * has not taken by now did not reach it.
 */
const isCaptureOver = sql<boolean>`coalesce(${payments.captureBegunAt} < now() - interval '2 minutes', false)`

/**
 * SQL that is true when a payment has too little time left to open a page at the provider; one minute of it is for the
 * way there.
 */
export const isShort = sql<boolean>`${payments.expiresAt} < now() + ${sql.raw(`interval '${everyProvider.opensForAtLeast + 1} minutes'`)}`

/** SQL that is true while the start of a payment may be sent to its provider again under its key (faults B30). */
const isKeyKept = sql<boolean>`${payments.createdAt} > now() - ${keysKeptFor}`

export function findPayment(id: string): Promise<PaymentWithOrder | null> {
	return firstOf(selectPayment(db, { id }))
}

/**
 * Finds the payment that a token of /payment/{sessionToken} opens. Null for an unknown token, and when the payment
 * ended longer ago than the venue keeps tokens, also before the nightly job deletes it (faults M15).
 */
export function findPaymentByToken(token: string): Promise<PaymentWithOrder | null> {
	const days = currentVenue().keep.paymentTokens
	return firstOf(selectByToken(db, { hash: sha256(token), days }))
}

/** Finds the payment that the address of a provider's return names; null for an unknown token. */
export async function findReturningPayment(returnToken: string): Promise<PaymentWithOrder | null> {
	return /^[\w-]{43}$/.test(returnToken) ? firstOf(selectReturning(db, { returnToken })) : null
}

/** The cents paid for an order, over all its payments, refunded or not. */
export async function paidFor(orderId: string): Promise<Cents> {
	const rows = await db
		.select({ amount: payments.paidAmount })
		.from(payments)
		.where(eq(payments.orderId, orderId))
	return sum(rows.flatMap(({ amount }) => (amount === null ? [] : [amount])))
}

/**
 * Returns the standing of a payment by our own rows, without asking the provider. A live payment without a provider's
 * id is payable: its visitor was never sent to the provider, so nothing is paid.
 */
export function standingOf(found: Pick<PaymentWithOrder, 'payment' | 'order'>): PaymentStanding {
	const { state, providerId } = found.payment
	const isPayable = isLive(state) && providerId === null
	const page = pageOf(found)
	return standingIn(state, isPayable ? { ...page, isPayable } : page)
}

/** Returns the page that shows a payment's standing: that of its order, pay link, change or rest. */
export function pageOf({
	payment: { purpose },
	order: { id, publicId, payUntil },
}: Pick<PaymentWithOrder, 'payment' | 'order'>): OrderPage {
	if (purpose !== 'order') return { publicId, purpose }
	return payUntil ? { publicId, payCode: payCodeOf({ id, payUntil }) } : { publicId }
}

/** True when the provider's answer could change the payment: a page was opened there, and no money has moved yet. */
export function canChange(payment: Payment): boolean {
	return !hasMoneyMoved(payment) && payment.providerId !== null
}

async function firstOf(rows: Promise<PaymentJson[]>): Promise<PaymentWithOrder | null> {
	const [row] = await rows
	if (!row) return null
	const { payUntil } = row.order
	return {
		...row,
		payment: paymentRow.read(row.payment),
		order: { ...row.order, payUntil: payUntil === null ? null : new Date(payUntil) },
	}
}

const paymentRow = jsonRow(payments)

type PaymentJson = Omit<PaymentWithOrder, 'payment' | 'order'> & {
	payment: JsonRow<typeof payments>
	order: Omit<PaymentWithOrder['order'], 'payUntil'> & { payUntil: string | null }
}

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

/**
 * SQL for the contents of an order, for the note of its payment; null once the payment's page is open, and for other
 * purposes than `order`.
 */
const booked = sql`case when ${payments.purpose} = 'order' and ${payments.redirectUrl} is null then (
	select ${jsonObject({
		discount: sql`orders.discount`,
		voucher: sql`orders.voucher`,
		lines: sql`(select json_agg(${jsonObject({
			productId: orderLines.productId,
			quantity: orderLines.quantity,
			unitPrice: orderLines.unitPrice,
			parentPosition: orderLines.parentPosition,
			startsAt: orderLines.startsAt,
			endsAt: orderLines.endsAt,
		})} order by ${orderLines.position}) from ${orderLines} where ${orderLines.orderId} = orders.id)`,
	})}) end`

function paymentWhere(which: SQL): SQL {
	const order = jsonObject({
		id: sql`orders.id`,
		publicId: sql`public_id`,
		number: sql`number`,
		locale: sql`locale`,
		day: sql`day`,
		changeDay: sql`(select content ->> 'day' from order_changes where id = ${payments.changeId})`,
		isCancelled: sql`cancelled_at is not null`,
		payUntil: sql`pay_until`,
		voucher: voucherOfOrder,
		email: sql`person ->> 'email'`,
		booked,
	})
	return sql`
		select ${paymentRow.json} as "payment", ${isKeyKept} as "isKeyKept", ${isShort} as "isShort",
			${isOverdue} as "isOverdue", ${isCaptureOver} as "isCaptureOver", ${order} as "order"
		from ${payments} join ${orders} on ${eq(orders.id, payments.orderId)} where ${which}`
}
