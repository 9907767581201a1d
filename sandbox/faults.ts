import { z } from 'zod'

import { startDice } from '#sandbox/dice.ts'

const share = z.number().min(0).max(1)

/**
 * What goes wrong by chance, each with its share of all calls, payments or events. The same seed gives the
 * same misfortunes for the same calls.
 */
const planSchema = z
	.strictObject({
		seed: z.int(),
		/** Never answers; the work is not done, or is. */
		timeoutBefore: share,
		timeoutAfter: share,
		/** Status 429; status 500 after the work. */
		tooMany: share,
		broken: share,
		/** 200 with HTML, or with 20 MB. */
		html: share,
		huge: share,
		/** Of payments: refused when the money is taken, under way until settled by hand, wanted back later. */
		declined: share,
		pending: share,
		disputed: share,
		/** Of events: never sent; sent up to so often; up to so late, and therefore out of order. */
		lost: share,
		copies: z.int().min(1).max(10),
		lateMs: z.int().min(0).max(600_000),
	})
	.partial()

/** What a test may make the provider do wrong. Nothing here touches the hosted page. */
export const faultsSchema = z
	.strictObject({
		/** off: lost for good; first: delivered before the visitor returns; duplicate: ten at once. */
		webhooks: z.enum(['on', 'off', 'first', 'duplicate']),
		/** processing: a payment is taken but stays open until it is settled by hand. */
		payments: z.enum(['instant', 'processing']),
		/** processing: a refund at PayPal stays under way until it is settled by hand. */
		refunds: z.enum(['instant', 'processing']),
		/** How money that has moved, went back or is disputed is said to stand, in place of the truth. */
		status: z.string().max(100),
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
		/** Misfortunes by chance, besides what is named elsewhere. */
		plan: planSchema,
		/** Does the work and answers 200 with something that is not the answer. */
		garbage: z.union([z.boolean(), z.enum(['html', 'truncated', 'primitive', 'huge'])]),
	})
	.partial()

export type Faults = z.infer<typeof faultsSchema>

export type Misbehaviour =
	| { kind: 'status'; status: number; executed: boolean }
	| { kind: 'hang'; executed: boolean }
	| { kind: 'reset' | 'html' | 'truncated' | 'primitive' | 'huge'; executed: true }
	| { kind: 'down'; executed: false }

/** Keeps the faults in force, and says for each call what goes wrong with it. */
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
		/** How the next payment ends. */
		ending(): 'instant' | 'processing' | 'declined' {
			const { plan, payments = 'instant' } = faults
			if (!plan) return payments
			const luck = dice.roll() - (plan.declined ?? 0)
			if (luck < 0) return 'declined'
			return luck < (plan.pending ?? 0) ? 'processing' : payments
		},
		/** Whether somebody will want the money of this payment back. */
		isDisputed: () => dice.roll() < (faults.plan?.disputed ?? 0),
		/** After how many milliseconds the next event is sent, once for each time. */
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
