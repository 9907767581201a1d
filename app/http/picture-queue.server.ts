import PQueue from 'p-queue'
import { RateLimiterMemory } from 'rate-limiter-flexible'

import { createTally } from '#app/http/tally.ts'
import { MOST_PIXELS } from '#app/models/picture.ts'

/*
 * Making a picture takes up to a second of a processor, and its address can be asked for by anybody. So
 * pictures stand in a line of their own: what several ask for is made once, what nobody waits for any more is
 * not made, who has few in the line comes before who has many, and each address has its share (faults M5).
 * Shares and the line are of this process; each further process has its own.
 */

/** Two at once: there may be as many processors, and the memory is the pages'. */
const queue = new PQueue({ concurrency: 2 })

/** Pictures in the line: in all, and begun by one address. A page with everything of a venue has sixty. */
const MOST = { all: 200, perAddress: 80 }

/**
 * Pixels that one address has made for it in ten minutes: all pages of a venue fit in three times, and they take half
 * a minute of a processor.
 */
const share = new RateLimiterMemory({ points: 64 * MOST_PIXELS, duration: 600 })

/** Named by `tag`: two of one tag are one picture. */
type ToMake = { tag: string; pixels: number; make: () => Promise<Buffer | null> }
/** `address`: null where the server does not tell it; then there is no share. `signal` says who has left. */
type Asker = { address: string | null; signal: AbortSignal }
/** 'busy': too many wait, or the share is used up; 'left': nobody waited when it was its turn. */
type Made = Buffer | 'busy' | 'left' | null

const begun = createTally()
const underWay = new Map<string, { askers: Asker[]; made: Promise<Made> }>()

/** The picture once it is made; null when its file is none. */
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
	const made = queue
		.add(() => makeFor(askers, picture), { priority: -begun.of(address) })
		.finally(() => {
			begun.leave(address)
			underWay.delete(picture.tag)
		})
	underWay.set(picture.tag, { askers, made })
	return made
}

/** The first who still waits has it made of its share. */
async function makeFor(askers: readonly Asker[], { pixels, make }: ToMake): Promise<Made> {
	const payer = askers.find(({ signal }) => !signal.aborted)
	if (!payer) return 'left'
	if (payer.address === null) return make()
	const paid = await share.consume(payer.address, pixels).catch(() => null)
	return paid ? make() : 'busy'
}
