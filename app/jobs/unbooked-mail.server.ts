import { isSecond, refundNotice, type RefundNotice } from '#app/emails/refund-notice.ts'
import { env } from '#app/gateways/env.server.ts'
import { translator } from '#app/i18n/translator.ts'
import { hasNoAddress, orderOf, sendLetter, tellOperator } from '#app/jobs/order-mail.server.ts'
import { cents, type Cents } from '#app/models/money.ts'
import { findPayment, paidFor } from '#app/models/payment/payment.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

// Letters about money that was paid and that no booking needs: all of it goes back.

/**
 * Mails that a payment came after the places of its order were gone, and that all of the money goes back.
 * @throws MailDelayed, MailRefused
 */
export async function mailPaymentTooLate(orderId: string): Promise<void> {
	await mailUnbooked(orderId, 'tooLate', await paidFor(orderId))
}

/**
 * Mails that a payment came with another amount, currency or reference than agreed, and that all of the money goes
 * back.
 * @throws MailDelayed, MailRefused
 */
export async function mailPaymentNotAsAgreed(orderId: string): Promise<void> {
	await mailUnbooked(orderId, 'notAsAgreed', await paidFor(orderId))
}

/**
 * Mails that a payment came for a day that was closed meanwhile, and that all of the money goes back.
 * @throws MailDelayed, MailRefused
 */
export async function mailPaymentOnClosedDay(orderId: string): Promise<void> {
	await mailUnbooked(orderId, 'dayClosed', await paidFor(orderId))
}

/**
 * Mails that a booking was paid a second time, or online though it is paid at the venue, and that all of this second
 * payment goes back.
 * @throws MailDelayed, MailRefused
 */
export async function mailPaidTwice(paymentId: string): Promise<void> {
	const payment = await findPayment(paymentId)
	if (!payment) throw new Error('a mail for a payment that is not there')
	const { orderId, paidAmount } = payment.payment
	const { online } = await orderOf(orderId)
	await mailUnbooked(orderId, online === 0 ? 'paidOnSite' : 'paidTwice', paidAmount ?? cents(0))
}

/**
 * Mails the customer of an order why `amount` goes back. Without the customer's mail address the venue is mailed
 * instead, to call the customer.
 */
async function mailUnbooked(
	orderId: string,
	reason: RefundNotice['reason'],
	amount: Cents,
): Promise<void> {
	const order = await orderOf(orderId)
	if (hasNoAddress(order)) return tellOperator(orderId, { concern: 'callCustomer' })
	const data = { order, venue: currentVenue(), reason, amount, origin: env.APP_ORIGIN }
	const kind = isSecond(reason) ? 'refund-twice' : 'refund'
	await sendLetter(refundNotice(data, translator(order.locale)), kind, data)
}
