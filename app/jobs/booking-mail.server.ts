import { randomUUID } from 'node:crypto'

import { codeLetter, linkLetter } from '#app/emails/booking-letters.ts'
import { changeLetter, type ChangeLetter } from '#app/emails/change-letter.ts'
import { translator } from '#app/i18n/translator.ts'
import { newBookingUrl } from '#app/jobs/booking-url.server.ts'
import { hasNoAddress, orderOf, sendLetter } from '#app/jobs/order-mail.server.ts'
import { isBooked } from '#app/models/order/order.ts'
import { findPayment, type Payment } from '#app/models/payment/payment.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Mails the link to a booking again, with a key of its own: those of earlier letters go on working.
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
 * Mails the code that proves that the reader has the order's mail address. It is made for this letter and lies in no job.
 * @throws MailDelayed, MailRefused
 */
export async function mailBookingCode(orderId: string, code: string): Promise<void> {
	const order = await orderOf(orderId)
	if (hasNoAddress(order)) return
	const data = { order, venue: currentVenue(), code, once: randomUUID() }
	await sendLetter(codeLetter(data, translator(order.locale)), 'code', data)
}

/**
 * Mails how a payment ended that brought no change about. A change that was paid has the letter of its revision; a
 * payment that came to nothing is told of while the booking stands.
 * @throws MailDelayed, MailRefused
 */
export async function mailChange(paymentId: string): Promise<void> {
	const found = await findPayment(paymentId)
	if (!found) throw new Error('a mail for a payment that is not there')
	const { amount } = found.payment
	const order = await orderOf(found.order.id)
	const end = endOfChange(found.payment)
	if (end === null || hasNoAddress(order) || (end === 'declined' && !isBooked(order))) return
	const link = await newBookingUrl(order.id)
	const data = { order, venue: currentVenue(), link, amount, end }
	await sendLetter(changeLetter(data, translator(order.locale)), `change-${end}-${paymentId}`, data)
}

function endOfChange({ state, amount, paidAmount }: Payment): ChangeLetter['end'] | null {
	if (state === 'paid') return null
	if (paidAmount === null) return 'declined'
	return paidAmount === amount ? 'notDue' : 'notAsAgreed'
}
