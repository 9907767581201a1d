import { data, type RouterContextProvider } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { translator } from '#app/i18n/translator.ts'
import type { OrderHistory } from '#app/models/payment/history.server.ts'
import { findHistory } from '#app/models/payment/history.server.ts'
import type { Refused } from '#app/models/result.ts'
import { namesOf } from '#app/models/staff/staff.server.ts'
import type { Staff } from '#app/models/staff/staff.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import { dayOf, today, type Instant } from '#app/models/venue/day.ts'
import type { DeskMessage, DeskWords } from '#desk/i18n/words.ts'
import { deskWordsOf } from '#desk/middleware/locale.server.ts'
import { staffOf } from '#desk/middleware/staff.server.ts'

type Context = Readonly<RouterContextProvider>

/** A booking with its history, the member of staff who reads it, and the words of their language. */
export type Dossier = {
	history: OrderHistory
	/** The names of the members of staff in the history and the notes, by the text `staff:<id>`. */
	names: ReadonlyMap<string, string>
	staff: Staff
	words: DeskWords
}

const missing: DeskMessage = { key: 'booking.notFound' }

/** Loads a booking by its number. @throws a 404 for an unknown one */
export async function dossierOf(context: Context, number: string): Promise<Dossier> {
	const history = /^[\w-]{1,30}$/.test(number) ? await findHistory(number) : null
	if (!history) throw data(missing, 404)
	const { events, till, notes } = history
	const names = await namesOf([
		...events.map(({ who }) => who),
		...till.map(({ actor }) => actor),
		...notes.map(({ actor }) => actor),
	])
	return { history, names, staff: staffOf(context), words: deskWordsOf(context) }
}

/** Returns the name of an author: a member of staff, the customer, the shop or the command line. */
export function whoIs({ names, history: { order }, words: { t } }: Dossier, actor: string): string {
	const { firstName, lastName } = order.person
	if (actor === 'customer' || actor === 'visitor') return `${firstName} ${lastName}`
	if (actor === 'shop' || actor === 'provider' || actor === 'payment')
		return t('booking.history.shop')
	if (actor === 'operator') return t('booking.history.operator')
	return names.get(actor) ?? actor
}

/** Returns the name by which staff know a booking: that of the party, such as the child's, or else the customer's. */
export function nameOf({ history: { order } }: Pick<Dossier, 'history'>): string {
	const { person, party } = order
	return party?.name || `${person.firstName} ${person.lastName}`
}

/** Returns the path of a booking's page, or of a page below it: `pathOf(dossier, 'notes')` is '/bookings/…/notes'. */
export function pathOf({ history: { order } }: Pick<Dossier, 'history'>, below = ''): string {
	return `/bookings/${order.number}${below && `/${below}`}`
}

/** Returns the sentences of a model's refusal: its message and its details. */
export function refusedWords(
	{ words: { locale } }: Dossier,
	{ message, details = [] }: Refused,
): string {
	const t = translator(locale)
	return [message, ...details].map(({ key, values = {} }) => `${t(key, values)}.`).join(' ')
}

/** Returns a moment in words: '9:12' on today's date, 'Mo., 9. Nov. 20:41' on any other. */
export function when({ words: { locale } }: Dossier, at: Instant): string {
	const time = formatTime(at, locale)
	if (dayOf(at) === today(now())) return time
	return `${formatDay(at, locale, 'short')} ${time}`
}
