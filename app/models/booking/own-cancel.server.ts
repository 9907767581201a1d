import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db } from '#app/db/client.server.ts'
import { payments, refunds } from '#app/db/schema.ts'
import { cancelAs, lookAhead, type Cancelled } from '#app/models/booking/cancel.server.ts'
import {
	backToVoucher,
	judgeOwnCancellation,
	type OwnCancellation,
} from '#app/models/booking/cancel.ts'
import type { Cents } from '#app/models/money.ts'
import { listGiftBalances } from '#app/models/order/gift-balances.server.ts'
import type { GiftBalance } from '#app/models/order/gift-words.ts'
import { countSoldVouchers } from '#app/models/order/sold-vouchers.server.ts'
import { CANCELLED, sharedOut } from '#app/models/payment/refund.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { findReturnedVoucher } from '#app/models/voucher/ledger.server.ts'
import type { ReturnedVoucher } from '#app/models/voucher/voucher.ts'

/** The fee and the sum that goes back online, as the customer was shown them before cancelling. */
export type ShownSums = Pick<OwnCancellation, 'fee' | 'back'>

/**
 * Cancels a booking for its customer by the policy accepted with it, at the moment of the database's clock under the
 * lock. Refused, with nothing written, when the sums are no longer those that were `shown`: a deadline went by, or
 * money moved (faults K39).
 */
export async function cancelOwnBooking(
	orderId: string,
	shown: ShownSums,
	now: DateTime,
): Promise<Result<Cancelled>> {
	return cancelAs({ actor: 'customer' }, orderId, now, (order, money, at) => {
		const judged = judgeOwnCancellation(currentVenue(), order, money, at)
		return judged.ok && !isAsShown(judged.value, shown) ? refuse('booking.sumsChanged') : judged
	})
}

/**
 * The sums of a cancellation if the customer made it now; `voucherBack` goes back to the value voucher, `ways` are the
 * payments through which money goes back, `gifts` the gift vouchers that the order has sold.
 */
export type CancellationAhead = OwnCancellation & {
	voucherBack: Cents
	ways: WayBack[]
	gifts: GiftBalance[]
}

/** An amount that goes back to the account or card behind a payment at this provider. */
export type WayBack = { provider: ProviderName; amount: Cents }

/** Computes the sums of a cancellation by the customer, without cancelling. */
export async function previewCancellation(orderId: string): Promise<Result<CancellationAhead>> {
	return lookAhead(orderId, async (order, money, at, tx) => {
		const judged = judgeOwnCancellation(currentVenue(), order, money, at)
		if (!judged.ok) return judged
		const parts = sharedOut(judged.value.back, money.payments)
		const providers = await tx
			.select({ id: payments.id, provider: payments.provider })
			.from(payments)
			.where(eq(payments.orderId, orderId))
		return ok({
			...judged.value,
			voucherBack: backToVoucher(order, judged.value),
			ways: parts.flatMap(({ paymentId, amount }) => {
				const payment = providers.find(({ id }) => id === paymentId)
				return payment ? [{ provider: payment.provider, amount }] : []
			}),
			gifts: await listGiftBalances(tx, money.sold),
		})
	})
}

/**
 * The money that went back for a cancelled booking; `voucher` is the state of the voucher that had paid for it,
 * `voided` the number of gift vouchers sold with it that are void.
 */
export type GivenBack = { backs: WayBack[]; voucher: ReturnedVoucher | null; voided: number }

export async function findGivenBack(orderId: string, now: DateTime): Promise<GivenBack> {
	const [backs, voucher, { voided }] = await Promise.all([
		listWaysBack(orderId),
		findReturnedVoucher(db, orderId, now),
		countSoldVouchers(orderId),
	])
	return { backs, voucher, voided }
}

/** Lists the refunds of a cancelled booking with their providers, without those that a bank or a wallet refused. */
async function listWaysBack(orderId: string): Promise<WayBack[]> {
	return db
		.select({ provider: payments.provider, amount: refunds.amount })
		.from(refunds)
		.innerJoin(payments, eq(payments.id, refunds.paymentId))
		.where(
			and(
				eq(payments.orderId, orderId),
				isNull(refunds.failedAt),
				// A refund of the build before has no cause, and its reason tells it (record 040).
				sql`coalesce(${refunds.cause} = 'cancelled', starts_with(${refunds.reason}, ${CANCELLED}))`,
			),
		)
}

function isAsShown(now: ShownSums, shown: ShownSums): boolean {
	return now.fee === shown.fee && now.back === shown.back
}
