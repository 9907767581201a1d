import type { Mail } from '#app/emails/mail.ts'
import { orderConfirmation, type OrderConfirmation } from '#app/emails/order-confirmation.ts'
import { refundNotice, type RefundNotice } from '#app/emails/refund-notice.ts'
import { env } from '#app/gateways/env.server.ts'
import { deliver } from '#app/gateways/mail.server.ts'
import { translator } from '#app/i18n/translator.ts'
import type { Order } from '#app/models/order/order.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/*
 * To whoever ordered, in the language of the order. Both reject as `deliver` does. The same letter has
 * the same Message-ID each time, so that one sent twice after a lost answer can be told by it.
 */

export async function sendOrderConfirmation(
	data: Omit<OrderConfirmation, 'origin'>,
): Promise<void> {
	const mail = orderConfirmation({ ...data, origin: env.APP_ORIGIN }, translator(data.order.locale))
	await send(mail, 'confirmation', data)
}

export async function sendRefundNotice(data: Omit<RefundNotice, 'origin'>): Promise<void> {
	const mail = refundNotice({ ...data, origin: env.APP_ORIGIN }, translator(data.order.locale))
	await send(mail, 'refund', data)
}

async function send(mail: Mail, kind: string, { order, venue }: { order: Order; venue: Venue }) {
	const host = new URL(env.APP_ORIGIN).hostname
	await deliver({
		...mail,
		to: order.person.email,
		from: { name: venue.name, address: venue.contact.email },
		messageId: `<${order.publicId}.${kind}@${host}>`,
	})
}
