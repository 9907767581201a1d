import { renderToString } from 'react-dom/server'
import {
	isRouteErrorResponse,
	ServerRouter,
	type EntryContext,
	type RouterContextProvider,
} from 'react-router'

import { WordsContext } from '#app/i18n/use-i18n.ts'
import { isUnavailableNow, noteError } from '#app/middleware/availability.server.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { inTurn } from '#app/middleware/page-queue.server.ts'
import { nonceOf, securityHeaders } from '#app/middleware/security.server.ts'
import { structuredDataOf } from '#app/middleware/structured-data.server.ts'
import { lastAnswer } from '#app/middleware/under-way.server.ts'
import { log, withoutTokens } from '#app/gateways/log.server.ts'
import { openedShop } from '#app/jobs/opened-shop.server.ts'
import { Unavailable } from '#app/ui/unavailable.ts'

/** What a request begins with; a server that tells the sender's address calls it. */
export { contextFor } from '#app/middleware/address.server.ts'

/** What a server may give out before the framework begins. */
export { readyAnswer } from '#app/middleware/ready-answer.server.ts'

/** Loading the built shop opens it, so that it runs under any server of the framework. */
export const shop = await openedShop(lastAnswer)

// The framework decides on the parameters.
// oxlint-disable-next-line max-params
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	entryContext: EntryContext,
	context: Readonly<RouterContextProvider>,
): Promise<Response> {
	// The framework refuses a method it does not know before any middleware: there are no words for a page.
	if (!nonceOf(context)) return new Response(null, { status, headers: securityHeaders('') })
	const page = await inTurn(request, () =>
		render({ request, status, headers, entryContext, context }),
	)
	// An answer that nobody reads needs a status all the same.
	return page ?? new Response(null, { status: 499, headers })
}

type Page = {
	request: Request
	status: number
	headers: Headers
	entryContext: EntryContext
	context: Readonly<RouterContextProvider>
}

/**
 * In one go: nothing on a page waits, and what streams need besides takes as long as the rest. The data for
 * the browser stand at its end.
 */
async function render({
	request,
	status,
	headers,
	entryContext,
	context,
}: Page): Promise<Response> {
	const nonce = nonceOf(context)
	const { serverHandoffStream, ...page } = entryContext
	const html = renderToString(
		<WordsContext value={i18nOf(context)}>
			<Unavailable value={isUnavailableNow()}>
				<ServerRouter context={page} url={request.url} nonce={nonce} />
			</Unavailable>
		</WordsContext>,
	)
	const about = isWhole(page)
		? structuredDataOf(new URL(request.url).pathname, i18nOf(context).language)
		: ''
	const data = serverHandoffStream ? await new Response(serverHandoffStream).text() : ''
	const scripts = page.renderMeta?.didRenderScripts ? dataScript(data, nonce) : ''
	headers.set('Content-Type', 'text/html; charset=utf-8')
	const end = html.lastIndexOf('</body>')
	const body = html.slice(0, end) + about + scripts + html.slice(end)
	return new Response(body, { status, headers })
}

function isWhole({ staticHandlerContext }: Pick<EntryContext, 'staticHandlerContext'>): boolean {
	return staticHandlerContext.errors === null
}

/** Tells the framework in the browser what the loaders said, as its own `StreamTransfer` does. */
function dataScript(data: string, nonce: string): string {
	const text = data.replaceAll(/[\\'<\n\u2028\u2029]/g, (sign) => signs[sign] ?? '')
	return `<script nonce="${nonce}">{const c=window.__reactRouterContext.streamController;c.enqueue('${text}');c.close()}</script>`
}

/** What ends a string or a script. */
const signs: Record<string, string> = {
	'\\': String.raw`\\`,
	"'": String.raw`\'`,
	'<': String.raw`\u003c`,
	'\n': String.raw`\n`,
	'\u2028': String.raw`\u2028`,
	'\u2029': String.raw`\u2029`,
}

/** Refusals and vanished visitors are no errors; whatever else a loader or an action throws is a bug. */
export function handleError(error: unknown, { request }: { request: Request }): void {
	if (request.signal.aborted) return
	const line = { err: error, path: withoutTokens(new URL(request.url).pathname) }
	if (isRouteErrorResponse(error) && error.status < 500)
		return log.debug({ path: line.path, status: error.status }, 'refused')
	if (noteError(error) === 'unavailable') log.warn(line, 'the database is away')
	else log.error(line, 'request failed')
}
