import { smaller, sum, zero, type Cents } from '#app/models/money.ts'
import { isGift, type OrderLine } from '#app/models/order/order.ts'
import { isReducedBy, type PricedLine } from '#app/models/product/price.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import type { DayClass } from '#app/models/venue/calendar.ts'
import { formatTime } from '#app/models/venue/date-format.ts'
import type { Instant } from '#app/models/venue/day.ts'
import { redeem, type VoucherState } from '#app/models/voucher/voucher.ts'

/** The lines of an order that a voucher pays at the till, and the class of the order's day; null without a day. */
export type Paid = { lines: readonly PaidLine[]; dayClass: DayClass | null }
type PaidLine = Omit<OrderLine, 'startsAt' | 'endsAt'>

/**
 * Decides whether the till may take `amount` cents off a voucher for the rest of an order: by the rules of a cart, off
 * value vouchers alone. `state` is null for an unknown code, which is refused.
 */
export function spendAtTill(
	state: VoucherState | null,
	{ lines, dayClass }: Paid,
	amount: Cents,
	now: Instant,
): Result<VoucherState> {
	const priced = lines.map(pricedLine)
	const ledger = { ...(state ?? NO_LEDGER), lines: priced, dayClass, hasVoucher: false }
	const redeemed = redeem(state && state.voucher, ledger, now)
	if (!redeemed.ok) return redeemed
	if (!state || state.voucher.kind !== 'value') return refuse('desk.valueVouchersOnly')
	const payable = priced.filter((line) => isReducedBy(line, state.voucher))
	const most = smaller(state.balance, sum(payable.map((line) => line.amount)))
	return amount > most ? refuse('desk.voucherHasLess', { amount: most / 100 }) : ok(state)
}

/**
 * Decides whether an amount that the till gave back on a voucher may be taken off it again, because the note was wrong;
 * refused when the voucher is in a cart or has less.
 */
export function takeBackAtTill(
	{ balance, freeAt }: VoucherState,
	amount: Cents,
): Result<undefined> {
	if (freeAt) return refuse('voucherInOtherCart', { time: formatTime(freeAt, 'de-DE') })
	return amount > balance ? refuse('desk.voucherHasLess', { amount: balance / 100 }) : ok()
}

const NO_LEDGER = { balance: zero, used: 0, freeAt: null, isVoid: false }

/**
 * Makes a priced line of an order's line, as the rules of vouchers judge it: by its product, its amount, and whether it
 * is a gift voucher.
 */
function pricedLine({ position, productId, amount, ...line }: PaidLine): PricedLine {
	const { quantity, included, unitPrice, due, vatRate, vatParts = null } = line
	const kind = isGift(line) ? 'giftVoucher' : 'ticket'
	const id = String(position)
	return { id, productId, kind, quantity, included, unitPrice, amount, due, vatRate, vatParts }
}
