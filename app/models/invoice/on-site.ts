import type { OnSiteMethod } from '#app/models/invoice/invoice.ts'
import { minus, sum, zero, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/** Money that was taken at the venue before. `isRecent`: within the last hour. */
export type TakenOnSite = { amount: Cents; method: OnSiteMethod; isRecent: boolean }

/**
 * What is still due at the venue once `amount` is taken, or why it is not noted. The same amount in the same
 * way within an hour is the command run twice: twice the same half is noted as one amount.
 */
export function takeOnSite(
	order: Pick<Order, 'state' | 'onSite'>,
	before: readonly TakenOnSite[],
	taken: { amount: Cents; method: OnSiteMethod },
): Result<{ left: Cents }> {
	if (order.state !== 'confirmed' && order.state !== 'completed') return refuse('desk.neverDue')
	const isSame = (it: TakenOnSite) => it.amount === taken.amount && it.method === taken.method
	if (before.some((it) => it.isRecent && isSame(it))) return refuse('desk.notedAlready')
	const due = minus(order.onSite, sum(before.map(({ amount }) => amount)))
	if (due <= zero) return refuse('desk.nothingLeftToPay')
	return taken.amount > due ? refuse('desk.paysTooMuch') : ok({ left: minus(due, taken.amount) })
}
