import type { Words } from '#app/i18n/words.ts'
import { euros } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import type { ChangePaymentState } from '#app/models/payment/change.ts'
import type { Refused } from '#app/models/result.ts'
import { sentence } from '#app/ui/sentence.tsx'

type ChangePayment = {
	order: Pick<Order, 'number'>
	/** The reason why the booking itself no longer stands. */
	ended: Refused | undefined
	standing: ChangePaymentState
	isChecking: boolean
	mayGiveUp: boolean
}

/**
 * Returns the words of the page on which a change is paid. The server makes them, so that browsers need not load them.
 */
export function changePaymentWords(
	{ t, locale }: Words,
	{ order, ended, standing, isChecking, mayGiveUp }: ChangePayment,
) {
	const amount = euros(standing.amount, locale)
	const stands = ended ? `${sentence(t, ended.message)}.` : t('changePayment.stands')
	const mayChoose = ended ? stands : `${stands} ${t('changePayment.again')}`
	const titles = {
		paying: isChecking ? t('success.pending.title') : t('rest.paying.title'),
		paid: t('changePayment.paid.title'),
		back: t('changePayment.ended.title'),
		ended: t('changePayment.ended.title'),
	}
	return {
		title: titles[standing.kind],
		of: t('rest.of', { number: order.number }),
		stands: `${t('changePayment.notCharged')} ${mayChoose}`,
		paying: {
			text: t('changePayment.paying', { amount }),
			continue: t('rest.paying.continue'),
			giveUp: mayGiveUp ? t('rest.paying.giveUp') : null,
		},
		checking: { silent: t('rest.checking.silent'), closed: t('rest.checking.closed') },
		paid: t('changePayment.paid.text', { amount }),
		back: `${t('changePayment.back', { amount })} ${stands}`,
		ended: `${t('changePayment.ended.text')} ${mayChoose}`,
		toBooking: t('rest.toBooking'),
	}
}
