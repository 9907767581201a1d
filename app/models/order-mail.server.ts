import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { orderLines, venueVersions, vouchers } from '#app/db/schema.ts'
import type { GiftCode } from '#app/emails/order-confirmation.ts'
import { sendOrderConfirmation, sendPaymentTooLate } from '#app/emails/send.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { findOrderById } from '#app/models/order.server.ts'
import type { Order } from '#app/models/order.ts'
import { paidFor } from '#app/models/payment.server.ts'
import { findProduct, type Venue } from '#app/models/venue.ts'
import { currentVenue } from '#app/models/venue.server.ts'

/**
 * Sends the confirmation of an order, with the terms it accepted. Called twice, it sends the same letter.
 * @throws MailDelayed, MailRefused
 */
export async function mailConfirmation(orderId: string): Promise<void> {
	const order = await orderOf(orderId)
	const venue = await findVenueOfTerms(order.termsVersion)
	await sendOrderConfirmation({ order, venue, giftCodes: await findGiftCodes(order, venue) })
}

/**
 * Says that a payment came when the places were gone, and that all of it goes back.
 * @throws MailDelayed, MailRefused
 */
export async function mailPaymentTooLate(orderId: string): Promise<void> {
	const order = await orderOf(orderId)
	await sendPaymentTooLate({ order, venue: currentVenue(), amount: await paidFor(orderId) })
}

async function orderOf(orderId: string): Promise<Order> {
	const order = await findOrderById(orderId)
	if (!order) throw new Error('a mail for an order that is not there')
	return order
}

/** The newest venue with these terms: the operator may have changed them since the order was placed. */
async function findVenueOfTerms(version: string): Promise<Venue> {
	const [row] = await db
		.select({ document: venueVersions.document })
		.from(venueVersions)
		.where(sql`${venueVersions.document} ->> 'termsVersion' = ${version}`)
		.orderBy(desc(venueVersions.id))
		.limit(1)
	return row?.document ?? currentVenue()
}

/** The codes of paid gift vouchers whose owner waits for them by mail. */
async function findGiftCodes(order: Order, venue: Venue): Promise<GiftCode[]> {
	const rows = await db
		.select({ line: orderLines, code: vouchers.code, validUntil: vouchers.validUntil })
		.from(vouchers)
		.innerJoin(orderLines, eq(orderLines.id, vouchers.orderLineId))
		.where(and(eq(orderLines.orderId, order.id), isNotNull(vouchers.activatedAt)))
		.orderBy(asc(orderLines.position), asc(vouchers.code))
	return rows
		.filter(({ line }) => findProduct(venue, line.productId)?.delivery === 'mail')
		.map(({ line, code, validUntil }) => {
			const title = inLocale(line.title, order.locale)
			return { title, code: code.replace(/.{4}(?=.)/g, '$&-'), validUntil }
		})
}
