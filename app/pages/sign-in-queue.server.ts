import { AsyncResource } from 'node:async_hooks'

import PQueue from 'p-queue'
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'

import { addressHashOf } from '#app/http/address.server.ts'
import { addGauge } from '#app/http/gauges.server.ts'
import { createTally } from '#app/http/tally.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { nonceOf } from '#app/middleware/security.server.ts'
import { newToken } from '#app/models/token.server.ts'
import { createPageCache } from '#app/pages/page-cache.server.ts'
import {
	cutPage,
	givePage,
	type PageWithGaps,
	withoutScripts,
} from '#app/pages/page-with-gaps.server.ts'
import { isUnknownVisitor } from '#app/pages/unknown-visitor.server.ts'

/*
 * A queue for sign-ins, which take more of the machine than any page: two run at a time, 24 wait, and a sign-in beyond
 * that is at once told to try again in a few seconds. The account is not looked at before, so a refusal tells nothing
 * about it (faults F6, F8).
 */

type Context = Readonly<RouterContextProvider>
type MiddlewareArgs = Parameters<MiddlewareFunction<Response>>[0]

/** Lets two sign-ins run at a time: while one password is hashed, the database answers for another. */
const queue = new PQueue({ concurrency: 2 })

/**
 * The most sign-ins that wait in this process: in all about a second's worth, and half of it from one address, which
 * may be a company's.
 */
const MOST = { all: 24, perAddress: 12 }
const waiting = createTally()

const ways = new Set(['login', 'checkout/sign-in'])
const calls = new Set(['callback/credentials', 'signin/credentials'])

/** Lets two sign-ins run at a time and others wait their turn, and refuses those beyond the room of the queue. */
export const signInQueueMiddleware: MiddlewareFunction<Response> = async (args, next) => {
	const { request, context, pattern } = args
	if (!isSignIn(args)) return next()
	context.set(loginContext, pattern === 'login')
	const address = addressHashOf(context) ?? 'unknown'
	if (waiting.hasRoom(address, MOST)) return waitInQueue(args, address, next)
	const isFetched = new URL(request.url).pathname.endsWith('.data')
	if (pattern !== 'login' || isFetched) return answerRefused(context, {}, next)
	return refuseByKeptPage(args, next)
}

addGauge({
	name: 'raumzeit_sign_ins_waiting',
	help: 'Sign-ins whose turn has not come',
	read: () => queue.size,
})

/** True when this request signs in on the login page, by a password or a passkey. */
export function isLogin(context: Context): boolean {
	return context.get(loginContext)
}

const loginContext = createContext(false)

/**
 * Returns the refusal of this sign-in, with the username that its page shows; null when the queue did not refuse it.
 */
export function refusedInQueue(context: Context): { username?: string } | null {
	return context.get(refusedContext)
}

const refusedContext = createContext<{ username?: string } | null>(null)

/**
 * True for a request that signs in, by its route, however the path is written. All methods but GET and HEAD run the
 * action.
 */
function isSignIn({ request: { method }, pattern, params }: MiddlewareArgs): boolean {
	if (method === 'GET' || method === 'HEAD') return false
	return ways.has(pattern) || (pattern === 'api/auth/*' && calls.has(params['*'] ?? ''))
}

async function waitInQueue(
	{ request, context }: MiddlewareArgs,
	address: string,
	next: () => Promise<Response>,
): Promise<Response> {
	waiting.enter(address)
	return new Promise((done, failed) => {
		// Bound to the request's asynchronous context; without that it would run in the context of the sign-in before.
		const signIn = AsyncResource.bind(async () => {
			waiting.leave(address)
			if (request.signal.aborted) return done(new Response(null, { status: 499 }))
			const isDecided = new Promise<void>((leave) => context.set(leaveContext, leave))
			const answer = next()
			answer.then(done, failed)
			return Promise.race([isDecided, answer.catch(() => {})])
		})
		void queue.add(signIn)
	})
}

const leaveContext = createContext<() => void>(() => {})

/** Ends the turn of this sign-in once it is decided: others need not wait for the page that reports it. */
export function leaveQueue(context: Context): void {
	context.get(leaveContext)()
}

/** Lets the action of a sign-in refuse it with its own page, so that a form posted by a script keeps its values. */
function answerRefused(
	context: Context,
	shown: { username?: string },
	next: () => Promise<Response>,
): Promise<Response> {
	context.set(refusedContext, shown)
	return next()
}

/**
 * The cache of login pages that refuse, by language and query, each for a minute, as the venue's words around the form
 * may change. The gap in them is for the visitor's own username.
 */
const refusals = createPageCache<PageWithGaps>({ max: 50, ttl: 60_000 })

/**
 * Refuses a form posted without scripts by a whole login page, which is rendered once: rendering takes as long as a
 * sign-in.
 */
async function refuseByKeptPage(
	{ request, url, context }: MiddlewareArgs,
	next: () => Promise<Response>,
): Promise<Response> {
	const key = `${localeOf(context)} ${url.search}`
	/** True for a visitor without a session: with one, the visitor sees a page of their own, which is not cached. */
	const mayRender = isUnknownVisitor(request, url)
	const asked = mayRender
		? await refusals.ask(key, () => render(context, next), keepRefusal)
		: { page: refusals.get(key) }
	const page = 'own' in asked ? asked.own : asked.page
	return page ? give(page, request, context) : answerRefused(context, {}, next)
}

/** Renders the login page that refuses, with a gap for the username. */
async function render(context: Context, next: () => Promise<Response>): Promise<PageWithGaps> {
	const username = newToken()
	const answer = await answerRefused(context, { username }, next)
	return cutPage(await withoutScripts(answer), { username, nonce: nonceOf(context) })
}

/**
 * Returns the page for the cache only when it is that refusal: an unreadable form and a full page queue get other
 * responses.
 */
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

/** Seconds after which a refused sign-in is worth another try. */
export const RETRY_AFTER = 3

const LONGEST_USERNAME = 254

function escaped(text: string): string {
	return text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
