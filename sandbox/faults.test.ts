import { expect, test } from 'vitest'

import { startFaults } from '#sandbox/faults.ts'

const plan = { timeoutBefore: 0.03, timeoutAfter: 0.02, tooMany: 0.01, broken: 0.01, html: 0.01 }
const events = { lost: 0.05, copies: 10, lateMs: 8000 }
const CALLS = 4000

/** Lists the faults of so many calls and events under this seed. */
function misfortunes(seed: number) {
	const faults = startFaults()
	faults.set({ plan: { ...plan, ...events, declined: 0.02, pending: 0.03, disputed: 0.01, seed } })
	return Array.from({ length: CALLS }, () => ({
		call: faults.next('stripe'),
		ending: faults.ending(),
		isDisputed: faults.isDisputed(),
		deliveries: faults.deliveries(),
	}))
}

type Misfortune = ReturnType<typeof misfortunes>[number]

test('a plan makes the same faults again with its seed, and others with another', () => {
	expect(misfortunes(7)).toEqual(misfortunes(7))
	expect(misfortunes(7)).not.toEqual(misfortunes(8))
})

test.each<[what: string, share: number, happened: (each: Misfortune) => boolean]>([
	['calls without an answer', 0.05, ({ call }) => call?.kind === 'hang'],
	[
		'of them with the work not done',
		0.03,
		({ call }) => call?.executed === false && call.kind === 'hang',
	],
	['answers 429 and 500', 0.02, ({ call }) => call?.kind === 'status'],
	['answers that are HTML', 0.01, ({ call }) => call?.kind === 'html'],
	['declined payments', 0.02, ({ ending }) => ending === 'declined'],
	['payments under way', 0.03, ({ ending }) => ending === 'processing'],
	['disputes', 0.01, ({ isDisputed }) => isDisputed],
	['events that are never sent', 0.05, ({ deliveries }) => deliveries.length === 0],
	['events sent ten times', 0.095, ({ deliveries }) => deliveries.length === 10],
])('a plan keeps its shares: %s', (_, share, happened) => {
	const count = misfortunes(1).filter(happened).length
	// Four standard deviations of so many throws.
	const tolerance = 4 * Math.sqrt(CALLS * share * (1 - share))
	expect(Math.abs(count - CALLS * share)).toBeLessThan(tolerance)
})

test('no fault happens by chance without a plan', () => {
	const faults = startFaults()
	expect(faults.next('paypal')).toBeNull()
	expect(faults.ending()).toBe('instant')
	expect(faults.isDisputed()).toBe(false)
	expect(faults.deliveries()).toEqual([0])
})
