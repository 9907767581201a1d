import { invoiceFiles } from '#app/documents/invoice-file.ts'
import { now } from '#app/gateways/clock.server.ts'
import { loadFonts } from '#app/gateways/fonts.server.ts'
import { log } from '#app/gateways/log.server.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import type { IssuedInvoice } from '#app/models/invoice/content.ts'
import { issueInvoices } from '#app/models/invoice/issue.server.ts'

/** Makes the files of the invoices that an order has from its confirmation on. */
export function filesOfConfirmation(orderId: string): Promise<Attachment[]> {
	return issuedFiles(orderId, ({ kind }) => ['receipt', 'deposit', 'invoice'].includes(kind))
}

/** Makes the files of the papers that belong to a payment. */
export function filesOfPayment(orderId: string, payment: string): Promise<Attachment[]> {
	return issuedFiles(
		orderId,
		({ paymentId, correctsSlug }) => paymentId === payment && correctsSlug === null,
	)
}

/** Makes the files of the corrections that belong to a refund. */
export function filesOfRefund(orderId: string, refund: string): Promise<Attachment[]> {
	return issuedFiles(orderId, ({ refundId }) => refundId === refund)
}

/** Makes the files of the papers that belong to the payments and refunds of a revision. */
export function filesOfRevision(
	orderId: string,
	{ paymentIds, refundIds }: { paymentIds: readonly string[]; refundIds: readonly string[] },
): Promise<Attachment[]> {
	return issuedFiles(orderId, ({ paymentId, refundId, correctsSlug }) =>
		correctsSlug === null
			? paymentId !== null && paymentIds.includes(paymentId)
			: refundId !== null && refundIds.includes(refundId),
	)
}

/** Makes the files of the corrections of a cancelled order: for its voucher, and for its refunds. */
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
 * Issues the invoices that the order lacks, and makes the files that belong to the mail. A mail never waits for a file
 * that cannot be made: it goes without the file, and the sweep issues the invoice.
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
