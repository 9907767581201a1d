import { invoiceFiles } from '#app/documents/invoice-file.ts'
import { now } from '#app/gateways/clock.server.ts'
import { loadFonts } from '#app/gateways/fonts.server.ts'
import { log } from '#app/gateways/log.server.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import type { IssuedInvoice } from '#app/models/invoice/content.ts'
import { issueInvoices } from '#app/models/invoice/issue.server.ts'

/** Makes the files of the papers that an order has from its confirmation on: receipt, deposit or invoice. */
export function filesOfConfirmation(orderId: string): Promise<Attachment[]> {
	return issuedFiles(orderId, ({ kind }) => ['receipt', 'deposit', 'invoice'].includes(kind))
}

/** Makes the files of the papers that a payment of an order brought, without corrections. */
export function filesOfPayment(orderId: string, payment: string): Promise<Attachment[]> {
	return issuedFiles(
		orderId,
		({ paymentId, correctsSlug }) => paymentId === payment && correctsSlug === null,
	)
}

/** Makes the files of the corrections that a refund of an order brought. */
export function filesOfRefund(orderId: string, refund: string): Promise<Attachment[]> {
	return issuedFiles(orderId, ({ refundId }) => refundId === refund)
}

/**
 * Makes the files of the papers that the payments and refunds of a revision brought; none for a revision without
 * either, whose papers the change itself has issued.
 */
export async function filesOfRevision(
	orderId: string,
	{ paymentIds, refundIds }: { paymentIds: readonly string[]; refundIds: readonly string[] },
): Promise<Attachment[]> {
	if (paymentIds.length === 0 && refundIds.length === 0) return []
	return issuedFiles(orderId, ({ paymentId, refundId, correctsSlug }) =>
		correctsSlug === null
			? paymentId !== null && paymentIds.includes(paymentId)
			: refundId !== null && refundIds.includes(refundId),
	)
}

/**
 * Makes the files of the papers of a cancelled order: the paper of its fee, and the corrections for its voucher and its
 * refunds.
 */
export function filesOfCancellation(
	orderId: string,
	refunds: readonly string[],
): Promise<Attachment[]> {
	return issuedFiles(
		orderId,
		({ kind, refundId, correctsSlug }) =>
			kind === 'fee' ||
			(correctsSlug !== null && (refundId === null || refunds.includes(refundId))),
	)
}

/**
 * Issues the papers that the order lacks, and makes the files of those that belong to a letter. A letter never waits
 * for a file that cannot be made: it goes without, and the sweep issues the paper later.
 */
async function issuedFiles(
	orderId: string,
	belongs: (invoice: IssuedInvoice) => boolean,
): Promise<Attachment[]> {
	try {
		const issued = await issueInvoices(orderId, now())
		const files: Attachment[] = []
		for (const invoice of issued.filter(belongs))
			files.push(...(await invoiceFiles(invoice, await loadFonts())))
		return files
	} catch (err) {
		log.error({ orderId, err }, 'a mail goes without its invoice')
		return []
	}
}
