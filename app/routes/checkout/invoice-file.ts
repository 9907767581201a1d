import { invoiceFile, xRechnungFile } from '#app/documents/invoice-file.ts'
import { now } from '#app/gateways/clock.server.ts'
import { loadFonts } from '#app/gateways/fonts.server.ts'
import { inDocumentQueue } from '#app/http/document-queue.server.ts'
import { fileAnswer } from '#app/http/file-answer.server.ts'
import { documentOrPage, refusedDocument } from '#app/middleware/document.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { findOwnOrder } from '#app/middleware/own-order.server.ts'
import { takeInvoice } from '#app/models/invoice/issue.server.ts'

import type { Route } from './+types/invoice-file.ts'

/** Answers an invoice such as 'deposit.pdf' or 'deposit.xml' to the customer alone, because it names the recipient. */
export const middleware: Route.MiddlewareFunction[] = [
	documentOrPage(async ({ request, params, context }) => {
		const order = orNotFound(await findOwnOrder(context, params.bookingId))
		const [, slug, ending] = orNotFound(/^([a-z\d-]{1,40})\.(pdf|xml)$/.exec(params.file))
		return inDocumentQueue({ request, context }, async () => {
			const invoice = orNotFound(await takeInvoice(order, slug ?? '', now()))
			const file =
				ending === 'xml' ? xRechnungFile(invoice) : await invoiceFile(invoice, await loadFonts())
			return fileAnswer(orNotFound(file))
		})
	}),
]

export const loader = refusedDocument

export default function NoPage() {
	return null
}
