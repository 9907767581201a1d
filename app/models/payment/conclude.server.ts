import { sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { issueWithin } from '#app/models/invoice/issue.server.ts'
import type { Cents } from '#app/models/money.ts'
import { abandonOrder } from '#app/models/order/abandon.server.ts'
import { applyChange, endChange } from '#app/models/order/change.server.ts'
import { confirmOrder } from '#app/models/order/confirmation.server.ts'
import { isBooked } from '#app/models/order/order.ts'
import type { RestCause } from '#app/models/payment/back-cause.ts'
import {
	hasLeft,
	received,
	tellIfNotAsAgreed,
	write,
	type Ended,
} from '#app/models/payment/ended.server.ts'
import type { Payment } from '#app/models/payment/payment.server.ts'
import type { PaymentPurpose, PaymentState } from '#app/models/payment/payment.ts'
import { noteRefund, refundAll } from '#app/models/payment/refund.server.ts'
import { isRestDue } from '#app/models/payment/rest.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { latePaymentOf } from '#app/models/venue/venue.ts'

/**
 * Writes the end of a payment and applies it to the order, change or rest that it was for. Returns the state that the
 * payment gets: money that came as agreed, but for something that no longer waits for it, is in needsReview and goes
 * back. The caller has locked the rows that the purpose changes.
 */
export function conclude(tx: Transaction, payment: Payment, ended: Ended): Promise<PaymentState> {
	return byPurpose[payment.purpose](tx, payment, ended)
}

const byPurpose: { readonly [purpose in PaymentPurpose]: typeof conclude } = {
	order: concludeOrder,
	change: concludeChange,
	rest: concludeRest,
}

/**
 * Concludes a payment for an order: confirms the order, or abandons it and refunds the money. A second payment goes
 * back with a letter, in whatever amount, and so does one of a booking paid at the venue by now (faults N323, K106).
 * While a pay link is open, a payment that comes to nothing, or that its provider does not know, leaves the order
 * waiting (K108).
 */
async function concludeOrder(
	tx: Transaction,
	payment: Payment,
	ended: Ended,
): Promise<PaymentState> {
	const isTwice = received(ended) > 0 && (ended.isSecond || isBookedWithout(ended))
	const state = isTwice ? 'needsReview' : ended.state
	const follow = isTwice ? giveBackSecond : endOrder
	await Promise.all([write(tx, payment, { ...ended, state }), follow(tx, payment, ended)])
	return state
}

/**
 * Concludes a payment for a change: one that is paid comes into force; any other end of the payment ends the change and
 * releases its places, and the order is not touched. Money for a change that is no longer open goes back whole, with a
 * letter. Papers of earlier payments are issued first, so that they show the booking as it was paid.
 */
async function concludeChange(
	tx: Transaction,
	payment: Payment,
	ended: Ended,
): Promise<PaymentState> {
	const { id, orderId, changeId } = payment
	const { report, now, arrival } = ended
	const isPaid = ended.state === 'paid'
	if (isPaid) await issueWithin(tx, orderId, now)
	const isApplied = isPaid && changeId !== null && (await applyChange(tx, changeId, now, arrival))
	const state = isPaid && !isApplied ? 'needsReview' : ended.state
	if (!isApplied) {
		if (changeId !== null && report.state !== 'replaced') await endChange(tx, changeId)
		const cause = ended.isSecond ? 'paidTwice' : causeOf(ended)
		if (await endUnused(tx, payment, ended))
			await enqueue(tx, 'mailChange', { paymentId: id, ...(received(ended) > 0 && { cause }) })
	}
	await write(tx, payment, { ...ended, state })
	return state
}

/**
 * Concludes a payment for the rest: a rest that is due moves from the part on site to the part online. Other money goes
 * back whole and leaves the booking unchanged.
 */
async function concludeRest(
	tx: Transaction,
	payment: Payment,
	ended: Ended,
): Promise<PaymentState> {
	const { order } = ended.confirmable
	const isDue = order && isRestDue({ ...order, paidOnSite: ended.paidOnSite }, payment.amount)
	const state = ended.state === 'paid' && !isDue ? 'needsReview' : ended.state
	const isMoved = state === 'paid'
	await Promise.all([
		write(tx, payment, { ...ended, state }),
		isMoved ? moveRest(tx, payment, ended) : endRest(tx, payment, ended),
	])
	return state
}

/** True when an order is booked already without this payment, also when its rest was paid online (faults K106). */
function isBookedWithout({ confirmable: { order } }: Ended): boolean {
	return order !== undefined && isBooked(order)
}

async function endOrder(tx: Transaction, payment: Payment, ended: Ended): Promise<void> {
	const { id, orderId } = payment
	const { state, confirmable, now } = ended
	const amount = received(ended)
	if (state === 'paid') {
		if (confirmable.isShut && latePaymentOf(currentVenue()) === 'refund') {
			await abandonOrder(tx, orderId, 'cancelled')
			await refundAll(tx, id, amount)
			await enqueue(tx, 'paymentOnClosedDay', { orderId })
			return
		}
		if (await confirmOrder(tx, confirmable, now)) return
		// A debit may take days: the order still waits, but its visit is over.
		await abandonOrder(tx, orderId, 'cancelled')
		await refundAll(tx, id, amount)
		await enqueue(tx, 'paymentTooLate', { orderId })
	} else if (state === 'needsReview') {
		await tellIfNotAsAgreed(tx, payment, ended)
		if (amount === 0 && confirmable.isLinkOpen) return
		await abandonOrder(tx, orderId, 'cancelled')
		if (amount === 0) return
		await refundAll(tx, id, amount)
		await enqueue(tx, 'paymentNotAsAgreed', { orderId }, { id: orderId })
	} else if (!confirmable.isLinkOpen) {
		await abandonOrder(tx, orderId, state === 'expired' ? 'expired' : 'cancelled')
		if (hasLeft(payment, ended)) await enqueue(tx, 'paymentDeclined', { orderId }, { id: orderId })
	}
}

/** Refunds a second payment of an order that is paid and booked already, with a letter that says why. */
async function giveBackSecond(tx: Transaction, payment: Payment, ended: Ended): Promise<void> {
	const { id } = payment
	await tellIfNotAsAgreed(tx, payment, ended)
	await refundAll(tx, id, received(ended))
	await enqueue(tx, 'paymentTwice', { paymentId: id }, { id })
}

async function moveRest(
	tx: Transaction,
	{ id, orderId, amount }: Payment,
	{ confirmable }: Ended,
): Promise<void> {
	await moveToOnline(tx, { orderId, amount })
	await enqueue(tx, 'mailRest', { paymentId: id })
	if (confirmable.order?.party && currentVenue().letters?.bookings)
		await enqueue(tx, 'tellOfRest', { paymentId: id })
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

async function endRest(tx: Transaction, payment: Payment, ended: Ended): Promise<void> {
	const { id } = payment
	const cause = causeOf(ended)
	if (await endUnused(tx, payment, ended))
		await enqueue(tx, 'mailRest', { paymentId: id, ...(received(ended) > 0 && { cause }) })
}

/**
 * Gives back the money of a rest or a change that brought nothing about, and tells the operator of what is not as
 * agreed. Returns true when its customer needs a letter.
 */
async function endUnused(tx: Transaction, payment: Payment, ended: Ended): Promise<boolean> {
	await tellIfNotAsAgreed(tx, payment, ended)
	const amount = received(ended)
	if (amount === 0) return hasLeft(payment, ended)
	const reason = `the ${payment.purpose} was not due, or the money not as agreed`
	await noteRefund(tx, payment.id, amount, { cause: 'unused', reason })
	return true
}

function causeOf({ state }: Ended): RestCause {
	return state === 'needsReview' ? 'notAsAgreed' : 'notDue'
}
