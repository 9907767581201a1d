import pLimit from 'p-limit'
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'

import { addressHashOf } from '#app/http/address.server.ts'
import { addGauge } from '#app/http/gauges.server.ts'
import { createTally } from '#app/http/tally.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { nonceOf } from '#app/middleware/security.server.ts'
import { isUnknownVisitor } from '#app/middleware/unknown-visitor.server.ts'
import { newToken } from '#app/models/token.server.ts'
import { createPageCache } from '#app/pages/page-cache.server.ts'
import {
	cutPage,
	givePage,
	type PageWithGaps,
	withoutScripts,
} from '#app/pages/page-with-gaps.server.ts'

/*
 * A queue for sign-ins, which take more of the machine than any page: two run at a time, 24 wait, and a sign-in beyond
 * that is at once told to try again in a few seconds. The account is not looked at before, so a refusal tells nothing
 * about it (faults F6, F8).
 */

type Context = Readonly<RouterContextProvider>
type Asked = Parameters<MiddlewareFunction<Response>>[0]

/** Two at a time: while one password is hashed, the database answers for another. */
const line = pLimit(2)

/**
 * The most sign-ins that wait in this process: about a second's worth, and half of it from one address, which may be a
 * company's.
 */
const MOST = { all: 24, perAddress: 12 }
const waiting = createTally()

const ways = new Set(['login', 'checkout/sign-in'])
const calls = new Set(['callback/credentials', 'signin/credentials'])

/** Lets sign-ins in by turns, and refuses those beyond the room. */
export const signInQueueMiddleware: MiddlewareFunction<Response> = async (args, next) => {
	const { request, context, pattern } = args
	if (!isSignIn(args)) return next()
	context.set(loginContext, pattern === 'login')
	const address = addressHashOf(context) ?? 'unknown'
	if (waiting.hasRoom(address, MOST)) return inLine(args, address, next)
	const isFetched = new URL(request.url).pathname.endsWith('.data')
	if (pattern !== 'login' || isFetched) return answerRefused(context, {}, next)
	return refuseByKeptPage(args, next)
}

addGauge({
	name: 'raumzeit_sign_ins_waiting',
	help: 'Sign-ins whose turn has not come',
	read: () => line.pendingCount,
})

/** True when this request signs in on the login page, by a password or a passkey. */
export function isLogin(context: Context): boolean {
	return context.get(loginContext)
}

const loginContext = createContext(false)

/** The username that the refusal shows; null when the sign-in is not refused. */
export function refusedInQueue(context: Context): { username?: string } | null {
	return context.get(refusedContext)
}

const refusedContext = createContext<{ username?: string } | null>(null)

/** True for a sign-in, by its route, however the path is written; all methods but GET and HEAD run the action. */
function isSignIn({ request: { method }, pattern, params }: Asked): boolean {
	if (method === 'GET' || method === 'HEAD') return false
	return ways.has(pattern) || (pattern === 'api/auth/*' && calls.has(params['*'] ?? ''))
}

async function inLine(
	{ request, context }: Asked,
	address: string,
	next: () => Promise<Response>,
): Promise<Response> {
	waiting.enter(address)
	return new Promise((done, failed) => {
		void line(async () => {
			waiting.leave(address)
			if (request.signal.aborted) return done(new Response(null, { status: 499 }))
			const isDecided = new Promise<void>((leave) => context.set(leaveContext, leave))
			const answer = next()
			answer.then(done, failed)
			return Promise.race([isDecided, answer.catch(() => {})])
		})
	})
}

const leaveContext = createContext<() => void>(() => {})

/** Frees the turn once the sign-in is decided: others need not wait for the page that reports it. */
export function leaveQueue(context: Context): void {
	context.get(leaveContext)()
}

/** Lets the action refuse, so that a form posted by a script keeps its values. */
function answerRefused(
	context: Context,
	shown: { username?: string },
	next: () => Promise<Response>,
): Promise<Response> {
	context.set(refusedContext, shown)
	return next()
}

/**
 * The refusing login pages by language and query, for a minute, as the venue's words around the form may change; the
 * username is each visitor's own.
 */
const refusals = createPageCache<PageWithGaps>({ max: 50, ttl: 60_000 })

/** Refuses a form posted without scripts by a whole page, rendered once: that takes as long as a sign-in. */
async function refuseByKeptPage(
	{ request, url, context }: Asked,
	next: () => Promise<Response>,
): Promise<Response> {
	const key = `${localeOf(context)} ${url.search}`
	/** A visitor with a session sees a page of their own. */
	const mayRender = isUnknownVisitor(request, url)
	const asked = mayRender
		? await refusals.ask(key, () => render(context, next), keepRefusal)
		: { page: refusals.get(key) }
	const page = 'own' in asked ? asked.own : asked.page
	return page ? give(page, request, context) : answerRefused(context, {}, next)
}

/** Renders the page with a placeholder for the username. */
async function render(context: Context, next: () => Promise<Response>): Promise<PageWithGaps> {
	const username = newToken()
	const answer = await answerRefused(context, { username }, next)
	return cutPage(await withoutScripts(answer), { username, nonce: nonceOf(context) })
}

/** Caches the page only when it is that refusal: an unreadable form and a full page queue get other responses. */
async function keepRefusal(page: PageWithGaps): Promise<PageWithGaps | undefined> {
	return page.status === 503 && page.parts.includes('username') ? page : undefined
}

async function give(page: PageWithGaps, request: Request, context: Context): Promise<Response> {
	const typed = (await request.clone().formData()).get('username')
	const username = escaped(typeof typed === 'string' ? typed.slice(0, LONGEST_USERNAME) : '')
	const response = givePage(page, { username, nonce: nonceOf(context) })
	if (page.status === 503) response.headers.set('Retry-After', String(RETRY_AFTER))
	return response
}

/** Seconds after which a retry is worthwhile. */
export const RETRY_AFTER = 3

const LONGEST_USERNAME = 254

function escaped(text: string): string {
	return text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
