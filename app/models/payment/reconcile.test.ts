import { describe, expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import type { ListedCapture, MoneyListing } from '#app/models/payment/listing.ts'
import {
	isOwn,
	lostCaptures,
	unknownRefunds,
	unlistedPayments,
	type MoneyRows,
	type KnownPayment,
} from '#app/models/payment/reconcile.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 9, minute))

function capture(captureId: string, more: Partial<ListedCapture> = {}): ListedCapture {
	const [reference, amount] = ['2026-000042', cents(2580)]
	return { captureId, reference, amount, currency: 'EUR', at: at(1), note: {}, ...more }
}

function listing(captured: ListedCapture[], refunded: MoneyListing['refunded'] = []): MoneyListing {
	return { captured, refunded, completeUntil: at(30) }
}

function payment(captureId: string, more: Partial<KnownPayment> = {}): KnownPayment {
	const [reference, paidAmount, settledAt] = ['2026-000042', cents(2580), at(1)]
	return { orderId: 'order', captureId, reference, paidAmount, settledAt, ...more }
}

function known(payments: KnownPayment[], refundIds: string[] = []): MoneyRows {
	return { payments, refundIds: new Set(refundIds) }
}

function refund(refundId: string, captureId: string, amount: number) {
	return { refundId, captureId, amount: cents(amount), at: at(2) }
}

describe('money without a booking', () => {
	test.each([
		['money that a row has', listing([capture('a')]), known([payment('a')]), []],
		['money that no row has', listing([capture('a')]), known([]), ['moneyWithoutBooking a 2580']],
		[
			'a later payment of an order',
			listing([capture('a', { reference: '2026-000042-2' })]),
			known([]),
			['moneyWithoutBooking a 2580'],
		],
		['money that went back', listing([capture('a')], [refund('r', 'a', 2580)]), known([]), []],
		[
			'money of which a part went back',
			listing([capture('a')], [refund('r', 'a', 580)]),
			known([]),
			['moneyWithoutBooking a 2000'],
		],
		[
			'a number that was given out twice, once before the loss and once after',
			listing([capture('a'), capture('b', { at: at(9) })]),
			known([payment('b')]),
			['referenceTwice a 2580'],
		],
		[
			'a number that two lost bookings have',
			listing([capture('b', { at: at(9) }), capture('a')]),
			known([]),
			['referenceTwice a 2580', 'referenceTwice b 2580'],
		],
	])('%s', (_, listed, rows, expected) => {
		const found = lostCaptures(listed, rows)
		expect(found.map(({ kind, about, amount }) => `${kind} ${about} ${amount}`)).toEqual(expected)
	})
})

test.each([
	['with a note of this shop', { note: { shop: 'shop.example' } }, true],
	['with a note of another shop of the account', { note: { shop: 'other.example' } }, false],
	['without a note, of a build before', {}, true],
	['of a later payment', { reference: '2026-000042-2' }, true],
	['without a reference', { reference: '' }, false],
	['with a reference of another program', { reference: 'INV-7' }, false],
])('money %s', (_, more, expected) => {
	expect(isOwn(capture('a', more), 'shop.example')).toBe(expected)
})

describe('bookings without money', () => {
	test.each([
		['as listed', [capture('a')], payment('a'), false],
		['not listed', [], payment('a'), true],
		['listed with another amount', [capture('a', { amount: cents(1) })], payment('a'), true],
		['later than the listing is complete', [], payment('a', { settledAt: at(31) }), false],
		['before the time that is looked at', [], payment('a', { settledAt: at(-1) }), false],
	])('a payment %s', (_, captured, row, isUnlisted) => {
		const found = unlistedPayments(listing(captured), known([row]), at(0))
		expect(found).toEqual(isUnlisted ? [row] : [])
	})
})

test('a refund that no row has, of money that a row has', () => {
	const listed = listing([capture('a')], [refund('known', 'a', 100), refund('unknown', 'a', 200)])
	expect(unknownRefunds(listed, known([payment('a')], ['known']))).toMatchObject([
		{ kind: 'refundUnknown', about: 'unknown', amount: 200, orderId: 'order' },
	])
	expect(unknownRefunds(listed, known([]))).toEqual([])
})
