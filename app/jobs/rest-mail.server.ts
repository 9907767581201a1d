import { restLetter } from '#app/emails/rest-letter.ts'
import { translator } from '#app/i18n/translator.ts'
import { newBookingUrl } from '#app/jobs/booking-url.server.ts'
import { filesOfPayment } from '#app/jobs/invoice-files.server.ts'
import { hasNoAddress, orderOf, sendLetter } from '#app/jobs/order-mail.server.ts'
import { isBooked } from '#app/models/order/order.ts'
import { endOfUnused, type RestCause } from '#app/models/payment/back-cause.ts'
import { findPayment } from '#app/models/payment/payment.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Mails how a payment of the rest ended; `cause` is why its money goes back, `again` names a letter sent again. No
 * letter goes to an order whose visitor is forgotten, and none about a declined payment once the booking has ended.
 * @throws MailDelayed, MailRefused
 */
export async function mailRest(
	paymentId: string,
	{ cause, again: once }: { cause?: RestCause; again?: string } = {},
): Promise<void> {
	const found = await findPayment(paymentId)
	if (!found) throw new Error('a mail for a payment that is not there')
	const { amount, state } = found.payment
	const order = await orderOf(found.order.id)
	const end = state === 'paid' ? 'paid' : endOfUnused(found.payment, cause)
	if (hasNoAddress(order) || (end === 'declined' && !isBooked(order))) return
	const invoices = end === 'paid' ? await filesOfPayment(order.id, paymentId) : []
	const link = await newBookingUrl(order.id)
	const data = { order, venue: currentVenue(), link, amount, end, invoices } as const
	const letter = restLetter(data, translator(order.locale))
	await sendLetter(letter, `rest-${end}-${paymentId}`, { ...data, once })
}
