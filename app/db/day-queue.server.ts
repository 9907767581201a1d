import { DatabaseUnavailable } from '#app/db/errors.server.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** Changes of one day that this process has under way: one has the lock, the next waits for it in the database. */
const AT_ONCE = 2

/** A crowd at one day is served one after the other; what has to wait longer is told to come back. */
const LONGEST_WAIT_MS = 5_000

/**
 * Waits until it is our turn to lock these days, and keeps the turn until `over` resolves. First come,
 * first served. To be called before the first statement of a transaction: then a day that is stuck keeps
 * its own visitors waiting, and not the connections that those of other days need (faults H3).
 *
 * @throws DatabaseUnavailable when it takes too long
 */
export async function takeTurn(days: readonly Day[], over: Promise<void>): Promise<void> {
	const latest = performance.now() + LONGEST_WAIT_MS
	// By date, as the locks themselves, so that no two wait for each other.
	for (const day of days.toSorted()) {
		await enter(day, latest)
		void over.then(() => leave(day))
	}
}

type Queue = { inside: number; waiting: (() => void)[] }

const queues = new Map<Day, Queue>()

function enter(day: Day, latest: number): Promise<void> {
	const queue = queues.get(day) ?? { inside: 0, waiting: [] }
	queues.set(day, queue)
	if (queue.inside < AT_ONCE) {
		queue.inside += 1
		return Promise.resolve()
	}
	return new Promise((resolve, reject) => {
		const giveUp = () => {
			queue.waiting.splice(queue.waiting.indexOf(turn), 1)
			reject(new DatabaseUnavailable(`Too many changes of ${day} wait for one another.`))
		}
		const timer = setTimeout(giveUp, latest - performance.now())
		const turn = () => {
			clearTimeout(timer)
			resolve()
		}
		queue.waiting.push(turn)
	})
}

function leave(day: Day): void {
	const queue = queues.get(day)
	if (!queue) return
	const next = queue.waiting.shift()
	if (next) return next()
	queue.inside -= 1
	if (queue.inside === 0) queues.delete(day)
}
