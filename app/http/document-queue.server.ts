import PQueue from 'p-queue'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { data, type RouterContextProvider } from 'react-router'

import { addressHashOf } from '#app/http/address.server.ts'
import { createTally } from '#app/http/tally.ts'
import type { Message } from '#app/i18n/i18n.ts'

/*
 * Files that are made when they are asked for (invoices, gift vouchers, pages, what is stored of an account)
 * stand in a line of their own, one after the other: who has few in it comes before who has many, and each
 * address has its share (faults M5). Share and line are of this process; each further process has its own.
 */

const queue = new PQueue({ concurrency: 1 })

/** Files that wait: in all, and of one address. */
const MOST = { all: 100, perAddress: 10 }

/** Files that one address has made for it in ten minutes. */
const share = new RateLimiterMemory({ points: 200, duration: 600 })

const waiting = createTally()

type Context = Readonly<RouterContextProvider>

/**
 * The answer with the file, when it is its turn.
 * @throws the answer 429 beyond the share
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
		return await queue.add(async () => (signal.aborted ? left() : make()), { priority })
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

/** An answer that nobody reads needs a status all the same. */
function left(): Response {
	return new Response(null, { status: 499 })
}
