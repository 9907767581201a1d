import { minus, zero, type Cents } from '#app/models/money.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/** The money of an order, as it stands once the order and the gift vouchers it has sold are locked. */
export type Refundable = {
	/** Of what was paid online, what has not gone back and is not disputed. */
	left: Cents
	/** What was spent of the gift vouchers it has sold, or lies in carts. */
	spent: Cents
	/** What was ordered to go back within the last hour. */
	recent: readonly Cents[]
}

/**
 * Decides what goes back when the operator orders `wanted`, or all that is left. Money that a sold gift voucher has
 * paid since stays: it would go out twice. `isAll`: nothing else can go back, so what is left of the gift vouchers
 * becomes void with it.
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

/** The most that can go back. */
export function mostOf({ left, spent }: Pick<Refundable, 'left' | 'spent'>): Cents {
	return spent < left ? minus(left, spent) : zero
}
