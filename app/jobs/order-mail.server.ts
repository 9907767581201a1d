import { desc, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { venueVersions } from '#app/db/schema.ts'
import { giftVouchersOf } from '#app/documents/gift-voucher.ts'
import { invoiceFiles } from '#app/documents/invoice-file.ts'
import { visitView } from '#app/documents/visit-view.ts'
import { cancellation } from '#app/emails/cancellation.ts'
import { declinedPayment } from '#app/emails/declined-payment.ts'
import { invoiceLetter } from '#app/emails/invoice-letter.ts'
import type { Mail } from '#app/emails/mail.ts'
import { operatorNotice } from '#app/emails/operator-notice.ts'
import { orderConfirmation } from '#app/emails/order-confirmation.ts'
import { orderedRefund } from '#app/emails/ordered-refund.ts'
import { refundNotice, type RefundNotice } from '#app/emails/refund-notice.ts'
import { now } from '#app/gateways/clock.server.ts'
import { env } from '#app/gateways/env.server.ts'
import { loadFonts } from '#app/gateways/fonts.server.ts'
import { loadLetterPicture } from '#app/gateways/letter-picture.server.ts'
import { log } from '#app/gateways/log.server.ts'
import { deliver } from '#app/gateways/mail.server.ts'
import { defaultLocale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { newBookingUrl } from '#app/jobs/booking-url.server.ts'
import { fileOfGifts } from '#app/jobs/gift-file.server.ts'
import {
	filesOfCancellation,
	filesOfConfirmation,
	filesOfRefund,
} from '#app/jobs/invoice-files.server.ts'
import { findInvoiceById } from '#app/models/invoice/find.server.ts'
import { cents, sum, type Cents } from '#app/models/money.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { hasInvitation } from '#app/models/order/invitation.server.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { cancelledBy, noteEvent } from '#app/models/order/order.server.ts'
import { isGift, type OperatorConcern, type Order } from '#app/models/order/order.ts'
import { countSoldVouchers, listGiftVouchers } from '#app/models/order/sold-vouchers.server.ts'
import { findPayment, paidFor } from '#app/models/payment/payment.server.ts'
import { findOrderedRefund } from '#app/models/payment/refund.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { findRestOfVoucher, findReturnedVoucher } from '#app/models/voucher/ledger.server.ts'

/**
 * Sends the confirmation of an order, with the terms it accepted. Called twice, it sends the same letter. An order that
 * was cancelled before has its own letter, and gets no confirmation.
 * @throws MailDelayed, MailRefused
 */
export async function mailConfirmation(orderId: string): Promise<void> {
	const order = await orderOf(orderId)
	if (orderEnd(order) === 'cancelled') return
	const venue = await findVenueOfTerms(order.termsVersion)
	const sold = order.lines.some(isGift) ? await listGiftVouchers(order.id) : []
	const giftCodes = giftVouchersOf(sold, order.locale)
	const invoices = await filesOfConfirmation(order.id)
	const of = { order, venue, origin: env.APP_ORIGIN }
	const voucherRest = await findRestOfVoucher(order)
	const giftFile = await fileOfGifts(giftCodes, of)
	const picture = await loadLetterPicture(visitView(venue, order, order.locale).picture)
	const gifts = { voucherRest, giftCodes, giftFile }
	const link = order.day === null ? null : await newBookingUrl(orderId)
	const data = { ...of, ...gifts, now: now().toJSDate(), picture, invoices, link }
	await sendLetter(orderConfirmation(data, translator(order.locale)), 'confirmation', data)
}

/**
 * Mails that a payment came after the places were gone, and that all of it goes back.
 * @throws MailDelayed, MailRefused
 */
export async function mailPaymentTooLate(orderId: string): Promise<void> {
	await mailUnbooked(orderId, 'tooLate', await paidFor(orderId))
}

/**
 * Mails that a payment which was pending for long did not come, and that there is no booking. An order whose visitor is
 * forgotten has no address left.
 * @throws MailDelayed, MailRefused
 */
export async function mailPaymentDeclined(orderId: string): Promise<void> {
	const order = await orderOf(orderId)
	if (hasNoAddress(order)) return
	const data = { order, venue: currentVenue(), origin: env.APP_ORIGIN }
	await sendLetter(declinedPayment(data, translator(order.locale)), 'declined', data)
}

/**
 * Mails that a payment came with another amount, currency or reference, and that all of it goes back.
 * @throws MailDelayed, MailRefused
 */
export async function mailPaymentNotAsAgreed(orderId: string): Promise<void> {
	await mailUnbooked(orderId, 'notAsAgreed', await paidFor(orderId))
}

/**
 * Mails that a paid order was paid a second time, and that all of the second payment goes back.
 * @throws MailDelayed, MailRefused
 */
export async function mailPaidTwice(paymentId: string): Promise<void> {
	const payment = await findPayment(paymentId)
	if (!payment) throw new Error('a mail for a payment that is not there')
	const { orderId, paidAmount } = payment.payment
	await mailUnbooked(orderId, 'paidTwice', paidAmount ?? cents(0))
}

/**
 * Tells the operator that a person has to look at an order, in the language of the venue.
 * @throws MailDelayed, MailRefused
 */
export async function tellOperator(
	orderId: string,
	{ concern, about }: { concern: OperatorConcern; about?: string },
): Promise<void> {
	const data = { order: await orderOf(orderId), venue: currentVenue(), concern }
	const mail = operatorNotice(data, translator(defaultLocale))
	const kind = about ? `${concern}-${about}` : concern
	await sendLetter(mail, kind, { ...data, to: data.venue.contact.email })
}

/**
 * Mails that the venue gives money back, once for each refund.
 * @throws MailDelayed, MailRefused
 */
export async function mailRefund(refundId: string): Promise<void> {
	const refund = await findOrderedRefund(refundId)
	if (!refund) throw new Error('a mail for a refund that is not there')
	const data = {
		order: await orderOf(refund.orderId),
		venue: currentVenue(),
		amount: refund.amount,
		invoices: await filesOfRefund(refund.orderId, refundId),
	}
	await sendLetter(orderedRefund(data, translator(data.order.locale)), `refund-${refundId}`, data)
}

/**
 * Mails that an order is cancelled, and how much of its money goes back. An order whose visitor is forgotten has no
 * address left.
 * @throws MailDelayed, MailRefused
 */
export async function mailCancellation(
	orderId: string,
	refundIds: readonly string[],
): Promise<void> {
	const order = await orderOf(orderId)
	if (hasNoAddress(order)) return
	const refunds = await Promise.all(refundIds.map(findOrderedRefund))
	const data = {
		order,
		venue: currentVenue(),
		origin: env.APP_ORIGIN,
		refunded: sum(refunds.flatMap((refund) => refund?.amount ?? [])),
		voided: (await countSoldVouchers(orderId)).voided,
		voucher: await findReturnedVoucher(db, orderId, now()),
		invoices: await filesOfCancellation(orderId, refundIds),
		link: await newBookingUrl(orderId),
		isByCustomer: (await cancelledBy(orderId)) === 'customer',
		hasInvitation: await hasInvitation(orderId),
	}
	await sendLetter(cancellation(data, translator(order.locale)), 'cancellation', data)
}

/**
 * Mails the invoice that follows a visit. An order whose visitor is forgotten has no address left.
 * @throws MailDelayed, MailRefused
 */
export async function mailInvoice(invoiceId: string): Promise<void> {
	const found = await findInvoiceById(invoiceId)
	if (!found) throw new Error('a mail for an invoice that is not there')
	const { invoice, orderId } = found
	const order = await orderOf(orderId)
	if (hasNoAddress(order)) return
	const data = {
		order,
		venue: currentVenue(),
		invoice,
		files: await invoiceFiles(invoice, await loadFonts()),
	}
	await sendLetter(invoiceLetter(data, translator(order.locale)), invoice.number, data)
}

export function hasNoAddress({ person }: Order): boolean {
	return person.email.endsWith('.invalid')
}

async function mailUnbooked(
	orderId: string,
	reason: RefundNotice['reason'],
	amount: Cents,
): Promise<void> {
	const order = await orderOf(orderId)
	const data = { order, venue: currentVenue(), reason, amount, origin: env.APP_ORIGIN }
	const kind = reason === 'paidTwice' ? 'refund-twice' : 'refund'
	await sendLetter(refundNotice(data, translator(order.locale)), kind, data)
}

/**
 * Sends a letter of an order. A letter sent again has the same Message-ID; `once` tells apart letters of one kind. All
 * letters of an order answer its confirmation: one thread.
 */
export async function sendLetter(
	mail: Mail,
	kind: string,
	{
		order,
		venue,
		to = order.person.email,
		once,
	}: { order: Order; venue: Venue; to?: string; once?: string },
) {
	const host = new URL(env.APP_ORIGIN).hostname
	const named = (name: string) => `<${order.publicId}.${name}@${host}>`
	await deliver({
		...mail,
		to,
		from: { name: venue.name, address: venue.contact.email },
		messageId: named(once === undefined ? kind : `${kind}-${once}`),
		...(kind !== 'confirmation' && { answers: named('confirmation') }),
	})
	await noteMailed(order.id, kind)
}

/** Notes that a letter was sent. When this fails, the letter is not sent again. */
async function noteMailed(orderId: string, kind: string): Promise<void> {
	try {
		await noteEvent(db, orderId, 'shop', `mailed ${kind}`)
	} catch (err) {
		log.warn({ orderId, kind, err }, 'a delivered mail is not noted')
	}
}

export async function orderOf(orderId: string): Promise<Order> {
	const order = await findOrderById(orderId)
	if (!order) throw new Error('a mail for an order that is not there')
	return order
}

/** Finds the newest venue with these terms: the operator may have changed them since the order was placed. */
export async function findVenueOfTerms(version: string): Promise<Venue> {
	const current = currentVenue()
	if (current.termsVersion === version) return current
	const [row] = await db
		.select({ document: venueVersions.document })
		.from(venueVersions)
		.where(sql`${venueVersions.document} ->> 'termsVersion' = ${version}`)
		.orderBy(desc(venueVersions.id))
		.limit(1)
	return row?.document ?? current
}
