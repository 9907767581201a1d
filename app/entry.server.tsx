import { readableStreamToString } from '@react-router/node'
import { renderToString } from 'react-dom/server'
import {
	isRouteErrorResponse,
	ServerRouter,
	type EntryContext,
	type RouterContextProvider,
} from 'react-router'

import { env } from '#app/gateways/env.server.ts'
import { log, withoutTokens } from '#app/gateways/log.server.ts'
import { securityHeaders } from '#app/http/security-headers.server.ts'
import { WordsContext } from '#app/i18n/use-i18n.ts'
import { openedShop } from '#app/jobs/opened-shop.server.ts'
import { isUnavailableNow, noteError } from '#app/middleware/availability.server.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { requestIdOf } from '#app/middleware/request-id.server.ts'
import { nonceOf } from '#app/middleware/security.server.ts'
import { lastAnswer } from '#app/middleware/under-way.server.ts'
import { answerPage } from '#app/pages/answer-page.server.ts'
import { dataScript } from '#app/pages/data-script.server.ts'
import { renderItem } from '#app/pages/kept-items.server.tsx'
import { isRefused } from '#app/pages/page-queue.server.ts'
import { structuredDataOf } from '#app/pages/structured-data.server.ts'
import { RenderItemContext } from '#app/ui/kept-item.tsx'
import { Reference } from '#app/ui/reference.ts'
import { Unavailable } from '#app/ui/unavailable.ts'

/** The framework's, out of the same files as what stands in the build: a server has no other copy. */
export { createRequestHandler } from 'react-router'

/** The context of a new request; called by a server that knows the sender's address. */
export { contextFor } from '#app/middleware/arrival.server.ts'

/** A finished answer that a server gives out without the framework, if there is one. */
export { readyAnswer } from '#app/pages/ready-answer.server.ts'

/** Loading the built shop opens it, so that it runs under any server of the framework. */
export const shop = await openedShop(lastAnswer)

// The framework decides on the parameters.
// oxlint-disable-next-line max-params
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	entryContext: EntryContext,
	context: Context,
): Promise<Response> {
	// The framework refuses a method it does not know before any middleware: there are no words for a page.
	if (!nonceOf(context)) return new Response(null, { status, headers: securityHeaders('') })
	const { serverHandoffStream, ...page } = entryContext
	const data = serverHandoffStream ? await readableStreamToString(serverHandoffStream) : ''
	const input = inputOf(request, {
		page: isRefused(context) ? ofNoAddress(page) : page,
		status,
		data,
		context,
	})
	const asked = { request, context, status, headers, given: givenToMany(input) }
	return answerPage(asked, () => render(input))
}

/** Everybody who is refused gets the same page: it tells nothing of the address that the first one asked for. */
function ofNoAddress(page: Page): Page {
	const { location, matches, ...state } = page.staticHandlerContext
	const start = { ...location, pathname: '/', search: '', hash: '' }
	return {
		...page,
		staticHandlerContext: { ...state, location: start, matches: matches.slice(0, 1) },
	}
}

type Context = Readonly<RouterContextProvider>
type Page = Omit<EntryContext, 'serverHandoffStream'>
type PageInput = ReturnType<typeof inputOf>

/** All that a page is made of. `data`: what the loaders said, as the framework writes it for the browser. */
function inputOf(
	{ url }: Request,
	{ page, status, data, context }: { page: Page; status: number; data: string; context: Context },
) {
	const words = i18nOf(context)
	const isWhole = page.staticHandlerContext.errors === null
	return {
		url,
		isWhole,
		page,
		data,
		words,
		nonce: nonceOf(context),
		isUnavailable: isUnavailableNow(context),
		// Of a failure alone: whoever meets a crowd, or asks for what is not there, need not call.
		reference: status === 500 && !isUnavailableNow(context) ? referenceOf(context) : '',
		about: isWhole ? structuredDataOf(new URL(url), words.locale) : '',
	}
}

function referenceOf(context: Context): string {
	return i18nOf(context).t('errorScreen.reference.call', { id: requestIdOf(context) })
}

/** Without it browsers lay out as twenty years ago; React writes it into streams only. */
const DOCTYPE = '<!DOCTYPE html>'

/** The page works without scripts: they come after the style sheet and the face it is read in. */
const modulePreload = /<link rel="modulepreload"[^>]*>/g

/**
 * In one go, which takes less than a stream: a page is complete or it is not sent, nothing on it waits for
 * something slow.
 */
function render(input: PageInput): string {
	const { url, page, data, words, nonce, isUnavailable, reference, about } = input
	const rendered = renderToString(
		<WordsContext value={words}>
			<RenderItemContext value={renderItem}>
				<Unavailable value={isUnavailable}>
					<Reference value={reference}>
						<ServerRouter context={page} url={url} nonce={nonce} />
					</Reference>
				</Unavailable>
			</RenderItemContext>
		</WordsContext>,
	)
	const scripts = (page.renderMeta?.didRenderScripts ? dataScript(data, nonce) : '') + about
	const text = withoutWordsOfFramework(rendered, nonce)
	const end = text.lastIndexOf('</body>')
	const preloads = text.match(modulePreload) ?? []
	const body = text.slice(0, end).replaceAll(modulePreload, '')
	return (
		DOCTYPE +
		body +
		preloads.join('').replaceAll(' href=', ' fetchpriority="low" href=') +
		scripts +
		text.slice(end)
	)
}

/**
 * Links to files are our own, which the policy allows by themselves, and each nonce is a gap in a kept page;
 * nothing is to be discovered, for all routes stand in the manifest.
 */
function withoutWordsOfFramework(html: string, nonce: string): string {
	const attribute = ` nonce="${nonce}"`
	return html
		.replaceAll(`<link${attribute}`, '<link')
		.replaceAll(`${attribute}/>`, '/>')
		.replaceAll(' data-discover="true"', '')
}

/** All that a page to read is made of, but for its nonce, which stands in it; null: this page is for one visitor. */
function givenToMany({ url, isWhole, isUnavailable, words, data, about }: PageInput) {
	const isToRead = isWhole && !isUnavailable && new URL(url).pathname.startsWith('/pages/')
	// While one develops, the next page may be made by other code.
	if (!isToRead || env.NODE_ENV === 'development') return null
	return [url, words.locale, about, data].join('\n')
}

/** Refusals and vanished visitors are no errors; whatever else a loader or an action throws is a bug. */
export function handleError(
	error: unknown,
	{ request, context }: { request: Request; context: Context },
): void {
	if (request.signal.aborted) return
	const of = {
		request: requestIdOf(context),
		path: withoutTokens(new URL(request.url).pathname),
	}
	const line = { err: error, ...of }
	if (isRouteErrorResponse(error) && error.status < 500)
		return log.debug({ ...of, status: error.status }, 'refused')
	if (noteError(error, context) === 'unavailable') log.warn(line, 'the database is away')
	else log.error(line, 'request failed')
}
