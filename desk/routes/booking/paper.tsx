import { data } from 'react-router'

import { invoiceFile, xRechnungFile } from '#app/documents/invoice-file.ts'
import { loadFonts } from '#app/gateways/fonts.server.ts'
import { fileAnswer } from '#app/http/file-answer.server.ts'
import { documentOrPage, refusedDocument } from '#app/middleware/document.server.ts'
import { findInvoice } from '#app/models/invoice/find.server.ts'
import type { DeskMessage } from '#desk/i18n/words.ts'
import { dossierOf } from '#desk/routes/booking/dossier.server.ts'

import type { Route } from './+types/paper.ts'

const missing: DeskMessage = { key: 'booking.papers.missing' }

/**
 * Answers an invoice of a booking as a file, such as `deposit.pdf`; a page with status 404 where there is none (faults
 * N199).
 */
export const middleware: Route.MiddlewareFunction[] = [
	documentOrPage(async ({ params, context }) => {
		const { history } = await dossierOf(context, params.number)
		const [, slug = '', ending] = /^([a-z\d-]{1,40})\.(pdf|xml)$/.exec(params.file) ?? []
		const invoice = await findInvoice(history.order.id, slug)
		if (!invoice) throw data(missing, 404)
		const file =
			ending === 'xml' ? xRechnungFile(invoice) : await invoiceFile(invoice, await loadFonts())
		if (!file) throw data(missing, 404)
		return fileAnswer(file)
	}),
]

export const loader = refusedDocument

export default function NoPage() {
	return null
}
