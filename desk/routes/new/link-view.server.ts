import { siteOrigin } from '#app/http/origin.server.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { euros } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { untilWords } from '#app/models/order/policy-words.ts'
import { payCodeOf } from '#app/models/payment/pay-code.server.ts'
import { waitsForLink } from '#app/models/payment/pay-link.ts'

export type LinkView = NonNullable<ReturnType<typeof linkView>>

/** Returns the pay link of a booking that waits for its payment, in words to read out; null for any other booking. */
export function linkView(order: Order, locale: Locale) {
	if (!waitsForLink(order)) return null
	const { id, payUntil, online, createdAt } = order
	return {
		host: new URL(siteOrigin).host,
		code: payCodeOf({ id, payUntil }),
		until: untilWords(payUntil, locale, createdAt),
		amount: euros(online, locale),
	}
}
