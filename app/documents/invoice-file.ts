import type { TFunction } from 'i18next'

import { invoicePdf } from '#app/documents/invoice-pdf.ts'
import { titleOf } from '#app/documents/invoice-view.ts'
import type { Faces } from '#app/documents/paper.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import { translator } from '#app/i18n/translator.ts'
import type { Invoice } from '#app/models/invoice/invoice.ts'

/** The PDF of an invoice, for mails and downloads, in the language of its order. */
export async function invoiceFile(invoice: Invoice, faces: Faces) {
	const t = translator(invoice.locale)
	return {
		filename: invoiceFileName(invoice, t),
		contentType: 'application/pdf',
		content: await invoicePdf(invoice, faces, t),
	} satisfies Attachment
}

/** The file name: 'Rechnung-RE-2026-000042.pdf'. */
function invoiceFileName(invoice: Invoice, t: TFunction): string {
	return `${titleOf(invoice, t).replace(/\W+/g, '-')}-${invoice.number}.pdf`
}
