import { eq, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import type { Transaction } from '#app/db/client.server.ts'
import { sendBeforeCommit } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { payments } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import { issueWithin } from '#app/models/invoice/issue.server.ts'
import { cents, type Cents } from '#app/models/money.ts'
import { abandonOrder } from '#app/models/order/abandon.server.ts'
import { applyChange, type PlacesArrival, endChange } from '#app/models/order/change.server.ts'
import { confirmOrder } from '#app/models/order/confirmation.server.ts'
import { isBooked } from '#app/models/order/order.ts'
import type { Payment } from '#app/models/payment/payment.server.ts'
import type {
	OwnReport,
	PaymentPurpose,
	PaymentState,
	ProviderReport,
} from '#app/models/payment/payment.ts'
import { noteRefund, refundAll } from '#app/models/payment/refund.server.ts'
import { isRestDue } from '#app/models/payment/rest.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { latePaymentOf } from '#app/models/venue/venue.ts'

/** The end of a payment as `settle` decides it, with the rows as they are under the lock of the order. */
export type Ended = {
	state: PaymentState
	report: ProviderReport | OwnReport
	now: DateTime
	isOverdue: boolean
	/** True when another payment of the same purpose and change is paid already (faults B22). */
	isSecond: boolean
	/** The amount, in cents, that the till has noted for the order. */
	paidOnSite: Cents
	confirmable: Parameters<typeof confirmOrder>[1]
	arrival?: PlacesArrival
}

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
 * back with a letter, and so does one of a booking paid at the venue by now (faults N323, K106). While a pay link is
 * open, a payment that comes to nothing, or that its provider does not know, leaves the order waiting (K108).
 */
async function concludeOrder(
	tx: Transaction,
	payment: Payment,
	ended: Ended,
): Promise<PaymentState> {
	const isTwice = ended.state === 'paid' && (ended.isSecond || isBookedWithout(ended))
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
		await tellIfNotAsAgreed(tx, payment, ended)
		if (report.state === 'paid') await giveBack(tx, payment, report.amount)
		if (report.state === 'paid' || hasLeft(payment, ended))
			await enqueue(tx, 'mailChange', { paymentId: id })
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
	const { state, report, confirmable, now } = ended
	const received = report.state === 'paid' ? report.amount : cents(0)
	if (state === 'paid') {
		if (confirmable.isShut && latePaymentOf(currentVenue()) === 'refund') {
			await abandonOrder(tx, orderId, 'cancelled')
			await refundAll(tx, id, received)
			await enqueue(tx, 'paymentOnClosedDay', { orderId })
			return
		}
		if (await confirmOrder(tx, confirmable, now)) return
		// A debit may take days: the order still waits, but its visit is over.
		await abandonOrder(tx, orderId, 'cancelled')
		await refundAll(tx, id, received)
		await enqueue(tx, 'paymentTooLate', { orderId })
	} else if (state === 'needsReview') {
		await tellIfNotAsAgreed(tx, payment, ended)
		if (received === 0 && confirmable.isLinkOpen) return
		await abandonOrder(tx, orderId, 'cancelled')
		if (received === 0) return
		await refundAll(tx, id, received)
		await enqueue(tx, 'paymentNotAsAgreed', { orderId }, { id: orderId })
	} else if (!confirmable.isLinkOpen) {
		await abandonOrder(tx, orderId, state === 'expired' ? 'expired' : 'cancelled')
		if (hasLeft(payment, ended)) await enqueue(tx, 'paymentDeclined', { orderId }, { id: orderId })
	}
}

/** Refunds a second payment of an order that is paid and booked already, with a letter that says why. */
async function giveBackSecond(tx: Transaction, { id }: Payment, { report }: Ended): Promise<void> {
	if (report.state !== 'paid') return
	await refundAll(tx, id, report.amount)
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
	await tellIfNotAsAgreed(tx, payment, ended)
	if (ended.report.state === 'paid') await giveBack(tx, payment, ended.report.amount)
	if (ended.report.state === 'paid' || hasLeft(payment, ended))
		await enqueue(tx, 'mailRest', { paymentId: payment.id })
}

/** Tells the operator once of a payment in needsReview: it is not as agreed, or its provider does not know it. */
async function tellIfNotAsAgreed(
	tx: Transaction,
	{ id, orderId, purpose }: Payment,
	{ state }: Ended,
): Promise<void> {
	if (state !== 'needsReview') return
	log.error(
		{ paymentId: id, orderId, purpose },
		'a payment is not as agreed: the operator has to look',
	)
	await enqueue(tx, 'tellOperator', { orderId, concern: state, about: id })
}

async function giveBack(tx: Transaction, { id, purpose }: Payment, amount: Cents): Promise<void> {
	const reason = `the ${purpose} was not due, or the money not as agreed`
	await noteRefund(tx, id, amount, { reason })
}

/**
 * True when a payment ends without money after its time, as a debit that fails after days or a capture that was never
 * answered: its visitor has read that it is being checked, has left, and gets a letter.
 */
function hasLeft(
	{ captureBegunAt }: Payment,
	{ state, isOverdue }: Pick<Ended, 'state' | 'isOverdue'>,
): boolean {
	return isOverdue && (state === 'declined' || captureBegunAt !== null)
}

async function write(tx: Transaction, { id, orderId }: Payment, { state, report, now }: Ended) {
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
