import { and, eq, isNull, like } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { orders, payments, refunds } from '#app/db/schema.ts'
import { cancelAs, CANCELLED, clockOf, type Cancelled } from '#app/models/booking/cancel.server.ts'
import { judgeOwnCancellation, type OwnCancellation } from '#app/models/booking/cancel.ts'
import { minus, type Cents } from '#app/models/money.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { listSoldVouchers } from '#app/models/order/sold-vouchers.server.ts'
import { closeLivePayment } from '#app/models/payment/close.server.ts'
import { loadRefundable } from '#app/models/payment/refund.server.ts'
import { sharedOut } from '#app/models/payment/refund.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/** The sums that the customer was shown before pressing the button. */
export type ShownSums = Pick<OwnCancellation, 'fee' | 'back'>

/**
 * Cancels a booking for its customer by the policy that was accepted with it, as the clock of the database says under
 * the lock. Refused, with nothing written, when the sums are no longer those that were `shown`: a deadline went by, or
 * money moved (faults K39). A payment of the booking that is open is closed first; money that comes all the same goes
 * back whole when it is settled (faults K8).
 */
export async function cancelOwnBooking(
	orderId: string,
	shown: ShownSums,
	now: DateTime,
): Promise<Result<Cancelled>> {
	const ahead = await previewCancellation(orderId)
	if (!ahead.ok) return ahead
	if (!isAsShown(ahead.value, shown)) return refuse('booking.sumsChanged')
	await closeLivePayment(orderId, now)
	return cancelAs('customer', eq(orders.id, orderId), now, (order, money, at) => {
		const judged = judgeOwnCancellation(currentVenue(), order, money, at)
		return judged.ok && !isAsShown(judged.value, shown) ? refuse('booking.sumsChanged') : judged
	})
}

/** A cancellation by the customer as it would be now; `ways` are the payments that give money back. */
export type CancellationAhead = OwnCancellation & {
	voucherBack: Cents
	ways: WayBack[]
}

/** Money that goes back to the account or card behind a payment at this provider. */
export type WayBack = { provider: ProviderName; amount: Cents }

/** Decides a cancellation by the customer without cancelling. */
export async function previewCancellation(orderId: string): Promise<Result<CancellationAhead>> {
	return db.transaction(async (tx) => {
		const sold = await listSoldVouchers(tx, orderId)
		await lock(tx, { vouchers: sold, orders: [orderId] })
		const [order, at] = [await findOrderById(orderId, tx), await clockOf(tx)]
		if (!order) return refuse('orderNotFound')
		const refundable = await loadRefundable(tx, orderId, sold)
		const judged = judgeOwnCancellation(currentVenue(), order, refundable, at)
		if (!judged.ok) return judged
		const parts = sharedOut(judged.value.back, refundable.payments)
		const providers = await tx
			.select({ id: payments.id, provider: payments.provider })
			.from(payments)
			.where(eq(payments.orderId, orderId))
		return ok({
			...judged.value,
			voucherBack: minus(order.voucher, judged.value.feeOfVoucher),
			ways: parts.flatMap(({ paymentId, amount }) => {
				const payment = providers.find(({ id }) => id === paymentId)
				return payment ? [{ provider: payment.provider, amount }] : []
			}),
		})
	})
}

/** The refunds of a cancelled booking by provider, those that a bank or a wallet refused left out. */
export async function listWaysBack(orderId: string): Promise<WayBack[]> {
	return db
		.select({ provider: payments.provider, amount: refunds.amount })
		.from(refunds)
		.innerJoin(payments, eq(payments.id, refunds.paymentId))
		.where(
			and(
				eq(payments.orderId, orderId),
				isNull(refunds.failedAt),
				like(refunds.reason, `${CANCELLED} %`),
			),
		)
}

function isAsShown(now: ShownSums, shown: ShownSums): boolean {
	return now.fee === shown.fee && now.back === shown.back
}
