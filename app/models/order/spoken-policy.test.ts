import { expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { spokenPolicy } from '#app/models/order/spoken-policy.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { policy, type Policy } from '#app/models/venue/policy.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'

// N183: the rules in short, for the end of a talk on the telephone. The visit is on 28 November at 14:00.

const written = policy.parse({
	change: {},
	move: { days: 2, time: 'start', times: 2 },
	cancel: [{ until: { days: 7, time: '23:59' }, keep: { percent: 0, of: 'deposit' } }],
	late: { percent: 100, of: 'deposit' },
	noShow: 'billed',
})
const [party] = sampleOrder.lines
if (!party) throw new Error('no party')
const sums = { total: cents(24_900), shipping: cents(0), online: cents(7470), voucher: cents(0) }

function ruled(rule: Partial<Policy>, change: Partial<Order> = {}): Order {
	const rules = [{ products: null, policy: { ...written, ...rule }, deposit: cents(7470) }]
	const accepted = { version: 1 as const, rules, sentences: [], locale: 'de-DE' as const }
	return { ...sampleOrder, ...sums, lines: [party as never], policy: accepted, ...change }
}

const last = instantAt('2026-11-21', '23:59').valueOf() + 59_999
const move = instantAt('2026-11-26', '14:00')

test.each<[string, Order, string, unknown]>([
	[
		'both are ahead',
		ruled({}),
		'2026-11-10',
		{ freeUntil: new Date(last), moveUntil: move, fee: 0 },
	],
	[
		'only the move is ahead',
		ruled({}),
		'2026-11-23',
		{ freeUntil: null, moveUntil: move, fee: 7470 },
	],
	['both are over', ruled({}), '2026-11-27', { freeUntil: null, moveUntil: null, fee: 7470 }],
	[
		'cancelling never costs anything',
		ruled({ late: { percent: 0, of: 'deposit' } }),
		'2026-11-27',
		{ freeUntil: instantAt('2026-11-28', '14:00'), moveUntil: null, fee: 0 },
	],
	[
		'nothing is paid before the visit',
		ruled({}, { online: cents(0) }),
		'2026-11-27',
		{ freeUntil: instantAt('2026-11-28', '14:00'), moveUntil: null, fee: 0 },
	],
	[
		'nothing is free',
		ruled({ cancel: [] }),
		'2026-11-10',
		{ freeUntil: null, moveUntil: move, fee: 7470 },
	],
	['no policy', ruled({}, { policy: null }), '2026-11-10', null],
	['no visit', ruled({}, { day: null }), '2026-11-10', null],
])('%s', (_, order, day, said) => {
	expect(spokenPolicy(sampleVenue, order, instantAt(day, '10:00'))).toEqual(said)
})
