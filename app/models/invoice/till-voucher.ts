import { smaller, sum, zero, type Cents } from '#app/models/money.ts'
import { isGift, type OrderLine } from '#app/models/order/order.ts'
import { isPayable, type PricedLine } from '#app/models/product/price.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import type { DayClass } from '#app/models/venue/calendar.ts'
import { formatTime } from '#app/models/venue/date-format.ts'
import type { Instant } from '#app/models/venue/day.ts'
import { redeem, type Redemption, type Voucher } from '#app/models/voucher/voucher.ts'

/** A voucher with the state of its ledger, once it is locked. */
type Standing = { voucher: Voucher } & Pick<Redemption, 'balance' | 'used' | 'freeAt' | 'isVoid'>

/** The order's lines, and the class of its day; null without one. */
type Paid = { lines: readonly OrderLine[]; dayClass: DayClass | null }

/**
 * Decides whether the till may take `amount` off a voucher for the rest of an order: by the rules of a cart, off value
 * vouchers alone. `standing` null: an unknown code.
 */
export function spendAtTill(
	standing: Standing | null,
	{ lines, dayClass }: Paid,
	amount: Cents,
	now: Instant,
): Result<Standing> {
	const priced = lines.map(pricedLine)
	const ledger = { ...(standing ?? NO_LEDGER), lines: priced, dayClass, hasVoucher: false }
	const redeemed = redeem(standing && standing.voucher, ledger, now)
	if (!redeemed.ok) return redeemed
	if (!standing || standing.voucher.kind !== 'value') return refuse('desk.valueVouchersOnly')
	const payable = priced.filter((line) => isPayable(line, standing.voucher))
	const most = smaller(standing.balance, sum(payable.map((line) => line.amount)))
	return amount > most ? refuse('desk.voucherHasLess', { amount: most / 100 }) : ok(standing)
}

/** Decides whether a pay-back may be taken off the voucher again, as its note was wrong. */
export function takeBackAtTill({ balance, freeAt }: Standing, amount: Cents): Result<undefined> {
	if (freeAt) return refuse('voucherInOtherCart', { time: formatTime(freeAt, 'de-DE') })
	return amount > balance ? refuse('desk.voucherHasLess', { amount: balance / 100 }) : ok()
}

const NO_LEDGER = { balance: zero, used: 0, freeAt: null, isVoid: false }

/** An order's line as a voucher judges it: by its product, its amount, and whether it is a gift voucher. */
function pricedLine({ position, productId, amount, ...line }: OrderLine): PricedLine {
	const { quantity, included, unitPrice, due, vatRate, vatParts = null } = line
	const kind = isGift(line) ? 'giftVoucher' : 'ticket'
	const id = String(position)
	return { id, productId, kind, quantity, included, unitPrice, amount, due, vatRate, vatParts }
}
