import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { addressHashOf } from '#app/http/address.server.ts'
import { newCartName, shownCartNameOf } from '#app/http/first-cart.server.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { nonceOf } from '#app/middleware/security.server.ts'
import { sessionIdOf } from '#app/middleware/session.server.ts'
import { isUnknownVisitor } from '#app/middleware/unknown-visitor.server.ts'
import { isCurrentVersion, type DaysVersion } from '#app/models/capacity/loads.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { createPageCache } from '#app/pages/page-cache.server.ts'
import { cutPage, givePage, type PageWithGaps } from '#app/pages/page-with-gaps.server.ts'

type Context = Readonly<RouterContextProvider>

/*
 * The start page is the same for all visitors without a session, but for two values that are each visitor's own:
 * the nonce of the answer's scripts and the name of the first cart. It is rendered once, cut at these two, and
 * given out with fresh ones while it is exactly what would be rendered anew: for the same venue, in the same
 * minute, in the same state of the days it shows.
 */

type Kept = { page: PageWithGaps; venue: Venue; minute: number; daysVersion: DaysVersion }

/** At most 64 MB, whatever strangers ask for; what was asked for longest ago goes first. */
const answers = createPageCache<Kept>({
	maxSize: 64 * 1024 * 1024,
	sizeCalculation: ({ page }, key) => Math.ceil(page.size * WITH_GZIP) + 2 * key.length,
})
const WITH_GZIP = 1.3

const shownContext = createContext<{ daysVersion?: DaysVersion }>({})

/** Tells which days the page of this request shows; a page whose loader does not tell is not kept. */
export function noteShownDays(context: Context, daysVersion: DaysVersion): void {
	context.get(shownContext).daysVersion = daysVersion
}

/** Answers the start page from what is kept; costs one question to the database. */
export const keptAnswersMiddleware: MiddlewareFunction<Response> = async (args, next) => {
	const { request, url, context } = args
	context.set(shownContext, {})
	if (!isForEverybody(request, url)) return next()
	// As it was written: the framework takes `index` out of `url`, and the page leads back to where it was asked for.
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

/** Days that change while their page is rendered change again: then each request renders its own. */
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

/** The page under this key, unless it would be another one by now: then it is forgotten. */
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

/** Pages show times to the minute. */
function thisMinute(): number {
	return Math.floor(now().toMillis() / 60_000)
}

/** `begun`: what was in force when the loaders had not yet been asked. */
async function keep(
	response: Response,
	context: Context,
	begun: Pick<Kept, 'venue' | 'minute'>,
): Promise<Kept | undefined> {
	const { daysVersion } = context.get(shownContext)
	const cart = shownCartNameOf(context)
	// A session that was opened on the way makes the page its visitor's own.
	const isOwn = response.status !== 200 || !daysVersion || sessionIdOf(context) !== null
	if (isOwn) return undefined
	const values = { nonce: nonceOf(context), ...(cart && { cart }) }
	return { page: await cutPage(response.clone(), values), daysVersion, ...begun }
}

function give({ page }: Kept, context: Context): Response {
	const cart = newCartName(addressHashOf(context))
	return givePage(page, { nonce: nonceOf(context), cart })
}
