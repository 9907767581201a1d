import type { Words } from '#app/i18n/words.ts'
import { euros } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import type { ChangePaymentState } from '#app/models/payment/change.ts'

type ChangePayment = {
	order: Pick<Order, 'number'>
	standing: ChangePaymentState
	isChecking: boolean
	mayGiveUp: boolean
}

/**
 * Returns the words of the page on which a change is paid. The server makes them, so that browsers need not load them.
 */
export function changePaymentWords(
	{ t, locale }: Words,
	{ order, standing, isChecking, mayGiveUp }: ChangePayment,
) {
	const amount = euros(standing.amount, locale)
	const titles = {
		paying: isChecking ? t('success.pending.title') : t('rest.paying.title'),
		paid: t('changePayment.paid.title'),
		back: t('changePayment.ended.title'),
		ended: t('changePayment.ended.title'),
	}
	return {
		title: titles[standing.kind],
		of: t('rest.of', { number: order.number }),
		stands: t('changePayment.stands'),
		paying: {
			text: t('changePayment.paying', { amount }),
			continue: t('rest.paying.continue'),
			giveUp: mayGiveUp ? t('rest.paying.giveUp') : null,
		},
		checking: { silent: t('rest.checking.silent'), closed: t('rest.checking.closed') },
		paid: t('changePayment.paid.text', { amount }),
		back: t('changePayment.back', { amount }),
		ended: t('changePayment.ended.text'),
		toBooking: t('rest.toBooking'),
	}
}
