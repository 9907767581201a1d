import { minus, smaller, zero, type Cents } from '#app/models/money.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/** The part of a payment that is neither refunded nor disputed. */
export type PaymentLeft = { paymentId: string; left: Cents }

/** The money of an order, read once the order and the gift vouchers it has sold are locked. */
export type Refundable = {
	/** The part of all payments that is neither refunded nor disputed. */
	left: Cents
	/** The amount of its gift vouchers that was spent or lies in carts. */
	spent: Cents
	/** The refunds ordered within the last hour. */
	recent: readonly Cents[]
}

/**
 * Decides the refund when the operator orders `wanted`, or all that is left. Money that a sold gift voucher has paid
 * since stays, for it would go out twice. `isAll`: nothing more can go back, so the rest of the gift vouchers is
 * voided.
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

/** The highest amount that can go back: what is left, less what was spent of the gift vouchers. */
export function mostOf({ left, spent }: Pick<Refundable, 'left' | 'spent'>): Cents {
	return spent < left ? minus(left, spent) : zero
}

/** Shares an amount out over payments in their order, as far as each has it; the newest gives first. */
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
