import type { TFunction } from 'i18next'

import { eInvoice } from '#app/documents/e-invoice.ts'
import { eInvoicePlace } from '#app/documents/invoice-notes.ts'
import { invoicePdf } from '#app/documents/invoice-pdf.ts'
import { invoiceView, titleOf } from '#app/documents/invoice-view.ts'
import type { Faces } from '#app/documents/paper.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import { translator } from '#app/i18n/translator.ts'
import type { Invoice } from '#app/models/invoice/invoice.ts'

/** Makes the PDF of an invoice, for mails and downloads, in the language of its order. */
export async function invoiceFile(invoice: Invoice, faces: Faces) {
	const t = translator(invoice.locale)
	return {
		filename: `${invoiceFileName(invoice, t)}.pdf`,
		contentType: 'application/pdf',
		content: await invoicePdf(invoice, faces, t),
	} satisfies Attachment
}

/** Returns the XRechnung of an invoice to an authority with a Leitweg-ID; null for any other. */
export function xRechnungFile(invoice: Invoice) {
	if (eInvoicePlace(invoice) !== 'beside') return null
	return {
		filename: `${invoiceFileName(invoice, translator(invoice.locale))}.xml`,
		contentType: 'application/xml',
		content: Buffer.from(invoiceXml(invoice)),
	} satisfies Attachment
}

/** Returns the e-invoice as XML: EN 16931 for an organisation, XRechnung 3.0 for an authority with a Leitweg-ID. */
export function invoiceXml(invoice: Invoice): string {
	return eInvoice(invoice, invoiceView(invoice, translator(invoice.locale)))
}

/** Makes the files of an invoice: the PDF, and the XRechnung where there is one. */
export async function invoiceFiles(invoice: Invoice, faces: Faces): Promise<Attachment[]> {
	const xRechnung = xRechnungFile(invoice)
	return [await invoiceFile(invoice, faces), ...(xRechnung ? [xRechnung] : [])]
}

/** Returns the name of an invoice's file without its ending: 'Rechnung-RE-2026-000042'. */
function invoiceFileName(invoice: Invoice, t: TFunction): string {
	return `${titleOf(invoice, t).replace(/\W+/g, '-')}-${invoice.number}`
}
