import { patience } from '#app/db/driver/patience.server.ts'

/** Callers that wait for something other callers give back, first come, first served. */
export type WaitingList<T> = {
	/** Resolves with what `serve` hands out. */
	wait(): Promise<T>
	/** Hands it to the first in the line; false when there is none. */
	serve(thing: T): boolean
	/** Says that the line moves: the limit begins anew. */
	moved(): void
	/** Turns all of them away. */
	refuse(reason: Error): void
}

/**
 * A line that is turned away as a whole when it has not moved for `ms`. There is no other limit: a crowd
 * that is served one after the other is slow, not stuck.
 */
export function createWaitingList<T>(ms: number, refusal: () => Error): WaitingList<T> {
	const waiting: { resolve: (thing: T) => void; reject: (reason: Error) => void }[] = []
	let callOff: (() => void) | undefined

	function moved(): void {
		callOff?.()
		if (waiting.length > 0) callOff = patience(ms, () => refuse(refusal()))
	}

	function wait(): Promise<T> {
		return new Promise((resolve, reject) => {
			waiting.push({ resolve, reject })
			if (waiting.length === 1) moved()
		})
	}

	function serve(thing: T): boolean {
		const first = waiting.shift()
		if (waiting.length === 0) callOff?.()
		first?.resolve(thing)
		return first !== undefined
	}

	function refuse(reason: Error): void {
		callOff?.()
		for (const { reject } of waiting.splice(0)) reject(reason)
	}

	return { wait, serve, moved, refuse }
}
