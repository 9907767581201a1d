import { type WaitingList, createWaitingList } from '#app/db/driver/waiting-list.server.ts'
import { DatabaseUnavailable } from '#app/db/errors.server.ts'
import type { Day } from '#app/models/venue/slot.ts'

/**
 * The most changes of one day that this process sends to the database at a time: one has the lock, the next waits for
 * it there.
 */
const AT_ONCE = 2

/**
 * The milliseconds after which a day counts as stuck when no change of it has ended. Changes of one day are served one
 * after the other, so a crowd is slow, not stuck.
 */
const STUCK_MS = 2_500

/**
 * Waits for this caller's turn to lock these days, first come, first served, and keeps the turn until `over` resolves.
 * Called before the first statement of a transaction, so that the callers of a stuck day wait without the connections
 * that other days need (faults H3).
 *
 * @throws DatabaseUnavailable when a day is stuck
 */
export async function takeTurn(days: readonly Day[], over: Promise<void>): Promise<void> {
	// The days are taken by date, in the order of the locks themselves, so that no two callers wait for each other.
	for (const day of days.toSorted()) {
		await enter(day)
		void over.then(() => leave(day))
	}
}

/** True when a caller that comes now would have to wait for its turn to change this day. */
export function isCrowded(day: Day): boolean {
	return (queues.get(day)?.inside ?? 0) >= AT_ONCE
}

type Queue = { inside: number; waiting: WaitingList<void> }

const queues = new Map<Day, Queue>()

async function enter(day: Day): Promise<void> {
	const queue = queues.get(day) ?? { inside: 0, waiting: createWaitingList<void>(STUCK_MS, stuck) }
	queues.set(day, queue)
	if (queue.inside === AT_ONCE) return queue.waiting.wait()
	queue.inside += 1
}

function leave(day: Day): void {
	const queue = queues.get(day)
	if (!queue) return
	queue.waiting.moved()
	if (queue.waiting.serve()) return
	queue.inside -= 1
	if (queue.inside === 0) queues.delete(day)
}

function stuck(): DatabaseUnavailable {
	return new DatabaseUnavailable(`The changes of a day have waited for ${STUCK_MS} ms.`)
}
