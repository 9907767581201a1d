import { minus, smaller, sum, zero, type Cents } from '#app/models/money.ts'
import type { GivenBack } from '#app/models/payment/payment.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/**
 * The cause of a refund. cancelled: its booking was cancelled · changed: a revision made it cheaper · unused: nothing
 * was due that the money could pay · ordered: the venue ordered it · byHand: made at the provider's own desk.
 */
export type RefundCause = 'cancelled' | 'changed' | 'unused' | 'ordered' | 'byHand'

/**
 * The cause of a refund and the reason that is kept; `revision` is the number of the revision that made the booking
 * cheaper, if one did.
 */
export type Refunding = { cause: RefundCause; reason: string; revision?: number }

/** The first words of the reason of a refund that was made by cancelling: 'cancelled by the customer'. */
export const CANCELLED = 'cancelled by the'

/** True for a refund that was made by cancelling; the reason tells it for a refund of the build before (record 040). */
export function isByCancelling(refund: { cause: RefundCause | null; reason: string }): boolean {
	if (refund.cause === null) return refund.reason.startsWith(CANCELLED)
	return refund.cause === 'cancelled'
}

/** A payment with the cents of it that are neither refunded nor disputed. */
export type PaymentLeft = { paymentId: string; left: Cents }

/** The cents of a payment that are neither refunded nor `disputed`; 0 when more is gone than was paid. */
export function leftOf(
	paid: Cents | null,
	refunded: readonly { amount: Cents }[],
	disputed: Cents,
): Cents {
	const came = paid ?? zero
	const gone = sum([...refunded.map(({ amount }) => amount), disputed])
	return gone < came ? minus(came, gone) : zero
}

/**
 * The facts that decide a refund of an order, read once the order and the gift vouchers that it has sold are locked.
 */
export type Refundable = {
	/** The cents of all payments that are neither refunded nor disputed. */
	left: Cents
	/** The cents of the gift vouchers sold by the order that were spent or lie in carts. */
	spent: Cents
	/** The cents of each refund ordered within the last hour. */
	recent: readonly Cents[]
}

/**
 * Decides a refund of `wanted` cents that the operator orders, or of all that is left. An amount that was spent of the
 * order's gift vouchers cannot go back, for it would go out twice. `isAll`: nothing more can go back, so the balances
 * of the gift vouchers are voided. Refuses an amount ordered within the last hour, and more than can go back.
 */
export function judgeRefund(
	wanted: Cents | null,
	{ left, spent, recent }: Refundable,
): Result<{ ordered: Cents; isAll: boolean }> {
	const ordered = wanted ?? left
	if (recent.includes(ordered)) return refuse('desk.givesBackAlready')
	if (left === 0) return refuse('desk.nothingToGiveBack')
	if (ordered < 1 || ordered > left) return refuse('desk.givesBackTooMuch')
	const atMost = mostOf({ left, spent })
	if (ordered <= atMost) return ok({ ordered, isAll: ordered === atMost })
	return atMost > 0
		? refuse('desk.giftVoucherPartlySpent', { amount: atMost / 100 })
		: refuse('desk.giftVoucherSpent')
}

/**
 * The highest amount that can go back, in cents: what is left of the payments, less what was spent of the gift
 * vouchers.
 */
export function mostOf({ left, spent }: Pick<Refundable, 'left' | 'spent'>): Cents {
	return spent < left ? minus(left, spent) : zero
}

/** Splits an amount over payments, the newest first, each at most what is left of it. */
export function sharedOut(
	amount: Cents,
	payments: readonly PaymentLeft[],
): { paymentId: string; amount: Cents }[] {
	const parts = []
	let open = amount
	for (const { paymentId, left } of payments) {
		const part = smaller(open, left)
		if (part > 0) parts.push({ paymentId, amount: part })
		open = minus(open, part)
	}
	return parts
}

type KnownRefund = {
	id: string
	providerId: string | null
	refundedAt: Date | null
	failedAt: Date | null
}

/**
 * Lists the differences between the provider's refunds and our rows: `done` refunds that our rows have as open, refunds
 * made `byHand` at the provider's own desk, `returned` ones that failed after the provider had accepted them, or whose
 * money came back, and `restored` ones that our rows have as failed and the provider as given.
 */
export function compareRefunds(
	known: readonly KnownRefund[],
	given: readonly GivenBack[],
): {
	done: { id: string; providerId: string }[]
	byHand: GivenBack[]
	returned: string[]
	restored: string[]
} {
	// A refund that the operator paid back in another way is none of the provider's; a refund of the provider's beside it
	// is a second one.
	const isElsewhere = ({ refundedAt, providerId }: KnownRefund) => refundedAt && providerId === null
	const isSame = (row: KnownRefund, refund: GivenBack) =>
		!isElsewhere(row) && (row.id === refund.key || row.providerId === refund.providerRefundId)
	const done = given.flatMap((refund) => {
		const row = known.find((each) => isSame(each, refund))
		return row && !row.refundedAt && !refund.isPending
			? [{ id: row.id, providerId: refund.providerRefundId }]
			: []
	})
	return {
		done,
		byHand: given.filter((refund) => !known.some((row) => isSame(row, refund))),
		returned: known
			.filter((row) => row.providerId && !row.failedAt)
			.filter((row) => !given.some((refund) => isSame(row, refund)))
			.map(({ id }) => id),
		restored: known
			.filter((row) => row.failedAt && given.some((refund) => isSame(row, refund)))
			.map(({ id }) => id),
	}
}
