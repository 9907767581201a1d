import { minus, sum, zero, type Cents } from '#app/models/money.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/** The fields of a refund by which `refusedOf` decides. */
export type RefundRow = {
	id: string
	paymentId: string
	amount: Cents
	providerId: string | null
	createdAt: Date
	refundedAt: Date | null
	failedAt: Date | null
	toldOf: string | null
}

/**
 * Lists the refunds that are left to the operator, the oldest first: those that the provider refused, and those that
 * failed while the payment still has their amount and no other refund of that amount was made since. `left` is the part
 * of each payment that is neither refunded nor disputed.
 */
export function refusedOf(
	refunds: readonly RefundRow[],
	left: ReadonlyMap<string, Cents>,
): RefundRow[] {
	const open = new Map(left)
	const isReplaced = ({ amount, failedAt }: RefundRow) =>
		refunds.some(
			(it) => !it.failedAt && it.amount === amount && failedAt && it.createdAt > failedAt,
		)
	return refunds
		.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
		.filter((refund) => {
			if (!refund.failedAt)
				return !refund.refundedAt && !refund.providerId && refund.toldOf === 'refundRefused'
			const rest = open.get(refund.paymentId) ?? zero
			if (isReplaced(refund) || refund.amount > rest) return false
			open.set(refund.paymentId, minus(rest, refund.amount))
			return true
		})
}

/**
 * Decides which refused refunds the operator has paid back in another way: all, or the oldest one of `wanted` cents.
 * Refused when there is none; the reason tells when another refund is under way.
 */
export function judgePaidBack<Refund extends { amount: Cents }>(
	wanted: Cents | null,
	{ refused, isUnderWay }: { refused: readonly Refund[]; isUnderWay: boolean },
): Result<Refund[]> {
	const chosen =
		wanted === null ? refused : refused.filter(({ amount }) => amount === wanted).slice(0, 1)
	if (sum(chosen.map(({ amount }) => amount)) > 0) return ok([...chosen])
	return refuse(isUnderWay ? 'desk.refundUnderWay' : 'desk.noRefusedRefund')
}
