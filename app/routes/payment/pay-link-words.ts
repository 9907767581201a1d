import type { Words } from '#app/i18n/words.ts'
import { euros } from '#app/models/money.ts'
import { guestsOf } from '#app/models/order/guests.ts'
import type { Order } from '#app/models/order/order.ts'
import { untilWords } from '#app/models/order/policy-words.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import type { Venue } from '#app/models/venue/venue.ts'

export type PayLinkWords = ReturnType<typeof payLinkWords>

/**
 * Returns the words of a pay link's page, with no name in them. The server makes them, so that browsers need not load
 * them.
 */
export function payLinkWords({ t, locale }: Words, venue: Venue, order: Order) {
	const { day, total, online, onSite, payUntil, createdAt } = order
	const guests = guestsOf(venue, order)
	const amount = euros(online, locale)
	return {
		title: t('payLink.title'),
		lead: payUntil ? t('payLink.lead', { until: untilWords(payUntil, locale, createdAt) }) : '',
		visit: t('payLink.visit'),
		rows: [
			...(day === null ? [] : [{ term: t('payLink.day'), value: formatDay(day, locale, 'full') }]),
			...(guests === 0 ? [] : [{ term: t('payLink.guests'), value: String(guests) }]),
			{ term: t('payLink.total'), value: euros(total, locale) },
			{ term: t('payLink.now'), value: amount },
			...(onSite === 0 ? [] : [{ term: t('payLink.onSite'), value: euros(onSite, locale) }]),
		],
		terms: t('payLink.terms'),
		toTerms: t('payLink.toTerms'),
		stands: t('payLink.stands'),
		paying: {
			text: t('payLink.paying.text', { amount }),
			continue: t('payLink.paying.continue'),
			giveUp: t('payLink.paying.giveUp'),
		},
		checking: { silent: t('payLink.checking.silent'), closed: t('payLink.checking.closed') },
		paid: t('payLink.paid', { number: order.number }),
	}
}
