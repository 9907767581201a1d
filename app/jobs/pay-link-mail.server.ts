import { payLinkLetter } from '#app/emails/pay-link.ts'
import { now } from '#app/gateways/clock.server.ts'
import { env } from '#app/gateways/env.server.ts'
import { translator } from '#app/i18n/translator.ts'
import { hasNoAddress, orderOf, sendLetter } from '#app/jobs/order-mail.server.ts'
import { payCodeOf } from '#app/models/payment/pay-code.server.ts'
import { waitsForLink } from '#app/models/payment/pay-link.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Mails the pay link of a booking by telephone, while the booking waits for this payment. A customer without a mail
 * address gets no letter: staff have read the link out.
 * @throws MailDelayed, MailRefused
 */
export async function mailPayLink(orderId: string, once?: string): Promise<void> {
	const order = await orderOf(orderId)
	if (!waitsForLink(order) || hasNoAddress(order)) return
	const { id, payUntil } = order
	const payUrl = `${env.APP_ORIGIN}/pay/${payCodeOf({ id, payUntil })}`
	const data = { order, venue: currentVenue(), payUntil, payUrl, now: now().toJSDate() }
	await sendLetter(payLinkLetter(data, translator(order.locale)), 'payLink', { ...data, once })
}
