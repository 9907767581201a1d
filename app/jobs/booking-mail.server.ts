import { randomUUID } from 'node:crypto'

import { codeLetter, linkLetter, moveLetter } from '#app/emails/booking-letters.ts'
import { changeLetter } from '#app/emails/change-letter.ts'
import { translator } from '#app/i18n/translator.ts'
import { newBookingUrl } from '#app/jobs/booking-url.server.ts'
import { hasNoAddress, orderOf, sendLetter } from '#app/jobs/order-mail.server.ts'
import { findClosing, findNewest } from '#app/models/booking/close-day.server.ts'
import { isBooked } from '#app/models/order/order.ts'
import { endOfUnused, type ChangeCause } from '#app/models/payment/back-cause.ts'
import { findPayment } from '#app/models/payment/payment.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Mails the link to a booking again, with a new key; the keys of earlier letters go on working.
 * @throws MailDelayed, MailRefused
 */
export async function mailBookingLink(orderId: string): Promise<void> {
	const order = await orderOf(orderId)
	if (hasNoAddress(order)) return
	const link = await newBookingUrl(orderId)
	const data = { order, venue: currentVenue(), link, once: randomUUID() }
	await sendLetter(linkLetter(data, translator(order.locale)), 'link', data)
}

/**
 * Mails that the day of a booking is closed, with the link to move the booking. No letter goes out when the booking was
 * moved or cancelled since, or when the day was reopened or closed anew; one that staff send again (`once`) goes out as
 * long as the day has an override (faults N349).
 * @throws MailDelayed, MailRefused
 */
export async function mailMoveLink(
	orderId: string,
	closingId: string,
	once?: string,
): Promise<void> {
	const [order, closing] = await Promise.all([orderOf(orderId), findClosing(closingId)])
	if (!closing || hasNoAddress(order) || !isBooked(order) || order.day !== closing.day) return
	const newest = await findNewest(closing.day)
	if (once ? !newest?.override : newest?.id !== closingId) return
	const link = await newBookingUrl(orderId)
	const data = { order, venue: currentVenue(), link, words: closing.words }
	const letter = moveLetter(data, translator(order.locale))
	await sendLetter(letter, `closed-${closingId}`, { ...data, once })
}

/**
 * Mails the code that proves that its reader receives letters at the order's mail address. The code is made for this
 * letter and no job holds it.
 * @throws MailDelayed, MailRefused
 */
export async function mailBookingCode(orderId: string, code: string): Promise<void> {
	const order = await orderOf(orderId)
	if (hasNoAddress(order)) return
	const data = { order, venue: currentVenue(), code, once: randomUUID() }
	await sendLetter(codeLetter(data, translator(order.locale)), 'code', data)
}

/**
 * Mails how a payment ended that did not bring its change about: declined, or given back for `cause`; `again` names a
 * letter sent again. A paid change has the letter of its revision instead; of a declined payment no letter tells once
 * the booking has ended.
 * @throws MailDelayed, MailRefused
 */
export async function mailChange(
	paymentId: string,
	{ cause, again: once }: { cause?: ChangeCause; again?: string } = {},
): Promise<void> {
	const found = await findPayment(paymentId)
	if (!found) throw new Error('a mail for a payment that is not there')
	const { amount, state } = found.payment
	const order = await orderOf(found.order.id)
	const end = endOfUnused(found.payment, cause)
	if (state === 'paid' || hasNoAddress(order) || (end === 'declined' && !isBooked(order))) return
	const link = await newBookingUrl(order.id)
	const data = { order, venue: currentVenue(), link, amount, end }
	const letter = changeLetter(data, translator(order.locale))
	await sendLetter(letter, `change-${end}-${paymentId}`, { ...data, once })
}
