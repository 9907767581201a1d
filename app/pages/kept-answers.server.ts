import { LRUCache } from 'lru-cache'
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { addressHashOf } from '#app/http/address.server.ts'
import { newCartName, shownCartNameOf } from '#app/http/first-cart.server.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { sessionIdOf } from '#app/middleware/session.server.ts'
import { isUnknownVisitor } from '#app/middleware/unknown-visitor.server.ts'
import { isCurrentVersion, type DaysVersion } from '#app/models/capacity/loads.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { cutPage, givePage, type KeptPage, type Own } from '#app/pages/kept-page.server.ts'
import { fillPage, type PackedPage, packPage } from '#app/pages/packed-page.server.ts'

type Context = Readonly<RouterContextProvider>

/*
 * What a visitor without a session sees of the start page is the same for all of them, but for two values
 * that are each visitor's own: the nonce of the answer's scripts and the name of the first cart. The page
 * is made once, cut at these two, and given out with fresh ones while it is exactly what would be made
 * anew: the same venue, the same minute, the same state of the days it shows.
 */

type Kept = {
	page: KeptPage
	venue: Venue
	minute: number
	daysVersion: DaysVersion
	/** The same page compressed, once it was asked for. */
	packed?: Promise<PackedPage>
}

/** At most 64 MB, whatever strangers ask for; what was asked for longest ago goes first. */
const answers = new LRUCache<string, Kept>({
	maxSize: 64 * 1024 * 1024,
	sizeCalculation: ({ page }, key) => Math.ceil(page.size * PACKED_TOO) + 2 * key.length,
})
const PACKED_TOO = 1.3
const underWay = new Map<string, Promise<Kept | null>>()

const shownContext = createContext<{ daysVersion?: DaysVersion }>({})

/** Tells what the page of this request shows of the days; a page that does not tell is not kept. */
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

	const kept = await freshAnswer(key)
	if (kept) return give(kept, context)
	// Whoever comes while it is being made waits for it; what many change all the time is made by each.
	for (let turn = 0; turn < TURNS; turn += 1) {
		const making = underWay.get(key)
		if (!making) break
		const made = await making
		if (made && (await isFresh(made))) return give(made, context)
	}
	return make(key, context, next)
}

const TURNS = 2

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

/** What is kept, unless it would be another page by now: then it is forgotten. */
export async function freshAnswer(key: string): Promise<Kept | null> {
	const kept = answers.get(key)
	if (!kept) return null
	if (await isFresh(kept)) return kept
	if (answers.peek(key) === kept) answers.delete(key)
	return null
}

/** The page as gzip, with values of a visitor's own. */
export async function packedPage(kept: Kept, own: Own): Promise<Buffer> {
	kept.packed ??= packPage(kept.page.parts, own)
	return fillPage(await kept.packed, kept.page.parts, own)
}

async function isFresh({ venue, minute, daysVersion }: Kept): Promise<boolean> {
	return venue === currentVenue() && minute === thisMinute() && isCurrentVersion(daysVersion)
}

/** What a page says of the time, it says in minutes. */
function thisMinute(): number {
	return Math.floor(now().toMillis() / 60_000)
}

async function make(
	key: string,
	context: Context,
	next: () => Promise<Response>,
): Promise<Response> {
	const making = makeAndCut(context, next)
	const kept = making.then(
		({ kept }) => kept,
		() => null,
	)
	underWay.set(key, kept)
	try {
		const made = await making
		if (made.kept) answers.set(key, made.kept)
		return made.response
	} finally {
		if (underWay.get(key) === kept) underWay.delete(key)
	}
}

async function makeAndCut(context: Context, next: () => Promise<Response>) {
	const [venue, minute] = [currentVenue(), thisMinute()]
	const response = await next()
	const { daysVersion } = context.get(shownContext)
	const cart = shownCartNameOf(context)
	// However it was opened: what a session sees is nobody else's.
	const isOwn = response.status !== 200 || !daysVersion || sessionIdOf(context) !== null
	if (isOwn) return { response, kept: null }
	const page = await cutPage(response.clone(), context, cart ? { cart } : {})
	return { response, kept: { page, venue, minute, daysVersion } }
}

function give({ page }: Kept, context: Context): Response {
	return givePage(page, context, { cart: newCartName(addressHashOf(context)) })
}
