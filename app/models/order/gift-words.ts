import type { Locale } from '#app/i18n/i18n.ts'
import { wordsOf } from '#app/i18n/translator.ts'
import { euros, minus, type Cents } from '#app/models/money.ts'

/** The amount of a gift voucher that an order has sold, and the balance that is left of it, in cents. */
export type GiftBalance = { amount: Cents; left: Cents }

/**
 * The sentences that tell what becomes of an order's gift vouchers when it is cancelled: unspent ones counted by
 * amount, then each that is spent in part, then wholly spent ones counted by amount.
 */
export function giftWords(gifts: readonly GiftBalance[], locale: Locale): string[] {
	const { t } = wordsOf(locale)
	const money = (amount: Cents) => euros(amount, locale)
	const counted = (of: readonly GiftBalance[], key: 'lost' | 'spent') =>
		[...new Set(of.map(({ amount }) => amount))].map((amount) => {
			const count = of.filter((gift) => gift.amount === amount).length
			return t(`booking.cancel.gifts.${key}`, { count, amount: money(amount) })
		})
	const whole = gifts.filter(({ amount, left }) => left === amount)
	const spent = gifts.filter(({ left }) => left === 0)
	const inPart = gifts.filter((gift) => !whole.includes(gift) && !spent.includes(gift))
	return [
		...counted(whole, 'lost'),
		...inPart.map(({ amount, left }) =>
			t('booking.cancel.gifts.inPart', {
				amount: money(amount),
				spent: money(minus(amount, left)),
				left: money(left),
			}),
		),
		...counted(spent, 'spent'),
	]
}
