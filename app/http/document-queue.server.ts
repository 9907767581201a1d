import { AsyncResource } from 'node:async_hooks'

import PQueue from 'p-queue'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { data, type RouterContextProvider } from 'react-router'

import { addressHashOf } from '#app/http/address.server.ts'
import { createTally } from '#app/http/tally.ts'
import type { Message } from '#app/i18n/i18n.ts'

/*
 * Files that are made on request (invoices, gift vouchers, pages, the stored data of an account) wait in a queue of
 * their own and are made one after the other: an address with few in it comes before one with many, and each address
 * has its share (faults M5). Share and queue belong to this process; each further process has its own.
 */

const queue = new PQueue({ concurrency: 1 })

/** The most files that may wait in the queue: in all, and for one address. */
const MOST = { all: 100, perAddress: 10 }

/** The share of one address: 200 files in ten minutes. */
const share = new RateLimiterMemory({ points: 200, duration: 600 })

const waiting = createTally()

type Context = Readonly<RouterContextProvider>

/**
 * Makes a file when the turn of its request comes, and returns the answer with it.
 * @throws a 429 answer when too many wait, or the address has used up its share
 */
export async function inDocumentQueue(
	{ request, context }: { request: Request; context: Context },
	make: () => Promise<Response>,
): Promise<Response> {
	const address = addressHashOf(context)
	const name = address ?? ''
	const perAddress = address === null ? MOST.all : MOST.perAddress
	if (!waiting.hasRoom(name, { ...MOST, perAddress })) throw tooMany()

	waiting.enter(name)
	try {
		if (address !== null) await share.consume(address).catch(refuseShare)
		const { signal } = request
		const priority = -waiting.of(name)
		// Bound to the request's asynchronous context; without that it would run in the context of the file before.
		const makeUnlessLeft = AsyncResource.bind(async () => (signal.aborted ? left() : make()))
		return await queue.add(makeUnlessLeft, { priority })
	} finally {
		waiting.leave(name)
	}
}

function refuseShare(): never {
	throw tooMany()
}

function tooMany() {
	const message: Message = { key: 'errorScreen.tooMany' }
	return data(message, { status: 429, headers: { 'Retry-After': '60' } })
}

/** Returns the answer to a client that has left, which never gets it; an answer needs a status all the same. */
function left(): Response {
	return new Response(null, { status: 499 })
}
