import { AsyncResource } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

import PQueue from 'p-queue'
import { createContext, data, type MiddlewareFunction } from 'react-router'

import { log } from '#app/gateways/log.server.ts'
import type { Locale, Message } from '#app/i18n/i18n.ts'
import { addressHashOf } from '#app/middleware/address.server.ts'
import { cutPage, givePage, type KeptPage } from '#app/middleware/kept-page.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { refusedInLine } from '#app/middleware/sign-in-line.server.ts'
import { createTally } from '#app/middleware/tally.ts'

/*
 * Making a page keeps a processor busy for longer than anything else, so pages stand in a queue. Changes
 * of a cart and the steps of the checkout go first; what nobody waits for any more is not made; and beyond
 * what can be made in a few seconds, a small page says at once that it is too much.
 */

/** One page after the other: there is one processor for them. */
const queue = new PQueue({ concurrency: 1 })

/** Pages at the same time: in all, for those that go first, and for one address, which may be a school. */
const MOST = { all: 80, urgent: 160, perAddress: 50 }
const RETRY = { seconds: 3 }

/**
 * Of the event loop, before each page: a turn takes one new connection only, and one answer of the database
 * to a change that holds a lock and has more to ask. They take a hundredth of the time of a page.
 */
const TURNS_BETWEEN = 16

/** No pages: calls, files, and what a page fetches by itself. */
const forPrograms = /^\/(_ipx|builds|api|healthz|readyz)(\/|$)|\.\w+$/

/** Pages that were let in and have no answer yet. */
const underWay = createTally()
const refusedContext = createContext(false)
const busyPages = new Map<Locale, KeptPage>()

/** Makes the page of this request when it is its turn; null when its visitor has left by then. */
export async function inTurn<T>(request: Request, make: () => Promise<T>): Promise<T | null> {
	const { signal } = request
	const { pathname } = new URL(request.url)
	// In the request's own asynchronous context, not in that of the page which was made before.
	const made = AsyncResource.bind(async () => {
		if (signal.aborted) return left(pathname)
		for (let turn = 0; turn < TURNS_BETWEEN; turn += 1) await nextTurn()
		return make()
	})
	return queue.add(made, { priority: priorityOf(request, pathname) })
}

function left(path: string): null {
	log.debug({ path }, 'the visitor left before the page was made')
	return null
}

/** What refuses a sign-in can wait: it comes in crowds when passwords are tried out (faults F8). */
function priorityOf(request: Request, pathname: string): number {
	if (request.method === 'POST' && pathname === '/login') return -1
	return isUrgent(request, pathname) ? 1 : 0
}

function isUrgent({ method }: Request, pathname: string): boolean {
	return method === 'POST' || /^\/(cart|checkout|payment)(\/|$)/.test(pathname)
}

/** Refuses pages beyond what can wait, by a page that is made once; changes are always taken. */
export const pageQueueMiddleware: MiddlewareFunction<Response> = async (
	{ request, context },
	next,
) => {
	const { pathname } = new URL(request.url)
	const isChange = request.method === 'POST' && !refusedInLine(context)
	if (isChange || forPrograms.test(pathname)) return next()
	const address = addressHashOf(context) ?? 'unknown'
	const all = isUrgent(request, pathname) ? MOST.urgent : MOST.all
	if (underWay.hasRoom(address, { ...MOST, all })) return letIn(address, next)

	const locale = localeOf(context)
	const busy = busyPages.get(locale)
	const response = busy ? givePage(busy, context, {}) : await refused()
	response.headers.set('Retry-After', String(RETRY.seconds))
	return response

	async function refused() {
		context.set(refusedContext, true)
		const made = await next()
		busyPages.set(locale, await cutPage(made.clone(), context, {}))
		return made
	}
}

const tooBusy: Message = { key: 'errorScreen.busy' }

/** Inside the one above, so that the error screen that is made of it passes there. */
export const refuseMiddleware: MiddlewareFunction<Response> = ({ context }) => {
	if (context.get(refusedContext)) throw data(tooBusy, 503)
}

async function letIn(address: string, next: () => Promise<Response>): Promise<Response> {
	underWay.enter(address)
	try {
		return await next()
	} finally {
		underWay.leave(address)
	}
}
