import type { DateTime } from 'luxon'

import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import { priceCart } from '#app/models/cart/price.ts'
import { euros, sum } from '#app/models/money.ts'
import { policyOfCart } from '#app/models/order/draft.ts'
import { untilWords } from '#app/models/order/policy-words.ts'
import { canLinkEndAt } from '#app/models/payment/pay-link.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { addDays, instantAt, plusMinutes, today } from '#app/models/venue/day.ts'
import { findProduct } from '#app/models/venue/venue.ts'
import { deskWordsIn } from '#desk/i18n/desk-words.server.ts'
import { shownText } from '#desk/routes/new/call-shown.ts'

type Asking = { locale: Locale; until: string | null; now: DateTime }

/**
 * Returns the sums of a call in words, the ends of a pay link to choose from, and the sentences for the end of the
 * talk.
 */
export function sumsView(cart: Cart, main: CartLine, { locale, until: before, now }: Asking) {
	const venue = currentVenue()
	const price = priceCart(venue, cart, now)
	const { total, online, onSite } = price.totals
	return {
		sums: price.lines
			.filter(({ amount, id }) => amount > 0 || id === main.id)
			.map(({ id, productId, quantity, amount }) => ({
				id,
				name: `${quantity} × ${nameOf(productId, locale)}`,
				amount: euros(amount, locale),
			})),
		total: euros(total, locale),
		shown: shownText(price.totals),
		online: online > 0 ? euros(online, locale) : null,
		onSite: euros(onSite, locale),
		allOnSite: euros(sum([online, onSite]), locale),
		ends: linkEnds(main, before, now).map((until) => ({
			value: until.toISOString(),
			name: untilWords(until, locale, now),
		})),
		last: lastWords(cart, locale, now),
	}
}

/** Returns the total of a call in words: '259,00 €'. */
export function totalWords(cart: Cart, locale: Locale, now: DateTime): string {
	return euros(priceCart(currentVenue(), cart, now).totals.total, locale)
}

/**
 * Returns the sentences for the end of the talk: until when the booking is free to cancel and to move, and what to
 * bring.
 */
function lastWords(cart: Cart, locale: Locale, now: DateTime): string[] {
	const venue = currentVenue()
	const { t } = deskWordsIn(locale)
	const bring = t('phone.last.bring', { what: inLocale(venue.bring, locale) })
	const { spoken } = policyOfCart(venue, cart, { locale, now })
	if (!spoken) return [t('phone.last.telephone', { phone: venue.contact.phone }), bring]
	const { freeUntil, moveUntil, fee } = spoken
	const cancel = freeUntil && untilWords(freeUntil, locale, now)
	const move = moveUntil && untilWords(moveUntil, locale, now)
	if (cancel) {
		const both = move ? t('phone.last.both', { cancel, move }) : t('phone.last.cancel', { cancel })
		return [both, bring]
	}
	const kept = t(fee > 0 ? 'phone.last.fee' : 'phone.last.noFee', { fee: euros(fee, locale) })
	return [kept, ...(move ? [t('phone.last.move', { move })] : []), bring]
}

/** Returns the name of a product; its id where the venue has no such product. */
export function nameOf(id: string, locale: Locale): string {
	return inLocale(findProduct(currentVenue(), id)?.name ?? { de: id, en: id }, locale)
}

/**
 * Returns the ends of a pay link to choose from: tomorrow and today at 18:00, in two hours, in three days at 18:00, as
 * far as they are possible. The end that was chosen before is added, because 'in two hours' is another moment a minute
 * later.
 */
function linkEnds(
	main: Pick<CartLine, 'startsAt' | 'endsAt'>,
	before: string | null,
	now: DateTime,
): Date[] {
	const first = today(now)
	const ends = [
		instantAt(addDays(first, 1), '18:00'),
		instantAt(first, '18:00'),
		plusMinutes(now.startOf('minute'), 120),
		instantAt(addDays(first, 3), '18:00'),
	]
	const chosen = new Date(before ?? '')
	const isOther = ends.every((end) => end.valueOf() !== chosen.valueOf())
	if (isOther && !Number.isNaN(chosen.valueOf())) ends.push(chosen)
	return ends.filter((until) => canLinkEndAt(until, { lines: [main] }, now))
}
