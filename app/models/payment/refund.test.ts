import { expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import { isByCancelling, judgeRefund, sharedOut } from '#app/models/payment/refund.ts'
import { ok, refuse } from '#app/models/result.ts'

test.each<[string, number | null, { left: number; spent?: number; recent?: number[] }, unknown]>([
	['all', null, { left: 7500 }, ok({ ordered: 7500, isAll: true })],
	['the same, said in figures', 7500, { left: 7500 }, ok({ ordered: 7500, isAll: true })],
	['a part', 2500, { left: 7500 }, ok({ ordered: 2500, isAll: false })],
	[
		'what a part has left',
		null,
		{ left: 5000, recent: [2500] },
		ok({ ordered: 5000, isAll: true }),
	],
	['more than is left', 7501, { left: 7500 }, refuse('desk.givesBackTooMuch')],
	['nothing', 0, { left: 7500 }, refuse('desk.givesBackTooMuch')],
	['where nothing is left', 100, { left: 0 }, refuse('desk.nothingToGiveBack')],
	['the same once more', 2500, { left: 5000, recent: [2500] }, refuse('desk.givesBackAlready')],
	[
		'all, of which a voucher has paid',
		null,
		{ left: 7500, spent: 1000 },
		refuse('desk.giftVoucherPartlySpent', { amount: 65 }),
	],
	[
		'a cent of that',
		6501,
		{ left: 7500, spent: 1000 },
		refuse('desk.giftVoucherPartlySpent', { amount: 65 }),
	],
	['all but that', 6500, { left: 7500, spent: 1000 }, ok({ ordered: 6500, isAll: true })],
	['less than that', 6499, { left: 7500, spent: 1000 }, ok({ ordered: 6499, isAll: false })],
	[
		'of a voucher that is spent',
		null,
		{ left: 2500, spent: 2500 },
		refuse('desk.giftVoucherSpent'),
	],
	[
		'when more was spent than is left',
		1,
		{ left: 1000, spent: 2500 },
		refuse('desk.giftVoucherSpent'),
	],
])('%s', (_, wanted, { left, spent = 0, recent = [] }, answer) => {
	const standing = { left: cents(left), spent: cents(spent), recent: recent.map(cents) }
	expect(judgeRefund(wanted === null ? null : cents(wanted), standing)).toEqual(answer)
})

test.each<[number, [number, number][], [number, number][]]>([
	[
		3000,
		[
			[1, 5000],
			[2, 2000],
		],
		[[1, 3000]],
	],
	[
		6000,
		[
			[1, 5000],
			[2, 2000],
		],
		[
			[1, 5000],
			[2, 1000],
		],
	],
	[
		1000,
		[
			[1, 0],
			[2, 2000],
		],
		[[2, 1000]],
	],
	[0, [[1, 5000]], []],
])('%i of payments with %j: %j', (amount, payments, parts) => {
	const left = payments.map(([id, left]) => ({ paymentId: `p${id}`, left: cents(left) }))
	const given = parts.map(([id, amount]) => ({ paymentId: `p${id}`, amount }))
	expect(sharedOut(cents(amount), left)).toEqual(given)
})

test.each([
	['cancelled', 'reworded', true],
	['ordered', 'cancelled by the operator', false],
	[null, 'cancelled by the customer', true],
	[null, 'ordered by the operator', false],
] as const)(
	'K124: a refund of cause %s, "%s", was made by cancelling: %s',
	(cause, reason, isIt) => {
		expect(isByCancelling({ cause, reason })).toBe(isIt)
	},
)
