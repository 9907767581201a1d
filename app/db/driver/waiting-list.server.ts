import { patience } from '#app/db/driver/patience.server.ts'

/** The number of waits so far, for a place in a list or for what comes after it, and their milliseconds in all. */
export type Waits = { count: number; ms: number }

/** A waiting list of callers for something that other callers give back: first come, first served. */
export type WaitingList<T> = {
	/** Puts the caller into the list; resolves with the thing that `serve` hands out. */
	wait(): Promise<T>
	/** Hands `thing` to the first caller in the list; false when the list is empty. */
	serve(thing: T): boolean
	/** Notes that something was given back: the callers wait up to another `ms` before all of them are refused. */
	moved(): void
	/** Rejects every caller in the list. */
	refuse(reason: Error): void
	readonly waits: Waits
}

/**
 * Creates a waiting list whose callers are all refused when it has not moved for `ms`. It has no other limit: callers
 * that are served one after the other are slow, not stuck.
 */
export function createWaitingList<T>(ms: number, refusal: () => Error): WaitingList<T> {
	const waiting: { resolve: (thing: T) => void; reject: (reason: Error) => void }[] = []
	const waits = { count: 0, ms: 0 }
	let callOff: (() => void) | undefined

	function moved(): void {
		callOff?.()
		if (waiting.length > 0) callOff = patience(ms, () => refuse(refusal()))
	}

	function wait(): Promise<T> {
		const since = performance.now()
		waits.count += 1
		return untilServed().finally(() => (waits.ms += performance.now() - since))
	}

	function untilServed(): Promise<T> {
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

	return { wait, serve, moved, refuse, waits }
}
