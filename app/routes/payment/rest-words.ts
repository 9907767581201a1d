import type { Words } from '#app/i18n/words.ts'
import { euros } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import type { RestPaymentState } from '#app/models/payment/rest.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import { sentence } from '#app/ui/sentence.tsx'

export type RestWords = ReturnType<typeof restWords>

type RestPayment = {
	order: Pick<Order, 'number' | 'day'>
	standing: RestPaymentState
	isChecking: boolean
}

/**
 * Returns the words of the page on which the rest of a booking is paid. The server makes them, so that browsers need
 * not load them.
 */
export function restWords({ t, locale }: Words, { order, standing, isChecking }: RestPayment) {
	const { number, day } = order
	const amount = euros(standing.amount, locale)
	const titles = {
		due: t('rest.title'),
		paying: isChecking ? t('success.pending.title') : t('rest.paying.title'),
		paid: t('rest.paid.title'),
		over: t('rest.over'),
	}
	return {
		title: titles[standing.kind],
		of: [t('rest.of', { number }), day && formatDay(day, locale, 'full')]
			.filter(Boolean)
			.join(' · '),
		stands: t('rest.stands'),
		back: t('rest.back'),
		due: {
			title: t('rest.amount'),
			amount,
			cents: Number(standing.amount),
			lead: t('rest.lead'),
			nothingNew: t('rest.nothingNew', { number }),
		},
		paying: {
			text: t('rest.paying.text', { amount }),
			continue: t('rest.paying.continue'),
			giveUp: t('rest.paying.giveUp'),
		},
		checking: { silent: t('rest.checking.silent'), closed: t('rest.checking.closed') },
		paid: t('rest.paid.text', { amount }),
		over: standing.kind === 'over' ? sentence(t, standing.reason.message) : '',
		toBooking: t('rest.toBooking'),
		toChange: t('rest.toChange'),
	}
}
