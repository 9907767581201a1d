import { expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import { judgePaidBack, refusedOf, type RefundRow } from '#app/models/payment/refused.ts'
import { ok, refuse } from '#app/models/result.ts'

const on = (day: number) => new Date(Date.UTC(2026, 10, day))
const refusal = { toldOf: 'refundRefused' }

function row(id: string, day: number, columns: Partial<RefundRow> = {}): RefundRow {
	return {
		id,
		paymentId: 'p',
		amount: cents(300),
		providerId: null,
		createdAt: on(day),
		refundedAt: null,
		failedAt: null,
		toldOf: null,
		...columns,
	}
}

test.each<[string, RefundRow[], number, string[]]>([
	['none', [], 900, []],
	['one that waits for its job', [row('a', 1)], 900, []],
	['one that is late', [row('a', 1, { toldOf: 'refundDelayed' })], 900, []],
	['one that was refused', [row('a', 1, refusal)], 0, ['a']],
	['two, the oldest first', [row('b', 2, refusal), row('a', 1, refusal)], 0, ['a', 'b']],
	['refused, then made at the provider', [row('a', 1, { ...refusal, providerId: 're_1' })], 0, []],
	['refused, then paid back', [row('a', 1, { ...refusal, refundedAt: on(2) })], 0, []],
	['failed', [row('a', 1, { providerId: 're_1', failedAt: on(2) })], 300, ['a']],
	['failed, and its money is gone', [row('a', 1, { failedAt: on(2) })], 299, []],
	[
		'two failed, money for one',
		[row('b', 2, { failedAt: on(3) }), row('a', 1, { failedAt: on(2) })],
		500,
		['a'],
	],
	['failed and ordered again', [row('a', 1, { failedAt: on(2) }), row('b', 3)], 900, []],
	[
		'failed, another amount ordered since',
		[row('a', 1, { failedAt: on(2) }), row('b', 3, { amount: cents(200) })],
		900,
		['a'],
	],
	[
		'failed, the same amount given before',
		[row('b', 1, { refundedAt: on(1) }), row('a', 2, { failedAt: on(3) })],
		900,
		['a'],
	],
])('left to the operator: %s', (_, rows, left, ids) => {
	const found = refusedOf(rows, new Map([['p', cents(left)]]))
	expect(found.map(({ id }) => id)).toEqual(ids)
})

const [small, large] = [{ amount: cents(100) }, { amount: cents(300) }]

test.each([
	['all', null, { refused: [small, large], isUnderWay: false }, ok([small, large])],
	['one amount', 300, { refused: [small, large], isUnderWay: false }, ok([large])],
	['one of two alike', 100, { refused: [small, small], isUnderWay: false }, ok([small])],
	['another amount', 200, { refused: [small], isUnderWay: false }, refuse('desk.noRefusedRefund')],
	['none', null, { refused: [], isUnderWay: false }, refuse('desk.noRefusedRefund')],
	[
		'none but one on its way',
		null,
		{ refused: [], isUnderWay: true },
		refuse('desk.refundUnderWay'),
	],
	['one beside one on its way', null, { refused: [small], isUnderWay: true }, ok([small])],
])('paid back: %s', (_, wanted, standing, answer) => {
	expect(judgePaidBack(wanted === null ? null : cents(wanted), standing)).toEqual(answer)
})
