import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import { cents, zero } from '#app/models/money.ts'
import type { OrderState } from '#app/models/order/order.ts'
import type { NewestPayment } from '#app/models/payment/payment.ts'
import { isRestDue, payableRest, refuseRest, restPaymentState } from '#app/models/payment/rest.ts'
import { refuse } from '#app/models/result.ts'
import { sampleOrder } from '#testing/sample-order.ts'

const begins = new Date('2026-12-05T13:00:00Z')
const ends = new Date('2026-12-05T15:00:00Z')
const before = DateTime.fromISO('2026-12-01T09:00:00Z')

function booked(state: OrderState = 'confirmed', onSite = 5000, paidOnSite = 0) {
	const [line] = sampleOrder.lines
	if (!line) throw new Error('the sample has no line')
	return {
		state,
		cancelledAt: state === 'cancelled' ? new Date('2026-11-20T09:00:00Z') : null,
		day: '2026-12-05',
		onSite: cents(onSite),
		paidOnSite: cents(paidOnSite),
		lines: [{ ...line, startsAt: begins, endsAt: ends }],
	}
}

test.each<[string, ReturnType<typeof booked>, string, number | string]>([
	['all of it', booked(), '2026-12-01T09:00:00Z', 5000],
	['less what the till took', booked('confirmed', 5000, 2000), '2026-12-01T09:00:00Z', 3000],
	['while the visit lasts', booked(), '2026-12-05T14:59:59Z', 5000],
	['not once it is over', booked(), '2026-12-05T15:00:00Z', 'over'],
	['the till took all', booked('confirmed', 5000, 5000), '2026-12-01T09:00:00Z', 'restPaid'],
	['nothing was left', booked('confirmed', 0), '2026-12-01T09:00:00Z', 'restNotDue'],
	['less than a provider moves', booked('confirmed', 49), '2026-12-01T09:00:00Z', 'restTooSmall'],
	['the least a provider moves', booked('confirmed', 50), '2026-12-01T09:00:00Z', 50],
	['cancelled', booked('cancelled'), '2026-12-09T09:00:00Z', 'cancelled'],
	['not paid for yet', booked('pendingPayment'), '2026-12-01T09:00:00Z', 'notPaidYet'],
	['never paid for', booked('expired'), '2026-12-01T09:00:00Z', 'notPaid'],
	['completed', booked('completed'), '2026-12-09T09:00:00Z', 'over'],
])('K127: the rest to be paid online, or the one reason why there is none: %s', (...row) => {
	const [, order, at, rest] = row
	const now = DateTime.fromISO(at)
	const reason = refuseRest(order, now)?.message.key.replace('errors.booking.', '')
	expect(reason ?? payableRest(order, now)).toBe(rest)
	expect(payableRest(order, now)).toBe(reason ? 0 : rest)
})

test('a day without times is over when the next begins', () => {
	const order = { ...booked(), lines: [] }
	expect(payableRest(order, DateTime.fromISO('2026-12-05T20:00:00Z'))).toBe(5000)
	expect(payableRest(order, DateTime.fromISO('2026-12-06T09:00:00Z'))).toBe(0)
})

test.each<[string, ReturnType<typeof booked>, boolean]>([
	['all of it', booked(), true],
	['after the visit, as a debit may take days', booked('completed'), true],
	['K23: the till took a part', booked('confirmed', 5000, 1), false],
	['K23: the till took all', booked('confirmed', 5000, 5000), false],
	['K24: cancelled', booked('cancelled'), false],
	['never confirmed', booked('expired'), false],
])('a rest of 50 euros that was paid, %s: %s', (_, order, isDue) => {
	expect(isRestDue(order, cents(5000))).toBe(isDue)
})

test.each<[string, ReturnType<typeof booked>, NewestPayment | null, object]>([
	['never paid', booked(), null, { kind: 'due', amount: 5000, isBack: false }],
	['begun', booked(), paying('created'), { kind: 'paying', amount: 5000 }],
	['under way', booked(), paying('started'), { kind: 'paying', amount: 5000 }],
	['declined', booked(), paying('declined'), { kind: 'due', amount: 5000, isBack: false }],
	['paid', booked('confirmed', 0), paying('paid'), { kind: 'paid', amount: 5000 }],
	['paid, after the visit', booked('completed', 0), paying('paid'), { kind: 'paid', amount: 5000 }],
	['K24: cancelled', booked('cancelled', 0), paying('paid'), over(false, 'cancelled')],
	[
		'not as agreed',
		booked(),
		{ ...paying('needsReview'), paidAmount: cents(4999) },
		{ kind: 'due', amount: 5000, isBack: true },
	],
	[
		'K23: the till took it',
		booked('confirmed', 5000, 5000),
		{ ...paying('needsReview'), paidAmount: cents(5000) },
		over(true, 'restPaid'),
	],
	['nothing is due', booked('confirmed', 0), null, over(false, 'restNotDue')],
])('how a rest stands: %s', (_, order, newest, standing) => {
	expect(restPaymentState(order, newest, before)).toEqual(standing)
})

function paying(state: NewestPayment['state']): NewestPayment {
	return { state, amount: cents(5000), paidAmount: state === 'paid' ? cents(5000) : null }
}

function over(isBack: boolean, reason: 'cancelled' | 'restPaid' | 'restNotDue') {
	return { kind: 'over', amount: zero, isBack, reason: refuse(`booking.${reason}`) }
}
