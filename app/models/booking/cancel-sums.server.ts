import { lookAhead } from '#app/models/booking/cancel.server.ts'
import {
	judgeByTerms,
	judgeCancellation,
	type CancellationSums,
	type OwnCancellation,
} from '#app/models/booking/cancel.ts'
import { sum, zero, type Cents } from '#app/models/money.ts'
import { listGiftBalances } from '#app/models/order/gift-balances.server.ts'
import type { GiftBalance } from '#app/models/order/gift-words.ts'
import { mostOf } from '#app/models/payment/refund.ts'
import { ok, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * The sums from which staff choose when they cancel a booking: `all` gives everything back, `terms` keeps the fee of
 * the accepted policy (null where the policy leaves cancelling to the telephone). `most` is the highest fee that can be
 * kept, `gifts` are the balances of the gift vouchers that the order has sold.
 */
export type CancelSums = {
	all: CancellationSums
	terms: OwnCancellation | null
	most: Cents
	gifts: GiftBalance[]
}

/**
 * Computes the sums between which staff could choose if they cancelled a booking now, and cancels nothing. Refused for
 * a booking that cannot be cancelled.
 */
export async function findCancelSums(orderId: string): Promise<Result<CancelSums>> {
	return lookAhead(orderId, async (order, money, at, tx) => {
		const all = judgeCancellation(order, money, zero)
		if (!all.ok) return all
		const most = sum([order.voucher, mostOf(money)])
		const terms = judgeByTerms(currentVenue(), order, money, at)
		return ok({ all: all.value, terms, most, gifts: await listGiftBalances(tx, money.sold) })
	})
}
