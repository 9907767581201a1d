import { describe, expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import { endOf, isSafeToClose, settle, type ProviderReport } from '#app/models/payment/payment.ts'

const agreed: ProviderReport = {
	state: 'paid',
	amount: cents(8964),
	currency: 'EUR',
	reference: '2026-000042',
}

test.each<{
	what: string
	report: Partial<ProviderReport> | { state: 'untaken' }
	isOverdue?: boolean
	isBeingCaptured?: boolean
	becomes: ReturnType<typeof settle>
}>([
	{ what: 'paid as agreed', report: {}, becomes: 'paid' },
	{ what: 'currency in small letters', report: { currency: 'eur' }, becomes: 'paid' },
	{ what: 'a cent less', report: { amount: cents(8963) }, becomes: 'needsReview' },
	{ what: 'a cent more', report: { amount: cents(8965) }, becomes: 'needsReview' },
	{ what: 'another currency', report: { currency: 'USD' }, becomes: 'needsReview' },
	{ what: "another order's money", report: { reference: '2026-000043' }, becomes: 'needsReview' },
	{ what: 'still open', report: { state: 'pending' }, becomes: 'open' },
	{ what: 'cancelled by the visitor', report: { state: 'cancelled' }, becomes: 'cancelled' },
	{ what: 'run out', report: { state: 'cancelled' }, isOverdue: true, becomes: 'expired' },
	{ what: 'declined', report: { state: 'declined' }, becomes: 'declined' },
	{ what: 'approved, not yet taken', report: { state: 'approved' }, becomes: 'open' },
	{ what: 'H5: not known there', report: { state: 'unknown' }, becomes: 'unverified' },
	{
		what: 'H5: not known there beyond its time',
		report: { state: 'unknown' },
		isOverdue: true,
		becomes: 'needsReview',
	},
	{ what: 'given up by us', report: { state: 'untaken' }, becomes: 'cancelled' },
	{
		what: 'given up by us in the end',
		report: { state: 'untaken' },
		isOverdue: true,
		becomes: 'expired',
	},
	{
		what: 'given up while the money is being taken',
		report: { state: 'untaken' },
		isBeingCaptured: true,
		becomes: 'open',
	},
])('settle: $what', ({ report, isOverdue = false, isBeingCaptured = false, becomes }) => {
	expect(
		settle(
			{ amount: agreed.amount, reference: agreed.reference, isOverdue, isBeingCaptured },
			{ ...agreed, ...report },
		),
	).toBe(becomes)
})

test.each([
	{ payment: null, end: 'failed' },
	{ payment: { state: 'declined', paidAmount: null }, end: 'failed' },
	{ payment: { state: 'expired', paidAmount: null }, end: 'timeout' },
	{ payment: { state: 'needsReview', paidAmount: null }, end: 'review' },
	// It came too late, and could not go back.
	{ payment: { state: 'paid', paidAmount: agreed.amount }, end: 'review' },
] as const)('of an order that is over, with $payment.state: $end', ({ payment, end }) => {
	expect(endOf(payment)).toBe(end)
})

describe('B16: what may be closed while its provider is away', () => {
	const captureBegunAt = new Date(0)
	test.each([
		{ what: 'nobody was led anywhere', providerId: null, moves: 'itself', isSafe: true },
		{ what: 'the page of a card is open', providerId: 'cs_1', moves: 'itself', isSafe: false },
		{ what: 'a wallet may approve', providerId: 'O1', moves: 'whenCaptured', isSafe: true },
	] as const)('$what: $isSafe', ({ providerId, moves, isSafe }) => {
		expect(isSafeToClose({ providerId, captureBegunAt: null }, moves)).toBe(isSafe)
		expect(isSafeToClose({ providerId, captureBegunAt }, moves)).toBe(false)
	})
})
