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
import { applyChange, endChange } from '#app/models/order/change.server.ts'
import { confirmOrder } from '#app/models/order/confirmation.server.ts'
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

/** The end of a payment as `settle` decides it, with the rows as they are under the lock of the order. */
export type Ended = {
	state: PaymentState
	report: ProviderReport | OwnReport
	now: DateTime
	isOverdue: boolean
	/** True when another payment of the same purpose and change is paid already (faults B22). */
	isSecond: boolean
	/** The amount that the till has noted for the order. */
	paidOnSite: Cents
	confirmable: Parameters<typeof confirmOrder>[1]
}

/**
 * Writes the end of a payment and applies it to what the payment was for. Returns the state that it gets: money that
 * came as agreed, but for nothing that still waits for it, is in needsReview and goes back. The caller has locked what
 * the purpose changes.
 */
export function conclude(tx: Transaction, payment: Payment, ended: Ended): Promise<PaymentState> {
	return byPurpose[payment.purpose](tx, payment, ended)
}

const byPurpose: { readonly [purpose in PaymentPurpose]: typeof conclude } = {
	order: concludeOrder,
	change: concludeChange,
	rest: concludeRest,
}

/** An order is confirmed, or ends with its places and the money back; a second payment goes back with a letter. */
async function concludeOrder(
	tx: Transaction,
	payment: Payment,
	ended: Ended,
): Promise<PaymentState> {
	const isTwice = ended.state === 'paid' && ended.isSecond
	const state = isTwice ? 'needsReview' : ended.state
	const follow = isTwice ? giveBackSecond : endOrder
	await Promise.all([write(tx, payment, { ...ended, state }), follow(tx, payment, ended)])
	return state
}

/**
 * A change that is paid comes into force; any other end ends it with the places that it held, and never touches the
 * order. Money for a change that is no longer open goes back whole, with a letter. Papers of earlier payments come
 * first: they say the booking as it was paid.
 */
async function concludeChange(
	tx: Transaction,
	payment: Payment,
	ended: Ended,
): Promise<PaymentState> {
	const { id, orderId, changeId } = payment
	const { report, now } = ended
	const isPaid = ended.state === 'paid'
	if (isPaid) await issueWithin(tx, orderId, now)
	const isApplied = isPaid && changeId !== null && (await applyChange(tx, changeId, now))
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
 * A rest that is due moves from the part on site to the part online; other money goes back whole, and nothing else
 * changes in the booking.
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

async function endOrder(tx: Transaction, payment: Payment, ended: Ended): Promise<void> {
	const { id, orderId } = payment
	const { state, report, confirmable, now } = ended
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

/** Tells the operator of a payment of a booking whose amount, currency or reference is another, or that is unknown. */
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
 * True when a debit fails after days, or a capture was never answered: the visitor has read that it is being checked,
 * and left.
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
