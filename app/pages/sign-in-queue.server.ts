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
 * A sign-in takes more of the machine than any page, so sign-ins stand in a line of their own: a few are
 * worked on, some wait, and whoever comes beyond that hears at once to try again in a few seconds. Nothing
 * of the account is looked at before that, so it tells nothing about it (faults F6, F8).
 */

type Context = Readonly<RouterContextProvider>
type Asked = Parameters<MiddlewareFunction<Response>>[0]

/** While one password is hashed, the database answers for another. */
const line = pLimit(2)

/**
 * Waiting in this process: about a second's worth, and no more than half of it from one address, which may be a
 * company.
 */
const MOST = { all: 24, perAddress: 12 }
const waiting = createTally()

const ways = new Set(['login', 'checkout/sign-in'])
const calls = new Set(['callback/credentials', 'signin/credentials'])

/** Lets sign-ins in one after the other, and refuses those beyond what can wait. */
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

/** Whether this request signs in on the login page, by a password or a passkey. */
export function isLogin(context: Context): boolean {
	return context.get(loginContext)
}

const loginContext = createContext(false)

/** What the refusal is to show as the username; null when the sign-in is not refused. */
export function refusedInQueue(context: Context): { username?: string } | null {
	return context.get(refusedContext)
}

const refusedContext = createContext<{ username?: string } | null>(null)

/** By the route that will answer, however its path is written; every method but these two runs its action. */
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

/** The sign-in of this request is decided: others need not wait for the page that says so. */
export function leaveQueue(context: Context): void {
	context.get(leaveContext)()
}

/** The action makes the refusal: a form that a script has posted stays as it was typed. */
function answerRefused(
	context: Context,
	shown: { username?: string },
	next: () => Promise<Response>,
): Promise<Response> {
	context.set(refusedContext, shown)
	return next()
}

/**
 * The login page that refuses, by language and by where it leads to; the username is each visitor's own.
 * For a minute, because what the venue says around it changes.
 */
const refusals = createPageCache<PageWithGaps>({ max: 50, ttl: 60_000 })

/** Without scripts the whole page is the answer. It is rendered once: that takes as long as signing in. */
async function refuseByKeptPage(
	{ request, url, context }: Asked,
	next: () => Promise<Response>,
): Promise<Response> {
	const key = `${localeOf(context)} ${url.search}`
	/** What a visitor with a session sees is nobody else's. */
	const mayRender = isUnknownVisitor(request, url)
	const asked = mayRender
		? await refusals.ask(key, () => render(context, next), keepRefusal)
		: { page: refusals.get(key) }
	const page = 'own' in asked ? asked.own : asked.page
	return page ? give(page, request, context) : answerRefused(context, {}, next)
}

/** The page with a stand-in for the username. */
async function render(context: Context, next: () => Promise<Response>): Promise<PageWithGaps> {
	const username = newToken()
	const answer = await answerRefused(context, { username }, next)
	return cutPage(await withoutScripts(answer), { username, nonce: nonceOf(context) })
}

/** A form that could not be read gets another answer, and so does a sign-in while there are too many pages. */
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

/** Seconds after which it is worth trying again. */
export const RETRY_AFTER = 3

const LONGEST_USERNAME = 254

function escaped(text: string): string {
	return text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
