import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { addressHashOf } from '#app/http/address.server.ts'
import { newCartName, shownCartNameOf } from '#app/http/first-cart.server.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { nonceOf } from '#app/middleware/security.server.ts'
import { sessionIdOf } from '#app/middleware/session.server.ts'
import { isCurrentVersion, type DaysVersion } from '#app/models/capacity/loads.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { createPageCache } from '#app/pages/page-cache.server.ts'
import { cutPage, givePage, type PageWithGaps } from '#app/pages/page-with-gaps.server.ts'
import { isUnknownVisitor } from '#app/pages/unknown-visitor.server.ts'

type Context = Readonly<RouterContextProvider>

/*
 * The start page is equal for all visitors without a session, except for two values: the nonce of the response's
 * scripts and the name of a first cart. It is rendered once, cut at these two, and sent with fresh ones while rendering
 * again would give an equal page: for the same venue, within the minute, at the same version of the days shown.
 */

type Kept = { page: PageWithGaps; venue: Venue; minute: number; daysVersion: DaysVersion }

/** The rendered start pages, at most 64 MB; the least recently used goes first. */
const answers = createPageCache<Kept>({
	maxSize: 64 * 1024 * 1024,
	sizeCalculation: ({ page }, key) => Math.ceil(page.size * WITH_GZIP) + 2 * key.length,
})
const WITH_GZIP = 1.3

const shownContext = createContext<{ daysVersion?: DaysVersion }>({})

/** Notes the version of the days that this page shows; a page whose loader does not call this is not cached. */
export function noteShownDays(context: Context, daysVersion: DaysVersion): void {
	context.get(shownContext).daysVersion = daysVersion
}

/** Answers the start page from the cache, for a visitor without a session; this costs one query. */
export const keptAnswersMiddleware: MiddlewareFunction<Response> = async (args, next) => {
	const { request, url, context } = args
	context.set(shownContext, {})
	if (!isForEverybody(request, url)) return next()
	// The key is made of the address as requested: the framework removes `index` from `url`, and the page links back to
	// its address.
	const key = keyOf(localeOf(context), new URL(request.url))

	for (let turn = 0; turn < TURNS; turn += 1) {
		const begun = { venue: currentVenue(), minute: thisMinute() }
		const answer = await answers.ask(key, next, (response) => keep(response, context, begun))
		if ('own' in answer) return answer.own
		if (answer.page && (await isFresh(answer.page))) return give(answer.page, context)
		if (answer.page) answers.forget(key, answer.page)
	}
	return next()
}

/**
 * The number of attempts to get a cached page before a request renders its own, because the days change during each
 * rendering.
 */
const TURNS = 3

function isForEverybody(request: Request, url: URL): boolean {
	return (
		request.method === 'GET' &&
		new URL(request.url).pathname === '/' &&
		isUnknownVisitor(request, url)
	)
}

export function keyOf(locale: Locale, { search }: URL): string {
	return `${locale} ${search}`
}

/** Returns the cached start page under a key; null, after deleting it, when rendering again would give another page. */
export async function freshAnswer(key: string): Promise<PageWithGaps | null> {
	const kept = answers.get(key)
	if (!kept) return null
	if (await isFresh(kept)) return kept.page
	answers.forget(key, kept)
	return null
}

async function isFresh({ venue, minute, daysVersion }: Kept): Promise<boolean> {
	return venue === currentVenue() && minute === thisMinute() && isCurrentVersion(daysVersion)
}

/** Returns the current minute, counted from 1970: pages show times to the minute. */
function thisMinute(): number {
	return Math.floor(now().toMillis() / 60_000)
}

/**
 * Returns the start page of a response for the cache; undefined for a visitor's own page. `begun`: the venue and the
 * minute before the loaders ran.
 */
async function keep(
	response: Response,
	context: Context,
	begun: Pick<Kept, 'venue' | 'minute'>,
): Promise<Kept | undefined> {
	const { daysVersion } = context.get(shownContext)
	const cart = shownCartNameOf(context)
	// A session opened during the request makes the page its visitor's own.
	const isOwn = response.status !== 200 || !daysVersion || sessionIdOf(context) !== null
	if (isOwn) return undefined
	const values = { nonce: nonceOf(context), ...(cart && { cart }) }
	return { page: await cutPage(response.clone(), values), daysVersion, ...begun }
}

function give({ page }: Kept, context: Context): Response {
	const cart = newCartName(addressHashOf(context))
	return givePage(page, { nonce: nonceOf(context), cart })
}
