import { minus, zero, type Cents } from '#app/models/money.ts'

/** The money of an order, as it stands once the order and the gift vouchers it has sold are locked. */
export type Refundable = {
	/** Of what was paid online, what has not gone back and is not disputed. */
	left: Cents
	/** What was spent of the gift vouchers it has sold, or lies in carts. */
	spent: Cents
	/** What was ordered to go back within the last hour. */
	recent: readonly Cents[]
}

/** Why money does not go back. `atMost`: a gift voucher was spent, so this much can go back and no more. */
export type RefundRefusal = 'nothingPaid' | 'tooMuch' | 'orderedAlready' | { atMost: Cents }

/**
 * What goes back when the operator orders `wanted`, or all that is left. Of what a gift voucher has paid since,
 * nothing does: it would go out twice. `isAll`: nothing else can go back, so what is left of the gift vouchers
 * is taken back with it.
 */
export function judgeRefund(
	wanted: Cents | null,
	{ left, spent, recent }: Refundable,
): { ordered: Cents; isAll: boolean } | RefundRefusal {
	const ordered = wanted ?? left
	if (recent.includes(ordered)) return 'orderedAlready'
	if (left === 0) return 'nothingPaid'
	if (ordered < 1 || ordered > left) return 'tooMuch'
	const atMost = mostOf({ left, spent })
	return ordered > atMost ? { atMost } : { ordered, isAll: ordered === atMost }
}

/** The most that can go back. */
export function mostOf({ left, spent }: Pick<Refundable, 'left' | 'spent'>): Cents {
	return spent < left ? minus(left, spent) : zero
}
