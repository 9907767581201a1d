import { PassThrough } from 'node:stream'

import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
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

/** A page is complete or it is not sent: nothing on it waits for something slow. */
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

function render({ request, headers, entryContext, context, ...page }: Page): Promise<Response> {
	return new Promise((resolve, reject) => {
		let { status } = page
		const nonce = nonceOf(context)
		const { pipe, abort } = renderToPipeableStream(
			<WordsContext value={i18nOf(context)}>
				<Unavailable value={isUnavailableNow()}>
					<ServerRouter context={entryContext} url={request.url} nonce={nonce} />
				</Unavailable>
			</WordsContext>,
			{
				nonce,
				onAllReady() {
					clearTimeout(timer)
					const body = new PassThrough()
					headers.set('Content-Type', 'text/html; charset=utf-8')
					resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
					pipe(body)
				},
				onShellError: reject,
				onError(error) {
					status = 500
					log.error({ err: error }, 'page could not be rendered')
				},
			},
		)
		const timer = setTimeout(abort, RENDER_MS).unref()
	})
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

const RENDER_MS = 10_000
