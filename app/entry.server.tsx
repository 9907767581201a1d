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
import { requestIdOf } from '#app/http/arrival.server.ts'
import { securityHeaders } from '#app/http/security-headers.server.ts'
import { WordsContext } from '#app/i18n/use-i18n.ts'
import { openedShop } from '#app/jobs/opened-shop.server.ts'
import { isUnavailableNow, noteError } from '#app/middleware/availability.server.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { nonceOf } from '#app/middleware/security.server.ts'
import { lastAnswer } from '#app/middleware/under-way.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { answerPage } from '#app/pages/answer-page.server.ts'
import { dataScript } from '#app/pages/data-script.server.ts'
import { renderItem } from '#app/pages/kept-items.server.tsx'
import { isRefused } from '#app/pages/page-queue.server.ts'
import { searchLinksOf, withoutChoicesFollowed } from '#app/pages/search-links.server.ts'
import { structuredDataOf } from '#app/pages/structured-data.server.ts'
import { RenderItemContext } from '#app/ui/kept-item.tsx'
import { Reference } from '#app/ui/reference.ts'
import { Unavailable } from '#app/ui/unavailable.ts'
import { VenueName } from '#app/ui/venue-name.tsx'

/** The framework's handler of requests, exported from the build so that the server runs the copy that the pages use. */
export { createRequestHandler } from 'react-router'

/** Makes the context of a new request; called by a server that knows the sender's address. */
export { contextFor } from '#app/http/arrival.server.ts'

/**
 * Returns the cached start page, which a server gives out without the framework; null when the framework has to answer.
 */
export { readyAnswer } from '#app/pages/ready-answer.server.ts'

/** The opened shop. Loading this module opens it, so that the built shop runs under any server of the framework. */
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

/** Returns a refusing page without its address, because everybody who is refused gets this same page. */
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

/**
 * Returns all that a page is made of. `data`: the data of the loaders, as the framework writes them for the browser.
 */
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
		// Only a failure of the shop has a reference: visitors of a busy shop or an unknown page have no reason to call.
		reference: status === 500 && !isUnavailableNow(context) ? referenceOf(context) : '',
		about: isWhole ? structuredDataOf(new URL(url), words.locale) : '',
		// A page that refuses is the same at every address.
		searchLinks: status === 200 ? searchLinksOf(new URL(url), words.locale) : '',
	}
}

function referenceOf(context: Context): string {
	return i18nOf(context).t('errorScreen.reference.call', { id: requestIdOf(context) })
}

/**
 * The line that makes browsers lay out by today's rules. React writes it into streams only, so it is put before a
 * rendered page.
 */
const DOCTYPE = '<!DOCTYPE html>'

/** Matches the links that load scripts: they are moved behind style sheet and font, as a page works without scripts. */
const modulePreload = /<link rel="modulepreload"[^>]*>/g

/**
 * Renders a whole page to a string, which is cheaper than a stream: a page is sent when it is complete, and nothing on
 * it waits for something slow.
 */
function render(input: PageInput): string {
	const { url, page, data, words, nonce, isUnavailable, reference, about, searchLinks } = input
	const rendered = renderToString(
		<WordsContext value={words}>
			<RenderItemContext value={renderItem}>
				<Unavailable value={isUnavailable}>
					<Reference value={reference}>
						<VenueName value={currentVenue().name}>
							<ServerRouter context={page} url={url} nonce={nonce} />
						</VenueName>
					</Reference>
				</Unavailable>
			</RenderItemContext>
		</WordsContext>,
	)
	const scripts = (page.renderMeta?.didRenderScripts ? dataScript(data, nonce) : '') + about
	const text = withoutChoicesFollowed(withoutWordsOfFramework(rendered, nonce)).replace(
		'</head>',
		() => `${searchLinks}</head>`,
	)
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
 * Removes attributes that the framework writes and the shop does not need: the nonce of links to our own files, which
 * the content security policy allows without it, so that a kept page has fewer gaps, and `data-discover`, because the
 * manifest holds all routes.
 */
function withoutWordsOfFramework(html: string, nonce: string): string {
	const attribute = ` nonce="${nonce}"`
	return html
		.replaceAll(`<link${attribute}`, '<link')
		.replaceAll(`${attribute}/>`, '/>')
		.replaceAll(' data-discover="true"', '')
}

/**
 * Returns all that a content page is made of, as one text: equal texts, apart from the nonce in them, mean equal pages.
 * Null for a page that is made for one visitor, and in development.
 */
function givenToMany({ url, isWhole, isUnavailable, words, data, about, searchLinks }: PageInput) {
	const isToRead = isWhole && !isUnavailable && new URL(url).pathname.startsWith('/pages/')
	// While one develops, the next page may be made by other code.
	if (!isToRead || env.NODE_ENV === 'development') return null
	return [url, words.locale, about, searchLinks, data].join('\n')
}

/**
 * Logs what a loader or an action has thrown: a refusal for debugging, a database outage as a warning, and anything
 * else as an error, because it is a bug. Nothing is logged for a visitor who has left.
 */
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
