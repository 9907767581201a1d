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

type DocumentArgs = Parameters<Route.MiddlewareFunction>[0]

export const middleware = [documentOrPage(makeFile)]

export const loader = refusedDocument

/**
 * Renders nothing. This component makes React Router answer a refused file with the error screen instead of bare data.
 */
export default function Missing() {
	return null
}

/** Answers an invoice such as 'deposit.pdf' or 'deposit.xml' to the customer alone, because it names the recipient. */
async function makeFile({ request, params, context }: DocumentArgs): Promise<Response> {
	const order = orNotFound(await findOwnOrder(context, params.bookingId))
	const [, slug, ending] = orNotFound(/^([a-z\d-]{1,40})\.(pdf|xml)$/.exec(params.file))
	return inDocumentQueue({ request, context }, async () => {
		const invoice = orNotFound(await takeInvoice(order, slug ?? '', now()))
		const file =
			ending === 'xml' ? xRechnungFile(invoice) : await invoiceFile(invoice, await loadFonts())
		return fileAnswer(orNotFound(file))
	})
}
