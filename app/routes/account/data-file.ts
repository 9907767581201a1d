import { inDocumentQueue } from '#app/http/document-queue.server.ts'
import { fileAnswer } from '#app/http/file-answer.server.ts'
import { accountOf } from '#app/middleware/account.server.ts'
import { documentOrPage, refusedDocument } from '#app/middleware/document.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { exportAccount } from '#app/models/order/account-export.server.ts'

import type { Route } from './+types/data-file.ts'

/** Answers everything that is stored about the customer as a JSON file. */
export const middleware: Route.MiddlewareFunction[] = [
	documentOrPage(async ({ request, context }) => {
		return inDocumentQueue({ request, context }, async () => {
			const stored = orNotFound(await exportAccount(accountOf(context).id))
			return fileAnswer({
				filename: 'raumzeit.json',
				contentType: 'application/json; charset=utf-8',
				content: JSON.stringify(stored, null, '\t'),
			})
		})
	}),
]

export const loader = refusedDocument

export default function NoPage() {
	return null
}
