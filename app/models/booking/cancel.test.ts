import { expect, test } from 'vitest'

import { judgeCancellation } from '#app/models/booking/cancel.ts'
import { cents } from '#app/models/money.ts'
import type { OrderState } from '#app/models/order/order.ts'
import { ok, refuse } from '#app/models/result.ts'

type Case = {
	state?: OrderState
	cancelledAt?: Date
	left?: number
	spent?: number
	voucher?: number
	fee?: number
}

test.each<[string, Case, unknown]>([
	['all goes back', {}, ok({ back: 6000, kept: 0, feeOfVoucher: 0 })],
	['but for a fee', { fee: 1500 }, ok({ back: 4500, kept: 1500, feeOfVoucher: 0 })],
	['nothing does', { fee: 6000 }, ok({ back: 0, kept: 6000, feeOfVoucher: 0 })],
	['more than there is', { fee: 6001 }, refuse('desk.keepsTooMuch')],
	['nothing was paid online', { left: 0 }, ok({ back: 0, kept: 0, feeOfVoucher: 0 })],
	['a fee where nothing was paid', { left: 0, fee: 1 }, refuse('desk.keepsTooMuch')],
	[
		'a gift voucher of it was spent',
		{ spent: 2500 },
		ok({ back: 3500, kept: 2500, feeOfVoucher: 0 }),
	],
	['and a fee', { spent: 2500, fee: 1000 }, ok({ back: 2500, kept: 3500, feeOfVoucher: 0 })],
	[
		'more was spent than is left',
		{ left: 1000, spent: 2500 },
		ok({ back: 0, kept: 1000, feeOfVoucher: 0 }),
	],
	[
		'a fee is kept of the voucher first',
		{ voucher: 1000, fee: 1500 },
		ok({ back: 5500, kept: 500, feeOfVoucher: 1000 }),
	],
	[
		'of the voucher alone',
		{ voucher: 2000, fee: 1500 },
		ok({ back: 6000, kept: 0, feeOfVoucher: 1500 }),
	],
	['more than both', { left: 0, voucher: 2000, fee: 2001 }, refuse('desk.keepsTooMuch')],
	[
		'cancelled before',
		{ state: 'cancelled', cancelledAt: new Date(0) },
		refuse('desk.cancelledAlready'),
	],
	['never paid, and given up', { state: 'cancelled' }, refuse('desk.nothingToCancel')],
	['run out', { state: 'expired' }, refuse('desk.nothingToCancel')],
	['being paid', { state: 'pendingPayment' }, refuse('desk.nothingToCancel')],
	['the visit has taken place', { state: 'completed' }, refuse('desk.visitOver')],
])('%s', (_, { state = 'confirmed', cancelledAt = null, ...sums }, answer) => {
	const { left = 6000, spent = 0, voucher = 0, fee = 0 } = sums
	const order = { state, cancelledAt, voucher: cents(voucher) }
	const money = { left: cents(left), spent: cents(spent) }
	expect(judgeCancellation(order, money, cents(fee))).toEqual(answer)
})
