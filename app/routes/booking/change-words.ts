import type { Words } from '#app/i18n/words.ts'
import type { Order } from '#app/models/order/order.ts'
import { untilWords } from '#app/models/order/policy-words.ts'
import { isAhead, type untilOf } from '#app/models/order/policy.ts'
import type { Instant } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'

export type ChangeWords = ReturnType<typeof changeWords>

type ChangeLimits = { until: ReturnType<typeof untilOf>; now: Instant; isParty: boolean }

/** Returns the words of the page that changes a booking. The server makes them, so that browsers need not load them. */
export function changeWords(words: Words, venue: Venue, { until, now, isParty }: ChangeLimits) {
	const { t } = words
	const isClosed = !isAhead(until.guests, now) || !isAhead(until.extras, now)
	return {
		title: t(isParty ? 'changing.title' : 'changing.titleTickets'),
		toBooking: t('changing.toBooking'),
		steps: t('changing.steps'),
		stepNames: [t('changing.step.change'), t('changing.step.check'), t('changing.step.done')],
		guests: t('changing.guests'),
		tickets: t('changing.tickets'),
		until:
			until.guests && isAhead(until.guests, now)
				? t('changing.until', { moment: untilWords(until.guests, words.locale, now) })
				: null,
		closed: isClosed ? { text: t('changing.closed'), phone: venue.contact.phone } : null,
		choices: t('changing.choices'),
		extras: t('changing.extras'),
		gone: t('changing.gone'),
		goneText: t('changing.goneText'),
		texts: t('changing.texts'),
		answers: t('changing.answers'),
		person: t('changing.person'),
		personText: t('changing.personText'),
		changes: t('changing.changes'),
		nothing: t('changing.nothing'),
		check: t('changing.check'),
		checkBrief: t('changing.checkBrief'),
		heads: headWords(words),
		sure: t('changing.sure'),
		take: t('changing.take'),
		again: t('changing.again'),
		drop: t('changing.drop'),
	}
}

/** Returns the column headings of a table of what differs: what, before, after. */
export function headWords({ t }: Words) {
	return { what: t('changing.what'), was: t('changing.before'), now: t('changing.after') }
}

/** True for an order of a product with choices, such as a party: its page speaks of guests and food. */
export function hasGroups(venue: Venue, { lines }: Pick<Order, 'lines'>): boolean {
	return lines.some(({ productId }) =>
		venue.products.some(({ id, conditions }) => id === productId && conditions.length > 0),
	)
}
