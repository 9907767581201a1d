import { inDocumentQueue } from '#app/http/document-queue.server.ts'
import { fileAnswer } from '#app/http/file-answer.server.ts'
import { accountOf } from '#app/middleware/account.server.ts'
import { documentOrPage, refusedDocument } from '#app/middleware/document.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { exportAccount } from '#app/models/order/account-export.server.ts'

import type { Route } from './+types/data-file.ts'

type DocumentArgs = Parameters<Route.MiddlewareFunction>[0]

export const middleware = [documentOrPage(makeFile)]

export const loader = refusedDocument

/**
 * Renders nothing. This component makes React Router answer a refused file with the error screen instead of bare data.
 */
export default function Missing() {
	return null
}

/** Answers everything that is stored about the customer as a JSON file. */
async function makeFile({ request, context }: DocumentArgs): Promise<Response> {
	return inDocumentQueue({ request, context }, async () => {
		const stored = orNotFound(await exportAccount(accountOf(context).id))
		return fileAnswer({
			filename: 'raumzeit.json',
			contentType: 'application/json; charset=utf-8',
			content: JSON.stringify(stored, null, '\t'),
		})
	})
}
