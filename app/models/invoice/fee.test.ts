import { describe, expect, test } from 'vitest'

import type { InvoiceFacts, IssuedInvoice } from '#app/models/invoice/content.ts'
import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import type { FeeVat } from '#app/models/venue/venue.ts'
import { factsOf, gift, issueAll, orderOf } from '#testing/sample-invoices.ts'

// Faults K116: a booking is cancelled and a fee is kept, as consideration with VAT or as damages without.

const visit = { amount: 10_000 }
const ticket = { amount: 10_000, due: 'online' as const }
const meal = { amount: 10_000, vatRate: 7 }
const goods = { amount: 5000, gift }
const pays = (balance: number) => ({
	kind: 'value' as const,
	code: 'X',
	products: null,
	balance: cents(balance),
})
const cash = (amount: number) => ({
	means: 'cash' as const,
	amount: cents(amount),
	on: '2026-11-28',
})
const back = (amount: number, id = 'refund-1') => ({
	id,
	paymentId: 'payment-1',
	means: 'stripe' as const,
	amount: cents(amount),
	on: '2026-11-20',
})

type Fee = { fee: number; feeOfVoucher?: number; spent?: number; feeVat: FeeVat }

/** The order after it was cancelled; `spent` is what was spent of its own gift vouchers. */
function cancelled(order: Order, { fee, feeOfVoucher = 0, spent = 0, feeVat }: Fee): Order {
	return {
		...order,
		state: 'cancelled',
		cancelledAt: new Date('2026-11-20T12:00:00Z'),
		kept: cents(fee - feeOfVoucher + spent),
		fee: cents(fee),
		feeOfVoucher: cents(feeOfVoucher),
		feeVat,
	}
}

/** 'correction-1 of deposit -15.00: 19 %' */
function inShort({ slug, correctsSlug, gross, vat, isKept }: IssuedInvoice): string {
	const of = correctsSlug === null ? '' : ` of ${correctsSlug}`
	const rates = vat.map(({ rate }) => `${rate} %`).join(' + ')
	return `${slug}${of} ${(gross / 100).toFixed(2)}: ${rates}${isKept ? ', kept' : ''}`
}

/** The papers issued before the cancellation and with it. */
function papersOf(
	order: Order,
	fee: Fee,
	facts: Partial<InvoiceFacts>,
	onSite: InvoiceFacts['onSite'] = [],
) {
	const before = issueAll(order, factsOf(order, { onSite }))
	const after = cancelled(order, fee)
	return issueAll(after, factsOf(order, { onSite, ...facts, issued: before }))
}

type Case = [
	what: string,
	order: Order,
	fee: Omit<Fee, 'feeVat'>,
	facts: Partial<InvoiceFacts>,
	asConsideration: string[],
	asDamages: string[],
]

describe('papers of a cancelled booking whose fee is', () => {
	const cases: Case[] = [
		[
			'kept of a deposit',
			orderOf({ lines: [visit] }),
			{ fee: 1000 },
			{ refunds: [back(2000)] },
			['deposit 30.00: 19 %', 'correction-1 of deposit -20.00: 19 %'],
			[
				'deposit 30.00: 19 %',
				'correction-1 of deposit -20.00: 19 %',
				'correction-2 of deposit -10.00: 19 %, kept',
				'fee 10.00: 0 %',
			],
		],
		[
			'all of the deposit, so nothing goes back',
			orderOf({ lines: [visit] }),
			{ fee: 3000 },
			{},
			['deposit 30.00: 19 %'],
			['deposit 30.00: 19 %', 'correction-1 of deposit -30.00: 19 %, kept', 'fee 30.00: 0 %'],
		],
		[
			'kept of what a voucher paid, which no deposit shows',
			orderOf({ lines: [visit, meal], voucher: pays(10_000) }),
			{ fee: 4000, feeOfVoucher: 4000 },
			{},
			['fee 40.00: 19 % + 7 %'],
			['fee 40.00: 0 %'],
		],
		[
			'kept of the voucher first, then of the deposit',
			orderOf({ lines: [visit], voucher: pays(2000) }),
			{ fee: 2500, feeOfVoucher: 2000 },
			{ refunds: [back(500)] },
			['deposit 10.00: 19 %', 'correction-1 of deposit -5.00: 19 %', 'fee 20.00: 19 %'],
			[
				'deposit 10.00: 19 %',
				'correction-1 of deposit -5.00: 19 %',
				'correction-2 of deposit -5.00: 19 %, kept',
				'fee 25.00: 0 %',
			],
		],
		[
			'kept of a voucher that an invoice shows',
			orderOf({ lines: [ticket], voucher: pays(6000) }),
			{ fee: 5000, feeOfVoucher: 5000 },
			{ refunds: [back(4000)] },
			[
				'invoice 100.00: 19 %',
				'correction-1 of invoice -40.00: 19 %',
				'correction-2 of invoice -10.00: 19 %',
			],
			[
				'invoice 100.00: 19 %',
				'correction-1 of invoice -40.00: 19 %',
				'correction-2 of invoice -10.00: 19 %',
				'correction-3 of invoice -50.00: 19 %, kept',
				'fee 50.00: 0 %',
			],
		],
		[
			'kept beside gift vouchers: their receipt is taken back, the services bear it',
			orderOf({ lines: [visit, goods] }),
			{ fee: 1000 },
			{ refunds: [back(7000)] },
			[
				'receipt 50.00: 0 %',
				'deposit 30.00: 19 %',
				'correction-1 of receipt -50.00: 0 %',
				'correction-2 of deposit -20.00: 19 %',
			],
			[
				'receipt 50.00: 0 %',
				'deposit 30.00: 19 %',
				'correction-1 of receipt -50.00: 0 %',
				'correction-2 of deposit -20.00: 19 %',
				'correction-3 of deposit -10.00: 19 %, kept',
				'fee 10.00: 0 %',
			],
		],
		[
			'kept beside a gift voucher that is spent: its receipt stays',
			orderOf({ lines: [visit, goods] }),
			{ fee: 3000, spent: 5000 },
			{},
			['receipt 50.00: 0 %', 'deposit 30.00: 19 %'],
			[
				'receipt 50.00: 0 %',
				'deposit 30.00: 19 %',
				'correction-1 of deposit -30.00: 19 %, kept',
				'fee 30.00: 0 %',
			],
		],
		[
			'more than services were paid with: gift vouchers bear the rest, and VAT of services',
			orderOf({ lines: [visit, goods] }),
			{ fee: 4000 },
			{ refunds: [back(4000)] },
			[
				'receipt 50.00: 0 %',
				'deposit 30.00: 19 %',
				'correction-1 of receipt -40.00: 0 %',
				'correction-2 of receipt -10.00: 0 %, kept',
				'fee 10.00: 19 %',
			],
			[
				'receipt 50.00: 0 %',
				'deposit 30.00: 19 %',
				'correction-1 of receipt -40.00: 0 %',
				'correction-2 of receipt -10.00: 0 %, kept',
				'correction-3 of deposit -30.00: 19 %, kept',
				'fee 40.00: 0 %',
			],
		],
		[
			'kept of gift vouchers alone: as consideration it stays on their receipt',
			orderOf({ lines: [goods] }),
			{ fee: 2000 },
			{ refunds: [back(3000)] },
			['receipt 50.00: 0 %', 'correction-1 of receipt -30.00: 0 %'],
			[
				'receipt 50.00: 0 %',
				'correction-1 of receipt -30.00: 0 %',
				'correction-2 of receipt -20.00: 0 %, kept',
				'fee 20.00: 0 %',
			],
		],
		[
			'given back later, as the guest proves a smaller loss',
			orderOf({ lines: [visit] }),
			{ fee: 3000 },
			{},
			['deposit 30.00: 19 %', 'correction-1 of deposit -10.00: 19 %'],
			[
				'deposit 30.00: 19 %',
				'correction-1 of deposit -30.00: 19 %, kept',
				'fee 30.00: 0 %',
				'correction-2 of fee -10.00: 0 %',
			],
		],
	]
	const all = cases.flatMap(([what, order, fee, facts, ...expected]) =>
		(['consideration', 'damages'] as const).map((feeVat, index) => ({
			what,
			order,
			fee: { ...fee, feeVat },
			facts,
			expected: expected[index] ?? [],
		})),
	)

	test.each(all)('$fee.feeVat, $what', ({ what, order, fee, facts, expected }) => {
		const before = papersOf(order, fee, facts)
		const now = what.startsWith('given back later') ? { refunds: [back(1000)] } : facts
		const issued = issueAll(cancelled(order, fee), factsOf(order, { ...now, issued: before }))
		expect(issued.map(inShort)).toEqual(expected)
		const again = issueAll(cancelled(order, fee), factsOf(order, { ...now, issued }))
		expect(again).toEqual(issued)
	})

	test('kept after the rest was paid: the final invoice is left by it, the till gives the rest back', () => {
		const order = orderOf({ lines: [visit] })
		const fee = { fee: 1000, feeVat: 'damages' as const }
		const issued = papersOf(order, fee, { refunds: [back(2000)] }, [cash(7000)])
		const onSite = [cash(7000), { ...cash(-7000), receipt: 'K2' }]
		const facts = factsOf(order, { refunds: [back(2000)], onSite, issued })
		const done = issueAll(cancelled(order, fee), facts)
		expect(done.map(inShort)).toEqual([
			'deposit 30.00: 19 %',
			'final 100.00: 19 %',
			'correction-1 of final -20.00: 19 %',
			'correction-2 of final -10.00: 19 %, kept',
			'fee 10.00: 0 %',
			'correction-3 of final -70.00: 19 %',
		])
	})
})

test('a refund that failed after a part of the fee went back: the fee gets no second paper', () => {
	const order = orderOf({ lines: [visit] })
	const fee = { fee: 3000, feeVat: 'consideration' as const }
	const before = papersOf(order, fee, {})
	const went = issueAll(
		cancelled(order, fee),
		factsOf(order, { refunds: [back(1000)], issued: before }),
	)
	for (const refunds of [[], [back(1000, 'refund-2')]])
		expect(issueAll(cancelled(order, fee), factsOf(order, { refunds, issued: went }))).toEqual(went)
})

test('the receipt of damages names no VAT and no service, and says how it was paid', () => {
	const order = orderOf({ lines: [visit], voucher: pays(2000) })
	const fee = { fee: 2500, feeOfVoucher: 2000, feeVat: 'damages' as const }
	const paper = papersOf(order, fee, { refunds: [back(500)] }).find(({ kind }) => kind === 'fee')
	expect(paper).toMatchObject({
		service: null,
		positions: [{ what: 'damages', amount: 2500, vatRate: 0 }],
		vat: [{ rate: 0, gross: 2500, net: 2500, vat: 0 }],
		payments: [
			{ means: 'stripe', amount: 500 },
			{ means: 'voucher', amount: 2000 },
		],
	})
})

test('an order that an older build cancelled keeps its papers', () => {
	const order = orderOf({ lines: [visit] })
	const before = issueAll(order, factsOf(order))
	const after = { ...cancelled(order, { fee: 0, spent: 1000, feeVat: 'consideration' }) }
	const issued = issueAll(after, factsOf(order, { refunds: [back(2000)], issued: before }))
	expect(issued.map(inShort)).toEqual([
		'deposit 30.00: 19 %',
		'correction-1 of deposit -20.00: 19 %',
	])
})
