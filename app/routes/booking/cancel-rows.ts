import type { Words } from '#app/i18n/words.ts'
import type { OwnCancellation } from '#app/models/booking/cancel.ts'
import type { CancellationAhead } from '#app/models/booking/own-cancel.server.ts'
import { euros, minus, sum, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'

/** A row in a list of sums: its name, its amount in words, and its look where it stands out. */
export type SumRow = { term: string; amount: string; look?: 'kept' | 'strong' }

/** Returns the part of the amount kept online that makes up for gift vouchers of the order that were already spent. */
export function spentOf({
	kept,
	fee,
	feeOfVoucher,
}: Pick<OwnCancellation, 'kept' | 'fee' | 'feeOfVoucher'>): Cents {
	return minus(kept, minus(fee, feeOfVoucher))
}

/**
 * Returns the rows of what was paid by voucher and online, then of what is kept, with a minus; none where all goes
 * back.
 */
export function paidRows(words: Words, order: Order, ahead: CancellationAhead): SumRow[] {
	const { t, locale } = words
	const kept = keptRows(words, ahead)
	if (kept.length === 0) return []
	const online = sum([ahead.back, ahead.kept])
	return [
		...(order.voucher > 0
			? [{ term: t('booking.cancel.voucher'), amount: euros(order.voucher, locale) }]
			: []),
		...(online > 0
			? [{ term: t('booking.cancel.paidOnline'), amount: euros(online, locale) }]
			: []),
		...kept.map((row) => ({ ...row, amount: `\u2212${row.amount}` })),
	]
}

/** Returns the rows of what is kept: the fee, and what was already spent of gift vouchers of the order. */
export function keptRows({ t, locale }: Words, ahead: CancellationAhead): SumRow[] {
	const spent = spentOf(ahead)
	return [
		...(ahead.fee > 0
			? [
					{
						term: t('booking.cancel.keptByUs'),
						amount: euros(ahead.fee, locale),
						look: 'kept' as const,
					},
				]
			: []),
		...(spent > 0 ? [{ term: t('booking.cancel.spent'), amount: euros(spent, locale) }] : []),
	]
}

/** Returns the rows of what goes back: one for each provider, and one for the voucher. */
export function backRows({ t, locale }: Words, { ways, voucherBack }: CancellationAhead): SumRow[] {
	return [
		...ways.map(({ provider, amount }) => ({
			term: t(`booking.cancel.to.${provider}`),
			amount: euros(amount, locale),
			look: 'strong' as const,
		})),
		...(voucherBack > 0
			? [
					{
						term: t('booking.cancel.to.voucher'),
						amount: euros(voucherBack, locale),
						look: 'strong' as const,
					},
				]
			: []),
	]
}
