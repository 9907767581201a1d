import { AsyncResource } from 'node:async_hooks'

import PQueue from 'p-queue'
import { RateLimiterMemory } from 'rate-limiter-flexible'

import { createTally } from '#app/http/tally.ts'
import { MOST_PIXELS } from '#app/models/picture.ts'

/*
 * Making a picture takes up to a second of a processor, and anyone can ask for its address. So pictures wait in a queue
 * of their own: one that several clients ask for is made once, one whose clients have left is not made, an address with
 * few in the queue comes before one with many, and each address has its share (faults M5). Shares and queue belong to
 * this process; each further process has its own.
 */

/** Makes two pictures at once: there may be two processors, and more would take the memory of the pages. */
const queue = new PQueue({ concurrency: 2 })

/** The most pictures in the queue: in all, and of one address. A page that shows everything of a venue has sixty. */
const MOST = { all: 200, perAddress: 80 }

/**
 * The share of one address, in pixels for ten minutes: all pages of a venue fit in three times, and they take half a
 * minute of a processor.
 */
const share = new RateLimiterMemory({ points: 64 * MOST_PIXELS, duration: 600 })

/** A picture to make; two of one `tag` are one picture. */
type ToMake = { tag: string; pixels: number; make: () => Promise<Buffer | null> }
/**
 * A client that asks for a picture. `address` is null where the server does not tell it; then there is no share.
 * `signal` aborts when the client leaves.
 */
type Asker = { address: string | null; signal: AbortSignal }
/**
 * The picture, or why there is none. 'busy': too many wait, or the share is used up; 'left': no client waited when its
 * turn came; null: the file is no picture.
 */
type Made = Buffer | 'busy' | 'left' | null

const begun = createTally()
const underWay = new Map<string, { askers: Asker[]; made: Promise<Made> }>()

/**
 * Makes a picture when its turn comes, and returns it or why there is none. Clients that ask for a picture that is
 * already under way share the result.
 */
export function inPictureQueue(picture: ToMake, asker: Asker): Promise<Made> {
	const known = underWay.get(picture.tag)
	if (known) {
		known.askers.push(asker)
		return known.made
	}
	const address = asker.address ?? ''
	const perAddress = asker.address === null ? MOST.all : MOST.perAddress
	if (!begun.hasRoom(address, { ...MOST, perAddress })) return Promise.resolve('busy')

	const askers = [asker]
	begun.enter(address)
	// Bound to the request's asynchronous context; without that it would run in the context of the picture before.
	const makeForAskers = AsyncResource.bind(() => makeFor(askers, picture))
	const made = queue.add(makeForAskers, { priority: -begun.of(address) }).finally(() => {
		begun.leave(address)
		underWay.delete(picture.tag)
	})
	underWay.set(picture.tag, { askers, made })
	return made
}

/** Makes the picture from the share of the first client that still waits. */
async function makeFor(askers: readonly Asker[], { pixels, make }: ToMake): Promise<Made> {
	const payer = askers.find(({ signal }) => !signal.aborted)
	if (!payer) return 'left'
	if (payer.address === null) return make()
	const paid = await share.consume(payer.address, pixels).catch(() => null)
	return paid ? make() : 'busy'
}
