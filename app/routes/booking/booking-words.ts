import type { Words } from '#app/i18n/words.ts'
import type { Order } from '#app/models/order/order.ts'
import { addDays, daysBetween, today, type Instant } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'

type BookingPage = {
	order: Pick<Order, 'number' | 'day' | 'state' | 'person'>
	now: Instant
	/** True while the booking can be changed or moved online. */
	isChangeable: boolean
	/**
	 * The form that was sent before: 'sent' when the link was mailed once more, 'replaced' when all links were replaced;
	 * null without one.
	 */
	done: 'sent' | 'replaced' | null
	phone: string
}

/** Returns the words of a booking's own page. The server makes them, so that browsers need not load them. */
export function bookingWords({ t }: Words, shown: BookingPage) {
	const { order, now, isChangeable, done, phone } = shown
	return {
		title: t('booking.title', { number: order.number }),
		greeting: [
			greetingOf({ t }, order, now),
			t('booking.hello', { name: order.person.firstName }),
		].join(' '),
		changes: t(isChangeable ? 'booking.changes' : 'booking.changesOver'),
		telephone: { title: t('booking.telephone.title'), text: t('booking.telephone.text') },
		questions: t('booking.questions'),
		phone,
		papers: t('booking.papers'),
		noPapers: t('booking.noPapers'),
		link: {
			title: t('booking.link.title'),
			text: t('booking.link.text'),
			send: t('booking.link.send'),
			replaceText: t('booking.link.replaceText'),
			replace: t('booking.link.replace'),
		},
		done: done && t(`booking.link.${done}`),
	}
}

/**
 * Returns the words of the page that a letter's link opens. They say nothing of the booking, because mail scanners open
 * the link, too.
 */
export function keyWords({ t }: Words) {
	return {
		title: t('booking.key.title'),
		text: t('booking.key.text'),
		button: t('booking.key.button'),
	}
}

/**
 * Returns the words of the page for a key that was replaced or has expired: where the newest link is found, and the
 * venue's telephone number.
 */
export function endedKeyWords({ t }: Words, { contact }: Venue) {
	return {
		title: t('booking.endedKey.title'),
		text: t('booking.endedKey.text'),
		telephone: t('booking.endedKey.telephone'),
		phone: contact.phone,
	}
}

/** Returns the words of a booking's page for a visitor without rights to the booking. */
export function foreignWords({ t }: Words, isSent: boolean) {
	return {
		title: t('booking.foreign.title'),
		text: t('booking.foreign.text'),
		send: t('booking.link.send'),
		note: t('booking.foreign.note'),
		signIn: t('booking.foreign.signIn'),
		sent: isSent ? t('booking.link.sent') : null,
	}
}

function greetingOf(
	{ t }: Pick<Words, 't'>,
	{ day, state }: BookingPage['order'],
	now: Instant,
): string {
	if (state === 'cancelled') return t('booking.greeting.cancelled')
	const from = today(now)
	if (day === null) return ''
	if (day < from) return t('booking.greeting.over')
	if (day === from) return t('booking.greeting.today')
	if (day === addDays(from, 1)) return t('booking.greeting.tomorrow')
	return t('booking.greeting.days', { count: daysBetween(from, day) })
}
