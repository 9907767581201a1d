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
 * Making a page keeps a processor busy for longer than anything else, so pages stand in a queue. Changes
 * of a cart and the steps of the checkout go first; what nobody waits for any more is not made; and beyond
 * what can be made in a few seconds, a small page says at once that it is too much.
 */

/** One page after the other: there is one processor for them. */
const queue = new PQueue({ concurrency: 1 })

/** Pages at the same time: in all, for those that go first, and for one address, which may be a school. */
const MOST = { all: 80, urgent: 160, perAddress: 50 }
/** So many requests of one address may go before the pages of others; a family has two phones. */
const FIRST = 10
const RETRY = { seconds: 3 }

/**
 * Of the event loop, before each page: a turn takes one new connection only, and one answer of the database
 * to a change that holds a lock and has more to ask. They take a hundredth of the time of a page.
 */
const TURNS_BETWEEN = 16

/** Routes without a page: calls, files, what a page fetches by itself. Of an address its sender decides. */
const forPrograms = /^(_ipx|builds|api|healthz|readyz|metrics)(\/|$)|\.\w+$|\/:?file$/

/** Pages that were let in and have no answer yet, and changes, whose answer may be a page, too. */
const underWay = createTally()
const changing = createTally()

addGauge({
	name: 'raumzeit_pages_waiting',
	help: 'Pages whose turn to be made has not come',
	read: () => queue.size,
})

type Context = Readonly<RouterContextProvider>
/** What asks for a page; `status`: that of the answer it is made for. */
export type PageRequest = { request: Request; context: Context; status: number }

/**
 * Makes the page of this request when it is its turn. Another answer in its place when its visitor has left
 * by then, or when more wait than can be made in time.
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
	// In the request's own asynchronous context, not in that of the page which was made before.
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

/** Milliseconds after which a page that goes last is one among the others: while they come all the time it was never made. */
const LONGEST_LAST = 3000
let pagesAsked = 0

function left(path: string): Response {
	log.debug({ path: withoutTokens(path) }, 'the visitor left before the page was made')
	// An answer that nobody reads needs a status all the same.
	return new Response(null, { status: 499 })
}

/** That page can wait: it comes in crowds when passwords are tried out (faults F8). */
function isWrongSignIn(context: Context): boolean {
	return isLogin(context) && !refusedInQueue(context)
}

function isUrgent({ method }: Request, pattern: string): boolean {
	return method === 'POST' || /^(cart|checkout|payment)(\/|$)/.test(pattern)
}

/** Whether the page of this request may go first: not where it was refused before it came to the queue. */
const urgentContext = createContext(false)

/**
 * Refuses pages beyond what can wait, by a page that is made once. Changes are always taken; of an address with more
 * of them than its share only the page that would answer is refused.
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

/** Whether the page that would answer this change is refused. */
const overShareContext = createContext(false)

/** One for each language. */
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
		// An answer of another kind is for this visitor alone.
		return page.status === 503 && page.type.startsWith('text/html') ? page : undefined
	}
	for (;;) {
		const asked = await busyPages.ask(localeOf(context), render, async (page) => page)
		if ('own' in asked) return asked.own
		if (asked.page) return asked.page
	}
}

const refusedContext = createContext(false)

/** Whether the page of this request is for everybody who is refused: nothing of this visitor may stand on it. */
export function isRefused(context: Context): boolean {
	return context.get(refusedContext)
}

const tooBusy: Message = { key: 'crowd.busy' }

/** Inside the one above, so that the error screen that is made of it passes there. */
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
