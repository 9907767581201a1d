import { z } from 'zod'

import { startDice } from '#sandbox/dice.ts'

const share = z.number().min(0).max(1)

/**
 * Faults by chance, each with its share of all calls, payments or events. The same seed gives the same faults for the
 * same calls.
 */
const planSchema = z
	.strictObject({
		seed: z.int(),
		/** No answer; the work is not done (before), or is done (after). */
		timeoutBefore: share,
		timeoutAfter: share,
		/** Status 429; status 500 after the work. */
		tooMany: share,
		broken: share,
		/** 200 with HTML, or with 20 MB. */
		html: share,
		huge: share,
		/** Shares of payments: refused when the money is taken, pending until settled by hand, disputed later. */
		declined: share,
		pending: share,
		disputed: share,
		/** Events: the share that is never sent; the most copies; the longest delay, which also changes their order. */
		lost: share,
		copies: z.int().min(1).max(10),
		lateMs: z.int().min(0).max(600_000),
	})
	.partial()

/** The faults that a test may set at the provider. None of them touches the hosted page. */
export const faultsSchema = z
	.strictObject({
		/** off: lost for good; first: delivered before the visitor returns; duplicate: ten at once. */
		webhooks: z.enum(['on', 'off', 'first', 'duplicate']),
		/** processing: a payment is taken but stays open until it is settled by hand. */
		payments: z.enum(['instant', 'processing']),
		/** processing: a refund at PayPal stays pending until it is settled by hand. */
		refunds: z.enum(['instant', 'processing']),
		/** The status that is reported for captures, payments, refunds and disputes in place of the true one. */
		status: z.string().max(100),
		/** Seconds after which PayPal's search shows a transaction: up to three hours with the real one. */
		searchDelay: z.int().min(0).max(86_400),
		/** The account may not list its money: PayPal's search is a permission of its own. */
		searchRefused: z.boolean(),
		/** The provider whose calls the faults below hit; without it, both. */
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
		/** Faults by chance, besides those named elsewhere. */
		plan: planSchema,
		/** Does the work and answers 200 with a body that is not the answer. */
		garbage: z.union([z.boolean(), z.enum(['html', 'truncated', 'primitive', 'huge'])]),
	})
	.partial()

export type Faults = z.infer<typeof faultsSchema>

export type Misbehaviour =
	| { kind: 'status'; status: number; executed: boolean }
	| { kind: 'hang'; executed: boolean }
	| { kind: 'reset' | 'html' | 'truncated' | 'primitive' | 'huge'; executed: true }
	| { kind: 'down'; executed: false }

/** Keeps the faults in force, and decides for each call which one hits it. */
export function startFaults() {
	let faults: Faults = {}
	let dice = startDice(0)
	return {
		current: () => faults,
		set: (changes: Faults) => {
			faults = { ...faults, ...changes }
			if (changes.plan) dice = startDice(changes.plan.seed ?? 0)
		},
		clear: () => {
			faults = {}
		},
		/** Returns the ending of the next payment. */
		ending(): 'instant' | 'processing' | 'declined' {
			const { plan, payments = 'instant' } = faults
			if (!plan) return payments
			const luck = dice.roll() - (plan.declined ?? 0)
			if (luck < 0) return 'declined'
			return luck < (plan.pending ?? 0) ? 'processing' : payments
		},
		/** True when the money of this payment will be disputed. */
		isDisputed: () => dice.roll() < (faults.plan?.disputed ?? 0),
		/** Returns the delays in milliseconds after which the next event is sent, one for each copy. */
		deliveries(): number[] {
			const { plan, webhooks } = faults
			if (webhooks === 'duplicate') return Array.from({ length: 10 }, () => 0)
			if (!plan) return [0]
			if (dice.roll() < (plan.lost ?? 0)) return []
			const times = 1 + Math.floor(dice.roll() * (plan.copies ?? 1))
			return Array.from({ length: times }, () => dice.roll() * (plan.lateMs ?? 0))
		},
		next(provider: 'stripe' | 'paypal'): Misbehaviour | null {
			if (faults.only && faults.only !== provider) return null
			if (takeOne('down')) return { kind: 'down', executed: false }
			const failure = takeFailure()
			if (failure) return { kind: 'status', ...failure }
			if (takeOne('hang')) return { kind: 'hang', executed: true }
			if (takeOne('reset')) return { kind: 'reset', executed: true }
			if (!faults.garbage) return misfortune()
			return { kind: faults.garbage === true ? 'html' : faults.garbage, executed: true }
		},
	}

	function misfortune(): Misbehaviour | null {
		const { plan } = faults
		if (!plan) return null
		const kinds: [share: number | undefined, misbehaviour: Misbehaviour][] = [
			[plan.timeoutBefore, { kind: 'hang', executed: false }],
			[plan.timeoutAfter, { kind: 'hang', executed: true }],
			[plan.tooMany, { kind: 'status', status: 429, executed: false }],
			[plan.broken, { kind: 'status', status: 500, executed: true }],
			[plan.html, { kind: 'html', executed: true }],
			[plan.huge, { kind: 'huge', executed: true }],
		]
		let left = dice.roll()
		for (const [share = 0, misbehaviour] of kinds) if ((left -= share) < 0) return misbehaviour
		return null
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
