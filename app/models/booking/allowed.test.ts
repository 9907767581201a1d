import { expect, test } from 'vitest'

import { refuseChange } from '#app/models/booking/allowed.ts'
import type { OrderLine } from '#app/models/order/order.ts'
import type { OrderedPolicy } from '#app/models/order/ordered-policy.ts'
import { instantAt } from '#app/models/venue/day.ts'
import type { PolicyDeadline } from '#app/models/venue/policy.ts'
import { orderedPolicy } from '#testing/booked-order.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'

const [party] = sampleOrder.lines
if (!party) throw new Error('an order without lines')
const line = (position: number, productId: string, quantity: number, parent?: number) => ({
	...party,
	position,
	parentPosition: parent ?? null,
	productId,
	quantity,
})

const weekAhead: PolicyDeadline = { days: 7, time: '18:00' }
const start: PolicyDeadline = { days: 0, time: 'start' }
const policy = orderedPolicy({ change: { guests: start, extras: weekAhead, texts: start } })
const [usual] = policy.rules
if (!usual) throw new Error('a policy without rules')
const strict = { guests: weekAhead, extras: weekAhead, texts: start }
const ofShow = { ...usual, products: ['show'], policy: { ...usual.policy, change: strict } }
const open = { guests: start, extras: start, texts: start }
const ofOthers = { ...usual, products: null, policy: { ...usual.policy, change: open } }

test.each<[string, boolean, OrderLine[], OrderLine[]]>([
	[
		'tickets before a show that becomes line 1',
		true,
		[line(1, 'ticket', 2), line(2, 'show', 1)],
		[line(1, 'show', 1)],
	],
	[
		'a show before tickets that become line 1',
		false,
		[line(1, 'show', 1), line(2, 'ticket', 2)],
		[line(1, 'ticket', 2)],
	],
	[
		'as many socks in place of a show',
		false,
		[line(1, 'show', 2)],
		[{ ...line(1, 'socks', 2), startsAt: null, endsAt: null }],
	],
])('K118: days before the visit, what has rules of its own is judged by them: %s', (...row) => {
	const [, isAllowed, before, after] = row
	expect(isTaken([ofShow, ofOthers], before, after)).toBe(isAllowed)
})

test.each<[string, boolean, OrderLine[]]>([
	['one guest more with a menu', true, [line(1, 'party', 9), line(3, 'menu', 9, 1)]],
	['a menu more alone', false, [line(1, 'party', 8), line(3, 'menu', 9, 1)]],
	['a cake more', false, [line(1, 'party', 8), line(3, 'menu', 8, 1), line(4, 'cake', 1, 1)]],
])('K118: the extras of a package that becomes line 1 are judged with its guests: %s', (...row) => {
	const [, isAllowed, after] = row
	const before = [line(1, 'ticket', 12), line(2, 'party', 8), line(3, 'menu', 8, 2)]
	const ofParty = { ...usual, products: ['party'] }
	expect(isTaken([ofParty, ofOthers], before, after)).toBe(isAllowed)
})

function isTaken(rules: OrderedPolicy['rules'], before: OrderLine[], after: OrderLine[]): boolean {
	const order = { ...sampleOrder, lines: before, policy: { ...policy, rules } }
	const changing = { lines: after, hasTexts: false }
	return refuseChange(sampleVenue, order, changing, instantAt('2026-11-24', '09:00')) === undefined
}
