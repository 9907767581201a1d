import { sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import type { Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { log } from '#app/gateways/log.server.ts'
import { cents, type Cents } from '#app/models/money.ts'
import { abandonOrder } from '#app/models/order/abandon.server.ts'
import { confirmOrder } from '#app/models/order/confirmation.server.ts'
import type { Payment } from '#app/models/payment/payment.server.ts'
import type { PaymentState, ProviderReport } from '#app/models/payment/payment.ts'
import { noteRefund, refundAll } from '#app/models/payment/refund.server.ts'

// The effects of a payment's end on its order, by the purpose of the payment. The caller has locked the order.

export type Settled = {
	state: PaymentState
	report: ProviderReport | { state: 'untaken' }
	now: DateTime
	isOverdue: boolean
}

type Concluding = { confirmable: Parameters<typeof confirmOrder>[1] }

/** Applies the end of an order's payment to the order, its places and the money. */
export async function conclude(
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
		if (hasLeft({ state, isOverdue, captureBegunAt }))
			await enqueue(tx, 'paymentDeclined', { orderId }, { id: orderId })
	}
}

type Ended = Pick<Settled, 'state' | 'isOverdue'> & Pick<Payment, 'captureBegunAt'>

/**
 * True when a debit fails after days, or a capture was never answered: the visitor has read that it is being checked,
 * and left.
 */
function hasLeft({ state, isOverdue, captureBegunAt }: Ended): boolean {
	return isOverdue && (state === 'declined' || captureBegunAt !== null)
}

/** Refunds a second payment of an order that is paid and booked already, with a letter that says why. */
export async function giveBackSecond(
	tx: Transaction,
	{ id }: Payment,
	report: Settled['report'],
): Promise<void> {
	if (report.state !== 'paid') return
	await refundAll(tx, id, report.amount)
	await enqueue(tx, 'paymentTwice', { paymentId: id }, { id })
}

/**
 * Applies the end of a rest's payment: money that is due moves from the part on site to the part online, other money
 * goes back whole (`isUnwanted`: as agreed, but no longer due), and nothing else changes in the booking.
 */
export async function concludeRest(
	tx: Transaction,
	{ id, orderId, captureBegunAt }: Payment,
	{
		state,
		report,
		isOverdue,
		isUnwanted,
		isTold,
	}: Settled & { isUnwanted: boolean; isTold: boolean },
): Promise<void> {
	if (state === 'needsReview' && !isUnwanted) {
		log.error({ paymentId: id, orderId }, 'a rest is not as agreed: the operator has to look')
		await enqueue(tx, 'tellOperator', { orderId, concern: state, about: id })
	}
	if (report.state === 'paid') {
		if (state === 'paid') await moveToOnline(tx, { orderId, amount: report.amount })
		else
			await noteRefund(tx, id, report.amount, {
				reason: 'the rest was not due, or the money not as agreed',
			})
		await enqueue(tx, 'mailRest', { paymentId: id })
		if (state === 'paid' && isTold) await enqueue(tx, 'tellOfRest', { paymentId: id })
	} else if (hasLeft({ state, isOverdue, captureBegunAt })) {
		await enqueue(tx, 'mailRest', { paymentId: id })
	}
}

const moveToOnline = prepare<{ orderId: string; amount: Cents }>(
	(_, value) => sql`
		with moved as (
			update orders set online = online + ${value('amount')}::int, on_site = on_site - ${value('amount')}::int
			where id = ${value('orderId')}
		)
		insert into order_events (order_id, who, what)
		values (${value('orderId')}, 'visitor', 'rest paid online: ' || ${value('amount')}::int)`,
)
