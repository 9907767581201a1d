import { eq, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import type { Transaction } from '#app/db/client.server.ts'
import { sendBeforeCommit } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { payments } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import { cents, type Cents } from '#app/models/money.ts'
import type { PlacesArrival } from '#app/models/order/change.server.ts'
import type { confirmOrder } from '#app/models/order/confirmation.server.ts'
import type { Payment } from '#app/models/payment/payment.server.ts'
import type { OwnReport, PaymentState, ProviderReport } from '#app/models/payment/payment.ts'

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

/** Returns the money, in cents, that came. */
export function received({ report }: Ended): Cents {
	return report.state === 'paid' ? report.amount : cents(0)
}

/** Tells the operator once of a payment in needsReview: it is not as agreed, or its provider does not know it. */
export async function tellIfNotAsAgreed(
	tx: Transaction,
	{ id, orderId, purpose }: Payment,
	{ state }: Ended,
): Promise<void> {
	if (state !== 'needsReview') return
	log.error(
		{ paymentId: id, orderId, purpose },
		'a payment is not as agreed: the operator has to look',
	)
	await enqueue(tx, 'tellOperator', { orderId, concern: state, about: id, purpose })
}

/**
 * True when a payment ends without money after its time, as a debit that fails after days or a capture that was never
 * answered: its visitor has read that it is being checked, has left, and gets a letter. False for one that its provider
 * does not know: whether money came is for a person to find out.
 */
export function hasLeft(
	{ captureBegunAt }: Payment,
	{ state, isOverdue }: Pick<Ended, 'state' | 'isOverdue'>,
): boolean {
	if (state === 'needsReview') return false
	return isOverdue && (state === 'declined' || captureBegunAt !== null)
}

/** Writes the end of a payment, with its event. */
export async function write(
	tx: Transaction,
	{ id, orderId }: Payment,
	{ state, report, now }: Ended,
) {
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
