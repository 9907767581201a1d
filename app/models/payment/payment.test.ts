import { describe, expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import {
	isSafeToClose,
	outcomeOfAbandoned,
	settle,
	type OrderPage,
	type OwnReport,
	type PaymentOutcome,
	type PaymentState,
	type ProviderReport,
} from '#app/models/payment/payment.ts'

const publicId = 'Ab-c_1'
const agreed: ProviderReport = {
	state: 'paid',
	amount: cents(8964),
	currency: 'EUR',
	reference: '2026-000042',
}

test.each<{
	what: string
	report: Partial<ProviderReport> | OwnReport
	isOverdue?: boolean
	isBeingCaptured?: boolean
	becomes: PaymentState
	heard?: PaymentOutcome
}>([
	{ what: 'paid as agreed', report: {}, becomes: 'paid' },
	{ what: 'currency in small letters', report: { currency: 'eur' }, becomes: 'paid' },
	{ what: 'a cent less', report: { amount: cents(8963) }, becomes: 'needsReview' },
	{ what: 'a cent more', report: { amount: cents(8965) }, becomes: 'needsReview' },
	{ what: 'another currency', report: { currency: 'USD' }, becomes: 'needsReview' },
	{ what: "another order's money", report: { reference: '2026-000043' }, becomes: 'needsReview' },
	{ what: 'still open', report: { state: 'pending' }, becomes: 'started' },
	{
		what: 'open to be paid',
		report: { state: 'pending', isPayable: true },
		becomes: 'started',
		heard: { publicId, isPayable: true },
	},
	{
		what: 'open beyond its time',
		report: { state: 'pending', isPayable: true },
		isOverdue: true,
		becomes: 'started',
	},
	{
		what: 'cancelled by the visitor',
		report: { state: 'cancelled' },
		becomes: 'cancelled',
		heard: 'failed',
	},
	{
		what: 'run out',
		report: { state: 'cancelled' },
		isOverdue: true,
		becomes: 'expired',
		heard: 'timeout',
	},
	{ what: 'declined', report: { state: 'declined' }, becomes: 'declined', heard: 'failed' },
	{ what: 'approved, not yet taken', report: { state: 'approved' }, becomes: 'started' },
	{
		what: 'H5: not known there',
		report: { state: 'unknown' },
		becomes: 'started',
		heard: { publicId, isUnverified: true },
	},
	{
		what: 'H5: not known there beyond its time',
		report: { state: 'unknown' },
		isOverdue: true,
		becomes: 'needsReview',
	},
	{ what: 'given up by us', report: { state: 'untaken' }, becomes: 'cancelled', heard: 'failed' },
	{
		what: 'given up by us in the end',
		report: { state: 'untaken' },
		isOverdue: true,
		becomes: 'expired',
		heard: 'timeout',
	},
	{
		what: 'given up for another payment',
		report: { state: 'replaced' },
		becomes: 'cancelled',
		heard: 'failed',
	},
	{
		what: 'given up for another while the money is being taken',
		report: { state: 'replaced' },
		isBeingCaptured: true,
		becomes: 'started',
	},
	{
		what: 'not due any more, and not taken by a capture that is over',
		report: { state: 'lost' },
		isBeingCaptured: true,
		becomes: 'cancelled',
		heard: 'failed',
	},
	{
		what: 'given up while the money is being taken',
		report: { state: 'untaken' },
		isBeingCaptured: true,
		becomes: 'started',
	},
])(
	'settle: $what',
	({ report, isOverdue = false, isBeingCaptured = false, becomes, heard = { publicId } }) => {
		const { amount, reference } = agreed
		const state = 'started'
		const payment = { state, amount, reference, isOverdue, isBeingCaptured } as const
		const of = (page: OrderPage) => settle({ ...payment, page }, { ...agreed, ...report })
		expect(of({ publicId })).toEqual({ state: becomes, outcome: heard })
		// The rest or a change of a booking: each outcome leads back to it, and none to the overview (faults K22, K46).
		for (const purpose of ['rest', 'change'] as const) {
			const told = typeof heard === 'string' ? { ended: heard } : heard
			const outcome = { publicId, purpose, ...told }
			expect(of({ publicId, purpose })).toEqual({ state: becomes, outcome })
		}
	},
)

test.each([
	{ payment: null, end: 'failed' },
	{ payment: { state: 'cancelled' }, end: 'failed' },
	{ payment: { state: 'declined' }, end: 'failed' },
	{ payment: { state: 'expired' }, end: 'timeout' },
	{ payment: { state: 'needsReview' }, end: 'review' },
	// The money came too late, and could not go back.
	{ payment: { state: 'paid' }, end: 'review' },
] as const)('of an order that was abandoned, with $payment.state: $end', ({ payment, end }) => {
	expect(outcomeOfAbandoned(payment)).toBe(end)
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
