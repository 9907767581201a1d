import { readableStreamToString } from '@react-router/node'
import { renderToString } from 'react-dom/server'
import {
	isRouteErrorResponse,
	ServerRouter,
	type EntryContext,
	type RouterContextProvider,
} from 'react-router'

import { log, withoutTokens } from '#app/gateways/log.server.ts'
import { requestIdOf } from '#app/http/arrival.server.ts'
import { WordsContext } from '#app/i18n/use-i18n.ts'
import { isUnavailableNow, noteError } from '#app/middleware/availability.server.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { dataScript } from '#app/pages/data-script.server.ts'
import { Reference } from '#app/ui/reference.ts'
import { Unavailable } from '#app/ui/unavailable.ts'
import { VenueName } from '#app/ui/venue-name.tsx'
import { deskHeaders } from '#desk/http/security-headers.server.ts'
import { DeskWordsContext } from '#desk/i18n/use-desk-i18n.ts'
import { deskWordsOf } from '#desk/middleware/locale.server.ts'
import { nonceOf } from '#desk/middleware/security.server.ts'
import { openedDesk } from '#desk/open-desk.server.ts'

/**
 * The request handler of React Router, exported from the build so that the server uses the copy that the components
 * use.
 */
export { createRequestHandler } from 'react-router'

/** Makes the context of a new request; called by the server program, which knows the sender's address. */
export { contextFor } from '#app/http/arrival.server.ts'

/** The open desk: loading this module opens it, and waits until its database has answered. */
export const desk = await openedDesk()

type Context = Readonly<RouterContextProvider>

// The framework decides on the parameters.
// oxlint-disable-next-line max-params
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	entryContext: EntryContext,
	context: Context,
): Promise<Response> {
	// A request without a nonce was refused before any middleware, because the framework does not know its method. The
	// answer is empty: no middleware has chosen the language of a page.
	if (!nonceOf(context)) return new Response(null, { status, headers: deskHeaders('') })
	const { serverHandoffStream, ...page } = entryContext
	const data = serverHandoffStream ? await readableStreamToString(serverHandoffStream) : ''
	headers.set('Content-Type', 'text/html; charset=utf-8')
	return new Response(render({ url: request.url, page, data, status, context }), {
		status,
		headers,
	})
}

type PageInput = {
	url: string
	page: Omit<EntryContext, 'serverHandoffStream'>
	/** The answers of the loaders, as the framework writes them for the browser. */
	data: string
	status: number
	context: Context
}

/**
 * Renders a page to HTML in one go, with the answers of its loaders in a script at the end of the body: a page is sent
 * whole or not at all.
 */
function render({ url, page, data, status, context }: PageInput): string {
	const nonce = nonceOf(context)
	const isUnavailable = isUnavailableNow(context)
	const words = deskWordsOf(context)
	const reference =
		status === 500 && !isUnavailable ? words.t('error.reference', { id: requestIdOf(context) }) : ''
	const html = renderToString(
		<WordsContext value={i18nOf(context)}>
			<DeskWordsContext value={words}>
				<Unavailable value={isUnavailable}>
					<Reference value={reference}>
						<VenueName value={currentVenue().name}>
							<ServerRouter context={page} url={url} nonce={nonce} />
						</VenueName>
					</Reference>
				</Unavailable>
			</DeskWordsContext>
		</WordsContext>,
	)
	const scripts = page.renderMeta?.didRenderScripts ? dataScript(data, nonce) : ''
	const end = html.lastIndexOf('</body>')
	return `<!DOCTYPE html>${html.slice(0, end)}${scripts}${html.slice(end)}`
}

/**
 * Logs an error of a loader, an action or a component: an outage of the database as a warning, a refusal (status below
 * 500) for debugging, anything else as an error. Logs nothing when the browser has broken the request off.
 */
export function handleError(
	error: unknown,
	{ request, context }: { request: Request; context: Context },
): void {
	if (request.signal.aborted) return
	const of = { request: requestIdOf(context), path: withoutTokens(new URL(request.url).pathname) }
	if (isRouteErrorResponse(error) && error.status < 500)
		return log.debug({ ...of, status: error.status }, 'refused')
	const line = { err: error, ...of }
	if (noteError(error, context) === 'unavailable') log.warn(line, 'the database is away')
	else log.error(line, 'request failed')
}
