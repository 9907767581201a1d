import { type WaitingList, createWaitingList } from '#app/db/driver/waiting-list.server.ts'
import { DatabaseUnavailable } from '#app/db/errors.server.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** Changes of one day that this process has under way: one has the lock, the next waits for it in the database. */
const AT_ONCE = 2

/** A crowd at one day is served one after the other. A day at which nothing moved for so long is stuck. */
const STUCK_MS = 2_500

/**
 * Waits until it is our turn to lock these days, and keeps the turn until `over` resolves. First come,
 * first served. To be called before the first statement of a transaction: then a day that is stuck keeps
 * its own visitors waiting, and not the connections that those of other days need (faults H3).
 *
 * @throws DatabaseUnavailable when the day is stuck
 */
export async function takeTurn(days: readonly Day[], over: Promise<void>): Promise<void> {
	// By date, as the locks themselves, so that no two wait for each other.
	for (const day of days.toSorted()) {
		await enter(day)
		void over.then(() => leave(day))
	}
}

/** Whether who comes now would have to wait for his turn. */
export function isCrowded(day: Day): boolean {
	return (queues.get(day)?.inside ?? 0) >= AT_ONCE
}

type Queue = { inside: number; line: WaitingList<void> }

const queues = new Map<Day, Queue>()

async function enter(day: Day): Promise<void> {
	const queue = queues.get(day) ?? { inside: 0, line: createWaitingList<void>(STUCK_MS, stuck) }
	queues.set(day, queue)
	if (queue.inside === AT_ONCE) return queue.line.wait()
	queue.inside += 1
}

function leave(day: Day): void {
	const queue = queues.get(day)
	if (!queue) return
	queue.line.moved()
	if (queue.line.serve()) return
	queue.inside -= 1
	if (queue.inside === 0) queues.delete(day)
}

function stuck(): DatabaseUnavailable {
	return new DatabaseUnavailable(`The changes of a day have waited for ${STUCK_MS} ms.`)
}
