import type { Mail } from '#app/emails/mail.ts'
import {
	bookingLetter,
	cancellationNote,
	dayLetter,
	restNote,
	revisionNote,
} from '#app/emails/venue-letters.ts'
import { env } from '#app/gateways/env.server.ts'
import { deliver } from '#app/gateways/mail.server.ts'
import { defaultLocale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { cancelledBy } from '#app/models/order/order.server.ts'
import { findMadeRevision } from '#app/models/order/past-revision.server.ts'
import { findCancelledVisit, findVisit, listVisits } from '#app/models/order/visits.server.ts'
import { findPayment } from '#app/models/payment/payment.server.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { today, type Instant } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * Mails the venue about a party, a room or an attraction that was booked; nothing when the booking was cancelled before
 * the letter could be sent.
 * @throws MailDelayed, MailRefused
 */
export async function mailBooking(orderId: string): Promise<void> {
	const visit = await findVisit(orderId)
	if (!visit) return
	const venue = currentVenue()
	await send(
		bookingLetter({ venue, visit }, translator(defaultLocale)),
		`${orderId}.booking`,
		venue,
	)
}

/**
 * Mails the venue that the rest of a booking was paid online; nothing when the booking was cancelled before the letter
 * could be sent.
 * @throws MailDelayed, MailRefused
 */
export async function tellOfRest(paymentId: string): Promise<void> {
	const found = await findPayment(paymentId)
	const visit = found && (await findVisit(found.order.id))
	if (!visit) return
	const venue = currentVenue()
	const { amount } = found.payment
	const note = restNote({ venue, visit, amount }, translator(defaultLocale))
	await send(note, `${paymentId}.rest`, venue, `${found.order.id}.booking`)
}

/**
 * Mails the venue about a booking that was changed or moved; nothing when the booking was cancelled before the letter
 * could be sent.
 * @throws MailDelayed, MailRefused
 */
export async function tellOfRevision(orderId: string, revision: number): Promise<void> {
	const [newest, visit] = await Promise.all([findOrderById(orderId), findVisit(orderId)])
	const made = newest && (await findMadeRevision(newest, revision))
	if (!made || !visit) return
	const venue = currentVenue()
	const note = revisionNote({ venue, visit, made }, translator(defaultLocale))
	await send(note, `${orderId}.revision-${revision}`, venue, `${orderId}.booking`)
}

/**
 * Mails the venue about a booking that was cancelled.
 * @throws MailDelayed, MailRefused
 */
export async function tellOfCancellation(orderId: string): Promise<void> {
	const visit = await findCancelledVisit(orderId)
	if (!visit) return
	const venue = currentVenue()
	const isByCustomer = (await cancelledBy(orderId)) === 'customer'
	const note = cancellationNote({ venue, visit, isByCustomer }, translator(defaultLocale))
	await send(note, `${orderId}.cancelled`, venue, `${orderId}.booking`)
}

/**
 * Mails the venue the sheet of a day; nothing for a closed day without guests, nor for a day that is over before the
 * letter could be sent.
 * @throws MailDelayed, MailRefused
 */
export async function mailDaySheet(day: Day, now: Instant): Promise<void> {
	if (day < today(now)) return
	const venue = currentVenue()
	const visits = await listVisits(day)
	if (visits.length === 0 && !openingOn(venue.calendar, day).hours) return
	const letter = dayLetter({ venue, day, visits }, translator(defaultLocale))
	await send(letter, `sheet-${day}`, venue)
}

/**
 * Sends a letter to the venue. `name` makes its Message-ID; `answers` is the name of the first letter of its thread.
 */
async function send(mail: Mail, name: string, venue: Venue, answers?: string): Promise<void> {
	const { email } = venue.contact
	await deliver({
		...mail,
		to: email,
		from: { name: venue.name, address: email },
		messageId: messageIdOf(name),
		...(answers !== undefined && { answers: messageIdOf(answers) }),
	})
}

function messageIdOf(name: string): string {
	return `<${name}@${new URL(env.APP_ORIGIN).hostname}>`
}
