import { eq, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { type JsonRow, jsonRow } from '#app/db/json-row.server.ts'
import { sendBeforeCommit, lockAndLoad } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { payments } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import { ProviderRefused } from '#app/gateways/provider-error.ts'
import { paymentProvider } from '#app/gateways/providers.server.ts'
import { cents } from '#app/models/money.ts'
import { abandonOrder } from '#app/models/order/abandon.server.ts'
import { confirmOrder, loadConfirmable } from '#app/models/order/confirmation.server.ts'
import {
	canChange,
	findPayment,
	isBeingCaptured,
	isOverdue,
	standingOf,
	type Payment,
	type PaymentWithOrder,
} from '#app/models/payment/payment.server.ts'
import {
	hasMoneyMoved,
	isLive,
	settle,
	standingIn,
	type PaymentStanding,
	type PaymentState,
	type ProviderReport,
} from '#app/models/payment/payment.ts'
import { refundAll } from '#app/models/payment/refund.server.ts'
import { tellOfUnknownStatus } from '#app/models/payment/unknown-status.server.ts'
import type { ProviderName } from '#app/models/provider.ts'

/**
 * Asks the provider for a payment's state and applies it, once, however many call: the return page, the webhook, the
 * visitor's check, the job. Nothing else changes a payment's state.
 * @throws ProviderUnavailable when the provider gives no usable answer; nothing has changed then
 */
export async function settlePayment(
	paymentId: string,
	now: DateTime,
): Promise<PaymentStanding | null> {
	const found = await findPayment(paymentId)
	return found && settleFound(found, now)
}

/** Settles a payment that was just read, as `settlePayment` does. */
export async function settleFound(
	found: PaymentWithOrder,
	now: DateTime,
): Promise<PaymentStanding> {
	const { id, providerId, provider: name } = found.payment
	if (!canChange(found.payment) || providerId === null) return standingOf(found)

	const report = await ask(name, providerId)
	const capture = report.state === 'approved' ? paymentProvider(name).capture : null
	if (!capture) return applyReport(found, report, now)
	if (!(await beginCapture(id))) {
		// Another call may have settled it since it was read.
		return standingOf((await findPayment(id)) ?? found)
	}
	return applyReport(found, await capture(providerId, id), now)
}

/** Applies a report in one transaction (lock, load, decide, write); two round trips between BEGIN and COMMIT. */
export async function applyReport(
	{ payment: known, order }: PaymentWithOrder,
	report: ProviderReport | { state: 'untaken' },
	now: DateTime,
): Promise<PaymentStanding> {
	const { id } = known
	return db.transaction(async (tx) => {
		const { found, confirmable } = await lockAndLoad(tx, scarceOf(order), () =>
			load(tx, { id, orderId: order.id, now }),
		)
		if (!found) return standingIn(known.state, { publicId: order.publicId })
		if ('unknownStatus' in report)
			await tellOfUnknownStatus(tx, { orderId: order.id, about: id, status: report.unknownStatus })
		const { payment, isSecond, ...times } = found
		const isLate = !isLive(payment.state) && report.state !== 'paid'
		if (hasMoneyMoved(payment) || isLate) return standingOf({ payment, order })

		const { state: before, amount } = payment
		const { publicId, number: reference } = order
		const standing = settle({ publicId, state: before, amount, reference, ...times }, report)
		const { state } = standing
		if (isLive(state)) return standing
		const final = state === 'paid' && isSecond ? 'needsReview' : state
		const settled = { state: final, report, now }
		await Promise.all([
			write(tx, payment, settled),
			final === state
				? conclude(tx, payment, { ...settled, ...times, confirmable })
				: giveBackSecond(tx, payment, report),
		])
		return { ...standing, state: final }
	})
}

type Which = { id: string; orderId: string; now: DateTime }

async function load(tx: Transaction, { id, orderId, now }: Which) {
	const [[found], confirmable] = await Promise.all([
		selectOpen(tx, { id }),
		loadConfirmable(tx, orderId, now),
	])
	return { found: found && { ...found, payment: paymentRow.read(found.payment) }, confirmable }
}

const paymentRow = jsonRow(payments)

type OpenPayment = {
	payment: JsonRow<typeof payments>
	isOverdue: boolean
	isBeingCaptured: boolean
	isSecond: boolean
}

/** Reads and locks a payment. `isSecond`: its order is paid already, so this money goes back (faults B22). */
const selectOpen = prepare<{ id: string }, OpenPayment>(
	(_, value) => sql`
		select ${paymentRow.json} as "payment", ${isOverdue} as "isOverdue",
			${isBeingCaptured} as "isBeingCaptured", exists (
				select from payments other
				where other.order_id = ${payments.orderId} and other.id <> ${payments.id}
					and other.state = 'paid' and other.paid_amount is not null
			) as "isSecond"
		from ${payments} where ${payments.id} = ${value('id')} for update`,
)

/** Asks the provider; one that refuses does not know the payment (another account or mode, revoked keys). */
async function ask(name: ProviderName, providerId: string): Promise<ProviderReport> {
	try {
		return await paymentProvider(name).verify(providerId)
	} catch (error) {
		if (!(error instanceof ProviderRefused)) throw error
		log.warn({ providerId, err: error }, 'the provider does not speak of a payment')
		return { state: 'unknown', amount: cents(0), currency: '', reference: '' }
	}
}

/**
 * Notes the beginning of a capture while the order still waits for it: its places do not expire, and giving up waits
 * for the answer. Returns false, and nothing is taken, when the order is over or the capture can no longer be retried.
 * One statement; it locks the order before the payment, as all code does.
 */
async function beginCapture(id: string): Promise<boolean> {
	return (await noteCapture(db, { id })).length > 0
}

const noteCapture = prepare<{ id: string }>(
	(_, value) => sql`
		with waiting as materialized (
			select orders.id from orders join payments on payments.order_id = orders.id
			where payments.id = ${value('id')} and orders.state = 'pendingPayment' for update of orders
		)
		update payments set capture_begun_at = coalesce(capture_begun_at, now()) from waiting
		where payments.order_id = waiting.id and payments.id = ${value('id')}
			and payments.state in ('created', 'started')
			and (payments.capture_begun_at is null or ${isBeingCaptured})
		returning payments.id`,
)

function scarceOf({ id, day, voucher }: PaymentWithOrder['order']) {
	return { days: [day], vouchers: voucher === null ? [] : [voucher], orders: [id] }
}

type Settled = {
	state: PaymentState
	report: ProviderReport | { state: 'untaken' }
	now: DateTime
}

async function write(tx: Transaction, { id, orderId }: Payment, { state, report, now }: Settled) {
	const settled = {
		id,
		orderId,
		state,
		settledAt: now.toJSDate(),
		captureId: report.state === 'paid' ? (report.captureId ?? null) : null,
		paidAmount: report.state === 'paid' ? report.amount : null,
	}
	await sendBeforeCommit([() => settleRow(tx, settled)])
}

type SettledRow = Pick<
	Payment,
	'id' | 'orderId' | 'state' | 'settledAt' | 'captureId' | 'paidAmount'
>

const settleRow = prepare<SettledRow>(
	(build, value) => sql`
		with settled as ${build
			.update(payments)
			.set({
				state: value('state'),
				settledAt: value('settledAt'),
				captureId: value('captureId'),
				paidAmount: value('paidAmount'),
			})
			.where(eq(payments.id, value('id')))}
		insert into order_events (order_id, who, what)
		values (${value('orderId')}, 'payment', ${value('state')})`,
)

type Concluding = { confirmable: Parameters<typeof confirmOrder>[1]; isOverdue: boolean }

/** Applies a payment's end to the order, its places and the money. */
async function conclude(
	tx: Transaction,
	{ id, orderId, captureBegunAt }: Payment,
	{ state, report, now, confirmable, isOverdue }: Settled & Concluding,
): Promise<void> {
	const received = report.state === 'paid' ? report.amount : cents(0)
	if (state === 'paid') {
		if (await confirmOrder(tx, confirmable, now)) return
		// A debit may take days: the order still waits, but its visit is over.
		await abandonOrder(tx, orderId, 'cancelled')
		await refundAll(tx, id, received)
		await enqueue(tx, 'paymentTooLate', { orderId })
	} else if (state === 'needsReview') {
		log.error({ paymentId: id, orderId }, 'a payment is not as agreed: the operator has to look')
		await enqueue(tx, 'tellOperator', { orderId, concern: state })
		await abandonOrder(tx, orderId, 'cancelled')
		if (received === 0) return
		await refundAll(tx, id, received)
		await enqueue(tx, 'paymentNotAsAgreed', { orderId }, { id: orderId })
	} else {
		await abandonOrder(tx, orderId, state === 'expired' ? 'expired' : 'cancelled')
		// A debit fails after days, or a capture was never answered: the visitor has read that it is being checked, and left.
		if (isOverdue && (state === 'declined' || captureBegunAt !== null))
			await enqueue(tx, 'paymentDeclined', { orderId }, { id: orderId })
	}
}

/** Refunds a second payment of an order that is paid and booked already, with a letter that says why. */
async function giveBackSecond(
	tx: Transaction,
	{ id }: Payment,
	report: Settled['report'],
): Promise<void> {
	if (report.state !== 'paid') return
	await refundAll(tx, id, report.amount)
	await enqueue(tx, 'paymentTwice', { paymentId: id }, { id })
}
