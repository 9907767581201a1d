import { db } from '#app/db/client.server.ts'
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
import { now } from '#app/gateways/clock.server.ts'
import { env } from '#app/gateways/env.server.ts'
import { loadFonts } from '#app/gateways/fonts.server.ts'
import { loadLetterPicture } from '#app/gateways/letter-picture.server.ts'
import { log } from '#app/gateways/log.server.ts'
import { deliver } from '#app/gateways/mail.server.ts'
import { defaultLocale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { archive } from '#app/jobs/archive.server.ts'
import { newBookingUrl } from '#app/jobs/booking-url.server.ts'
import { fileOfGifts } from '#app/jobs/gift-file.server.ts'
import {
	filesOfCancellation,
	filesOfConfirmation,
	filesOfRefund,
} from '#app/jobs/invoice-files.server.ts'
import { findVenueOfTerms } from '#app/jobs/venue-of-terms.server.ts'
import { findClosing } from '#app/models/booking/close-day.server.ts'
import { findInvoiceById } from '#app/models/invoice/find.server.ts'
import { sum } from '#app/models/money.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { hasInvitation } from '#app/models/order/invitation.server.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { cancelledBy, noteEvent } from '#app/models/order/order.server.ts'
import { isGift, emailOf, type OperatorConcern, type Order } from '#app/models/order/order.ts'
import { countSoldVouchers, listGiftVouchers } from '#app/models/order/sold-vouchers.server.ts'
import type { PaymentPurpose } from '#app/models/payment/payment.ts'
import { findOrderedRefund } from '#app/models/payment/refund.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { findRestOfVoucher, findReturnedVoucher } from '#app/models/voucher/ledger.server.ts'

/**
 * Mails the confirmation of an order, with the terms it accepted. Called twice, it sends the same letter; `once` names
 * one that staff send again. A cancelled order gets none, because the letter of its cancellation goes out.
 * @throws MailDelayed, MailRefused
 */
export async function mailConfirmation(orderId: string, once?: string): Promise<void> {
	const order = await orderOf(orderId)
	if (orderEnd(order) === 'cancelled' || hasNoAddress(order)) return
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
	const letter = orderConfirmation(data, translator(order.locale))
	await sendLetter(letter, 'confirmation', { ...data, once })
}

/**
 * Mails that a payment which was pending for long did not come, and that there is no booking. An order whose visitor is
 * forgotten has no mail address left and gets no letter.
 * @throws MailDelayed, MailRefused
 */
export async function mailPaymentDeclined(orderId: string): Promise<void> {
	const order = await orderOf(orderId)
	if (hasNoAddress(order)) return
	const data = { order, venue: currentVenue(), origin: env.APP_ORIGIN }
	await sendLetter(declinedPayment(data, translator(order.locale)), 'declined', data)
}

/**
 * Mails the venue, in its own language, that a person has to look at an order, for the reason `concern`. `about` tells
 * apart letters of one concern; `purpose` is that of a payment which is not as agreed.
 * @throws MailDelayed, MailRefused
 */
export async function tellOperator(
	orderId: string,
	{
		concern,
		about,
		purpose,
	}: { concern: OperatorConcern; about?: string; purpose?: PaymentPurpose },
): Promise<void> {
	const data = { order: await orderOf(orderId), venue: currentVenue(), concern, purpose }
	const mail = operatorNotice(data, translator(defaultLocale))
	const kind = about ? `${concern}-${about}` : concern
	await sendLetter(mail, kind, { ...data, to: data.venue.contact.email })
}

/**
 * Mails the customer that the venue gives money back, once for each refund. An order whose visitor is forgotten has no
 * mail address left and gets no letter.
 * @throws MailDelayed, MailRefused
 */
export async function mailRefund(refundId: string, once?: string): Promise<void> {
	const refund = await findOrderedRefund(refundId)
	if (!refund) throw new Error('a mail for a refund that is not there')
	const order = await orderOf(refund.orderId)
	if (hasNoAddress(order)) return
	const data = {
		order,
		venue: currentVenue(),
		amount: refund.amount,
		invoices: await filesOfRefund(refund.orderId, refundId),
	}
	const letter = orderedRefund(data, translator(data.order.locale))
	await sendLetter(letter, `refund-${refundId}`, { ...data, once })
}

/**
 * Mails that an order is cancelled, and how much of its money goes back. An order whose visitor is forgotten has no
 * mail address left and gets no letter.
 * @throws MailDelayed, MailRefused
 */
export async function mailCancellation(
	orderId: string,
	refundIds: readonly string[],
	{ once, closingId }: { once?: string | undefined; closingId?: string | undefined } = {},
): Promise<void> {
	const order = await orderOf(orderId)
	if (hasNoAddress(order)) return
	const closing = closingId === undefined ? null : await findClosing(closingId)
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
		words: closing?.words ?? null,
	}
	const letter = cancellation(data, translator(order.locale))
	await sendLetter(letter, 'cancellation', { ...data, once })
}

/**
 * Mails an invoice that was issued after a visit. An order whose visitor is forgotten has no mail address left and gets
 * no letter.
 * @throws MailDelayed, MailRefused
 */
export async function mailInvoice(invoiceId: string, once?: string): Promise<void> {
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
	const letter = invoiceLetter(data, translator(order.locale))
	await sendLetter(letter, invoice.number, { ...data, once })
}

export function hasNoAddress({ person }: Order): boolean {
	return emailOf(person) === null
}

/**
 * Sends a letter about an order, to its customer or to `to`, notes it among the order's events and sends the archive a
 * copy. A letter sent again has the same Message-ID; `once` tells apart letters of one kind. All letters of an order
 * answer its confirmation and so make one thread.
 * @throws MailDelayed, MailRefused
 */
export async function sendLetter(
	mail: Mail,
	kind: string,
	{
		order,
		venue,
		to = order.person.email,
		once,
	}: { order: Order; venue: Venue; to?: string; once?: string | undefined },
) {
	const host = new URL(env.APP_ORIGIN).hostname
	const named = (name: string) => `<${order.publicId}.${name}@${host}>`
	const letter = {
		...mail,
		to,
		from: { name: venue.name, address: venue.contact.email },
		messageId: named(once === undefined ? kind : `${kind}-${once}`),
		...(kind !== 'confirmation' && { answers: named('confirmation') }),
	}
	await deliver(letter)
	await noteMailed(order.id, kind)
	if (to === order.person.email && kind !== 'code') await archive(letter, { orderId: order.id })
}

/** Notes among an order's events that a letter was sent. A failure is logged, so that the letter is not sent again. */
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
