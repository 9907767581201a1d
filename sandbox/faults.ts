import { z } from 'zod'

/** What a test may make the provider do wrong. Nothing here touches the hosted page. */
export const faultsSchema = z
	.strictObject({
		/** off: lost for good; first: delivered before the visitor returns; duplicate: ten at once. */
		webhooks: z.enum(['on', 'off', 'first', 'duplicate']),
		/** processing: a payment is taken but stays open until it is settled by hand. */
		payments: z.enum(['instant', 'processing']),
		/** Whose calls the faults below befall; without it, everybody's. */
		only: z.enum(['stripe', 'paypal']),
		/** Waits before each answer, after the work is done. */
		latencyMs: z.int().min(0).max(600_000),
		/** The next calls answer with this status; `executed` says whether the work is done anyway. */
		failNext: z.union([
			z.int().min(400).max(599),
			z.strictObject({
				status: z.int().min(400).max(599),
				times: z.int().min(0).default(1),
				executed: z.boolean().default(false),
			}),
		]),
		/** Does the work and never answers: always, or for the next n calls. */
		hang: count(),
		/** Does the work and drops the connection. */
		reset: count(),
		/** Drops the connection and does nothing: the provider is gone. */
		down: count(),
		/** Does the work and answers 200 with something that is not the answer. */
		garbage: z.union([z.boolean(), z.enum(['html', 'truncated', 'primitive', 'huge'])]),
	})
	.partial()

export type Faults = z.infer<typeof faultsSchema>

export type Misbehaviour =
	| { kind: 'status'; status: number; executed: boolean }
	| { kind: 'hang' | 'reset' | 'html' | 'truncated' | 'primitive' | 'huge'; executed: true }
	| { kind: 'down'; executed: false }

/** Keeps the faults in force, and says for each call what goes wrong with it. */
export function startFaults() {
	let faults: Faults = {}
	return {
		current: () => faults,
		set: (changes: Faults) => {
			faults = { ...faults, ...changes }
		},
		clear: () => {
			faults = {}
		},
		next(provider: 'stripe' | 'paypal'): Misbehaviour | null {
			if (faults.only && faults.only !== provider) return null
			if (takeOne('down')) return { kind: 'down', executed: false }
			const failure = takeFailure()
			if (failure) return { kind: 'status', ...failure }
			if (takeOne('hang')) return { kind: 'hang', executed: true }
			if (takeOne('reset')) return { kind: 'reset', executed: true }
			if (!faults.garbage) return null
			return { kind: faults.garbage === true ? 'html' : faults.garbage, executed: true }
		},
	}

	function takeOne(name: 'hang' | 'reset' | 'down') {
		const left = faults[name]
		if (typeof left === 'number' && left > 0) faults = { ...faults, [name]: left - 1 }
		return left === true || (typeof left === 'number' && left > 0)
	}

	function takeFailure() {
		const { failNext } = faults
		if (failNext === undefined) return null
		const { status, times, executed } =
			typeof failNext === 'number' ? { status: failNext, times: 1, executed: false } : failNext
		if (times === 0) return null
		faults = { ...faults, failNext: { status, times: times - 1, executed } }
		return { status, executed }
	}
}

export type FaultSwitch = ReturnType<typeof startFaults>

function count() {
	return z.union([z.boolean(), z.int().min(0)])
}
