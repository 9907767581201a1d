import { fileToKeep } from '#app/documents/venue-document.ts'
import { inDocumentQueue } from '#app/http/document-queue.server.ts'
import { fileAnswer } from '#app/http/file-answer.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { documentOrPage, refusedDocument } from '#app/middleware/document.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

import type { Route } from './+types/page-file.ts'

/** Answers a content page as a file to keep, whose name ends with the version of the terms. */
export const middleware: Route.MiddlewareFunction[] = [
	documentOrPage(async ({ request, params, context }) => {
		const { pages, name, termsVersion } = currentVenue()
		const page = orNotFound(Object.hasOwn(pages, params.slug) ? pages[params.slug] : null)
		const locale = localeOf(context)
		return inDocumentQueue({ request, context }, async () => {
			const title = inLocale(page.title, locale)
			return fileAnswer(
				fileToKeep(`${params.slug}-${termsVersion}`, {
					title: `${title} · ${name}`,
					body: `<h1>${title.replace(/[<&]/g, ' ')}</h1>\n${inLocale(page.html, locale)}`,
					locale,
				}),
			)
		})
	}),
]

export const loader = refusedDocument

export default function NoPage() {
	return null
}
