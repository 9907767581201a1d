import { AsyncResource } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

import PQueue from 'p-queue'
import {
	createContext,
	data,
	type MiddlewareFunction,
	type RouterContextProvider,
} from 'react-router'

import { log, withoutTokens } from '#app/gateways/log.server.ts'
import { addressHashOf } from '#app/http/address.server.ts'
import { addGauge } from '#app/http/gauges.server.ts'
import { createTally } from '#app/http/tally.ts'
import type { Message } from '#app/i18n/i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { nonceOf } from '#app/middleware/security.server.ts'
import { createPageCache } from '#app/pages/page-cache.server.ts'
import {
	cutPage,
	givePage,
	type PageWithGaps,
	withoutScripts,
} from '#app/pages/page-with-gaps.server.ts'
import { isLogin, leaveQueue, refusedInQueue } from '#app/pages/sign-in-queue.server.ts'

/*
 * A queue for rendering, which occupies the processor longer than any other work. Changes of a cart and the steps of
 * the checkout go first; pages whose visitor has left are skipped; beyond a few seconds' worth of pages, a small page
 * at once reports that the shop is busy.
 */

/** Renders one page at a time: a process has one thread for it. */
const queue = new PQueue({ concurrency: 1 })

/**
 * The most pages under way: in all, those that go first included (`urgent`), and of one address, which may be a
 * school's.
 */
const MOST = { all: 80, urgent: 160, perAddress: 50 }
/** The number of requests of one address that may go before others' pages; a family has two phones. */
const FIRST = 10
const RETRY = { seconds: 3 }

/**
 * The number of turns of the event loop before each page. A turn accepts one new connection, and handles one database
 * result for a change that holds a lock and has more to ask. They take a hundredth of a page's time.
 */
const TURNS_BETWEEN = 16

/**
 * Matches the patterns of routes without a page: calls, files, fetches. A sender can choose any address, but not the
 * pattern of its route.
 */
const forPrograms = /^(_ipx|builds|api|healthz|readyz|metrics)(\/|$)|\.\w+$|\/:?file$/

/** Counts the pages that were let in and have no response yet. */
const underWay = createTally()
const changing = createTally()

addGauge({
	name: 'raumzeit_pages_waiting',
	help: 'Pages whose turn to be made has not come',
	read: () => queue.size,
})

type Context = Readonly<RouterContextProvider>
/** A request for a page; `status` is that of the response for which the page is rendered. */
export type PageRequest = { request: Request; context: Context; status: number }

/**
 * Renders the page of this request (`make`) when its turn comes. Returns another response when its visitor has left by
 * then (499), or when more pages wait than can be rendered in time (503).
 */
export async function inTurn<T>(
	{ request, context, status }: PageRequest,
	make: () => T,
): Promise<T | Response> {
	if (isRefused(context)) return make()
	leaveQueue(context)
	const address = addressOf(context)
	if (queue.size >= MOST.urgent || context.get(overShareContext))
		return busy(context, busyPages.get(localeOf(context)))
	const { signal } = request
	const { pathname } = new URL(request.url)
	// Bound to the request's asynchronous context; without that it would run in the context of the page before.
	const made = AsyncResource.bind(async () => {
		clearTimeout(raise)
		if (signal.aborted) return left(pathname)
		for (let turn = 0; turn < TURNS_BETWEEN; turn += 1) await nextTurn()
		return make()
	})
	const isOneOfFew = underWay.of(address) + changing.of(address) <= FIRST
	const isFirst = isOneOfFew && context.get(urgentContext) && status !== 404 && status !== 405
	const isLast = isWrongSignIn(context)
	const id = String((pagesAsked += 1))
	const raise = isLast ? setTimeout(() => queue.setPriority(id, 0), LONGEST_LAST) : undefined
	return queue.add(made, { id, priority: isLast ? -1 : Number(isFirst) })
}

/**
 * The milliseconds after which a page that goes last counts as any other, so that a steady stream of others cannot
 * block it.
 */
const LONGEST_LAST = 3000
let pagesAsked = 0

function left(path: string): Response {
	log.debug({ path: withoutTokens(path) }, 'the visitor left before the page was made')
	// The visitor has left, but the response needs a status.
	return new Response(null, { status: 499 })
}

/**
 * True for the page of a wrong sign-in. It goes last, because wrong sign-ins come in crowds when passwords are guessed
 * (faults F8).
 */
function isWrongSignIn(context: Context): boolean {
	return isLogin(context) && !refusedInQueue(context)
}

function isUrgent({ method }: Request, pattern: string): boolean {
	return method === 'POST' || /^(cart|checkout|pay|payment)(\/|$)/.test(pattern)
}

/**
 * True when the page of this request may go first; false by default, as for a request that was refused before the
 * queue.
 */
const urgentContext = createContext(false)

/**
 * Refuses pages beyond the room of the queue with the busy page, which is rendered once. Lets every change in; when its
 * address is over its share, only the page that would answer the change is refused.
 */
export const pageQueueMiddleware: MiddlewareFunction<Response> = async (args, next) => {
	const { request, context, pattern } = args
	const { pathname } = new URL(request.url)
	const isChange = request.method === 'POST' && pattern !== '*' && !refusedInQueue(context)
	if (pathname.endsWith('.data') || forPrograms.test(pattern)) return next()

	const address = addressOf(context)
	const mayGoFirst = isUrgent(request, pattern)
	context.set(urgentContext, mayGoFirst)
	if (isChange) {
		context.set(overShareContext, changing.of(address) >= MOST.perAddress)
		return letIn(changing, address, next)
	}
	const all = mayGoFirst ? MOST.urgent : MOST.all
	return underWay.hasRoom(address, { ...MOST, all })
		? letIn(underWay, address, next)
		: busy(context, await busyPage(context, next))
}

/** True when the page that would answer this change is refused, because its address is over its share. */
const overShareContext = createContext(false)

/** The busy page, one for each language. */
const busyPages = createPageCache<PageWithGaps>({ max: 10 })

function busy(context: Context, page: PageWithGaps | undefined): Response {
	const response = page
		? givePage(page, { nonce: nonceOf(context) })
		: new Response(null, { status: 503 })
	response.headers.set('Retry-After', String(RETRY.seconds))
	return response
}

async function busyPage(
	context: Context,
	next: () => Promise<Response>,
): Promise<PageWithGaps | undefined> {
	async function render() {
		context.set(refusedContext, true)
		const page = await cutPage(await withoutScripts(await next()), { nonce: nonceOf(context) })
		// A response of another kind is this visitor's own and is not cached.
		return page.status === 503 && page.type.startsWith('text/html') ? page : undefined
	}
	for (;;) {
		const asked = await busyPages.ask(localeOf(context), render, async (page) => page)
		if ('own' in asked) return asked.own
		if (asked.page) return asked.page
	}
}

const refusedContext = createContext(false)

/** True when this request renders the busy page, which must hold nothing of its own visitor. */
export function isRefused(context: Context): boolean {
	return context.get(refusedContext)
}

const tooBusy: Message = { key: 'crowd.busy' }

/**
 * Throws the 503 whose error screen becomes the busy page. Runs inside `pageQueueMiddleware`, which caches that page.
 */
export const refuseMiddleware: MiddlewareFunction<Response> = ({ context }) => {
	if (isRefused(context)) throw data(tooBusy, 503)
}

async function letIn(
	tally: ReturnType<typeof createTally>,
	address: string,
	next: () => Promise<Response>,
): Promise<Response> {
	tally.enter(address)
	try {
		return await next()
	} finally {
		tally.leave(address)
	}
}

function addressOf(context: Context): string {
	return addressHashOf(context) ?? 'unknown'
}
