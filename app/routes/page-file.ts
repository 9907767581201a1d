import { fileToKeep } from '#app/documents/venue-document.ts'
import { inDocumentQueue } from '#app/http/document-queue.server.ts'
import { fileAnswer } from '#app/http/file-answer.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { documentOrPage, refusedDocument } from '#app/middleware/document.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

import type { Route } from './+types/page-file.ts'

type DocumentArgs = Parameters<Route.MiddlewareFunction>[0]

export const middleware = [documentOrPage(makeFile)]

export const loader = refusedDocument

/**
 * Renders nothing. This component makes React Router answer a refused file with the error screen instead of bare data.
 */
export default function Missing() {
	return null
}

/** Answers a content page as a file to keep, whose name ends with the version of the terms. */
async function makeFile({ request, params, context }: DocumentArgs): Promise<Response> {
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
}
