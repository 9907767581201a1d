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
	type LaterPurpose,
	type NewestPayment,
	type OrderPage,
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
	/** True while the provider keeps the key of the start, so that a retry opens no second payment page. */
	isKeyKept: boolean
	/** True when so little time is left that a provider may refuse to open a payment page. */
	isShort: boolean
	isOverdue: boolean
	order: {
		id: string
		publicId: string
		number: string
		locale: string
		email: string
		day: string | null
		/** The day to which the change that is paid moves the booking; null for other purposes. */
		changeDay: string | null
		/** The voucher to lock together with the order. */
		voucher: string | null
	}
}

/** True when the payment's time is over, by the database's clock: this process's may be wrong. */
export const isOverdue = sql<boolean>`${payments.expiresAt} < now()`

/**
 * The SQL interval after a first call in which it may be repeated with its key: 30 minutes less than the provider with
 * the shortest memory keeps keys (`everyProvider.keepsKeysFor`).
 */
const keysKeptFor = sql.raw(`interval '${everyProvider.keepsKeysFor - 30} minutes'`)

/**
 * True while the answer to a capture may still come and the capture may be retried. Later we only ask the provider for
 * the payment's state.
 */
export const isBeingCaptured = sql<boolean>`coalesce(${payments.captureBegunAt} > now() - ${keysKeptFor}, false)`

/** True when too little time is left to open a payment page at the provider; one minute is for the way there. */
export const isShort = sql<boolean>`${payments.expiresAt} < now() + ${sql.raw(`interval '${everyProvider.opensForAtLeast + 1} minutes'`)}`

/** True while the start of a payment may be sent to its provider again (faults B30). */
const isKeyKept = sql<boolean>`${payments.createdAt} > now() - ${keysKeptFor}`

export function findPayment(id: string): Promise<PaymentWithOrder | null> {
	return firstOf(selectPayment(db, { id }))
}

/**
 * The payment that a token of /payment/{sessionToken} opens. Null for an unknown token, and when the payment ended
 * longer ago than the venue keeps tokens, also before the nightly job deletes it (faults M15).
 */
export function findPaymentByToken(token: string): Promise<PaymentWithOrder | null> {
	const days = currentVenue().keep.paymentTokens
	return firstOf(selectByToken(db, { hash: sha256(token), days }))
}

/** The payment that a provider's return page names; null for an unknown token. */
export async function findReturningPayment(returnToken: string): Promise<PaymentWithOrder | null> {
	return /^[\w-]{43}$/.test(returnToken) ? firstOf(selectReturning(db, { returnToken })) : null
}

/** The newest payment of a booking's rest or of its changes; null when there was none. */
export async function findNewest(
	orderId: string,
	purpose: LaterPurpose,
): Promise<NewestPayment | null> {
	const [row] = await selectNewest(db, { orderId, purpose })
	return row ?? null
}

const selectNewest = prepare<{ orderId: string; purpose: LaterPurpose }, NewestPayment>(
	(_, value) => sql`
		select ${payments.state} as "state", ${payments.amount} as "amount", ${payments.paidAmount} as "paidAmount"
		from ${payments} where ${eq(payments.orderId, value('orderId'))} and ${payments.purpose} = ${value('purpose')}
		order by ${payments.createdAt} desc limit 1`,
)

/** The latest payment of an order, which is the live one if there is one; null when it never had any. */
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
 * The way to pay of the newest order made of a cart, so that it stays chosen after a declined or cancelled payment;
 * null when no such order had one.
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

/** The sum paid for an order, over its payments. */
export async function paidFor(orderId: string): Promise<Cents> {
	const rows = await db
		.select({ amount: payments.paidAmount })
		.from(payments)
		.where(eq(payments.orderId, orderId))
	return sum(rows.flatMap(({ amount }) => (amount === null ? [] : [amount])))
}

/**
 * The state by our own rows, without asking the provider. A live payment without a provider's id is payable: its
 * visitor was never sent to the provider, so nothing is paid.
 */
export function standingOf(found: Pick<PaymentWithOrder, 'payment' | 'order'>): PaymentStanding {
	const { state, providerId } = found.payment
	const isPayable = isLive(state) && providerId === null
	const page = pageOf(found)
	return standingIn(state, isPayable ? { ...page, isPayable } : page)
}

/** The page that shows how a payment stands. */
export function pageOf({
	payment: { purpose },
	order: { publicId },
}: Pick<PaymentWithOrder, 'payment' | 'order'>): OrderPage {
	return purpose === 'order' ? { publicId } : { publicId, purpose }
}

/** True when asking the provider could change the payment. */
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
		changeDay: sql`(select content ->> 'day' from order_changes where id = ${payments.changeId})`,
		voucher: voucherOfOrder,
		email: sql`person ->> 'email'`,
	})
	return sql`
		select ${paymentRow.json} as "payment", ${isKeyKept} as "isKeyKept", ${isShort} as "isShort",
			${isOverdue} as "isOverdue", ${order} as "order"
		from ${payments} join ${orders} on ${eq(orders.id, payments.orderId)} where ${which}`
}
