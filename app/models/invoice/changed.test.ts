import { describe, expect, test } from 'vitest'

import type { InvoiceFacts, IssuedInvoice } from '#app/models/invoice/content.ts'
import { cancelToWriteAnew } from '#app/models/invoice/correction.ts'
import { aheadOf, finalOf } from '#app/models/invoice/issued.ts'
import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { changed, factsOf, issueAll, orderOf, vatPartsFor } from '#testing/sample-invoices.ts'

// Faults K4: a booking changes after its first papers; each turnover is on paper once.

const visit = (amount = 10_000, vatRate = 19) => ({ amount, vatRate })
const online = (amount = 10_000) => ({ ...visit(amount), due: 'online' as const })
const onSite = (amount = 10_000) => ({ ...visit(amount), due: 'onSite' as const })
const payment = (count: number, amount: number) => ({
	id: `payment-${count}`,
	means: 'stripe' as const,
	amount: cents(amount),
	on: '2026-11-0' + count,
})
const refund = (count: number, amount: number, of = 1) => ({
	id: `refund-${count}`,
	paymentId: `payment-${of}`,
	means: 'stripe' as const,
	amount: cents(amount),
	on: '2026-11-20',
})
const cash = (amount: number) => ({
	means: 'cash' as const,
	amount: cents(amount),
	on: '2026-11-28',
})
const over = (order: Order): Order => ({ ...order, state: 'completed' })

/** A paper by its name, with the amount due where something was deducted: 'final-2 100.00, due 70.00'. */
function inShort({ slug, correctsSlug, gross, due }: IssuedInvoice): string {
	const of = correctsSlug === null ? '' : ` of ${correctsSlug}`
	const rest = due.gross === gross ? '' : `, due ${(due.gross / 100).toFixed(2)}`
	return `${slug}${of} ${(gross / 100).toFixed(2)}${rest}`
}

type Step = { order: Order; facts?: Partial<InvoiceFacts> }

/** All papers of an order, issuing the missing ones after each step. */
function papersOf(steps: readonly Step[]): IssuedInvoice[] {
	let issued: IssuedInvoice[] = []
	for (const { order, facts } of steps)
		issued = issueAll(order, { ...factsOf(order), ...facts, issued })
	return issued
}

const deposited = orderOf({ lines: [visit()] })
const paidWhole = orderOf({ lines: [online()] })
const byVoucher = (balance: number, lines: ReturnType<typeof visit>[] = [online()]) =>
	orderOf({
		lines,
		voucher: { kind: 'value', code: 'X', products: null, balance: cents(balance) },
	})

describe('papers of a change', () => {
	const first = { payments: [payment(1, 3000)] }
	const dearer = changed(deposited, [visit(13_000)])
	const whole = { payments: [payment(1, 10_000)] }

	test.each<[string, Step[], string[]]>([
		[
			'a deposit, then dearer: nothing until the final invoice',
			[
				{ order: deposited, facts: first },
				{ order: dearer, facts: first },
				{ order: dearer, facts: { ...first, onSite: [cash(10_000)] } },
			],
			['deposit 30.00', 'final 130.00, due 100.00'],
		],
		[
			'K92: other things at the same price after the final invoice: it is written anew',
			[
				{ order: deposited, facts: { ...first, onSite: [cash(7000)] } },
				{
					order: changed(deposited, [visit(10_000, 7)]),
					facts: { ...first, onSite: [cash(7000)] },
				},
			],
			[
				'deposit 30.00',
				'final 100.00, due 70.00',
				'correction-1 of final -100.00, due -70.00',
				'final-2 100.00, due 70.00',
			],
		],
		[
			'K92: all paid ahead, then moved to another day at the same price: a final invoice names it',
			[
				{ order: paidWhole, facts: whole },
				{ order: over({ ...paidWhole, day: '2026-12-24' }), facts: whole },
			],
			['invoice 100.00', 'final 100.00, due 0.00'],
		],
		[
			'dearer, the growth paid online: a second deposit, both deducted',
			[
				{ order: deposited, facts: first },
				{
					order: changed(deposited, [visit(13_000)], { online: 6000 }),
					facts: { payments: [payment(1, 3000), payment(2, 3000)] },
				},
				{
					order: changed(deposited, [visit(13_000)], { online: 6000 }),
					facts: { payments: [payment(1, 3000), payment(2, 3000)], onSite: [cash(7000)] },
				},
			],
			['deposit 30.00', 'deposit-2 30.00', 'final 130.00, due 70.00'],
		],
		[
			'the whole rest paid online before the visit: the final invoice when it is over, nothing due',
			[
				{ order: deposited, facts: first },
				{
					order: changed(deposited, [visit()], { online: 10_000 }),
					facts: { payments: [payment(1, 3000), payment(2, 7000)] },
				},
				{
					order: over(changed(deposited, [visit()], { online: 10_000 })),
					facts: { payments: [payment(1, 3000), payment(2, 7000)] },
				},
			],
			['deposit 30.00', 'deposit-2 70.00', 'final 100.00, due 0.00'],
		],
		[
			'all paid ahead, then dearer: the invoice counts as a deposit',
			[
				{ order: paidWhole, facts: whole },
				{ order: changed(paidWhole, [online(12_000)], { online: 10_000 }), facts: whole },
				{
					order: changed(paidWhole, [online(12_000)], { online: 10_000 }),
					facts: { ...whole, onSite: [cash(2000)] },
				},
			],
			['invoice 100.00', 'final 120.00, due 20.00'],
		],
		[
			'all paid ahead and unchanged: no final invoice',
			[
				{ order: paidWhole, facts: whole },
				{ order: over(paidWhole), facts: whole },
			],
			['invoice 100.00'],
		],
		[
			'cheaper, and not less than was paid: nothing until the final invoice',
			[
				{ order: deposited, facts: first },
				{ order: changed(deposited, [visit(8000)]), facts: { ...first, onSite: [cash(5000)] } },
			],
			['deposit 30.00', 'final 80.00, due 50.00'],
		],
		[
			'cheaper than was paid: a correction with the repayment, no reduction on the final invoice',
			[
				{ order: deposited, facts: first },
				{
					order: changed(deposited, [visit(2000)], { online: 2000 }),
					facts: { ...first, refunds: [refund(1, 1000)] },
				},
				{
					order: over(changed(deposited, [visit(2000)], { online: 2000 })),
					facts: { ...first, refunds: [refund(1, 1000)] },
				},
			],
			['deposit 30.00', 'correction-1 of deposit -10.00', 'final 20.00, due 0.00'],
		],
		[
			'all paid ahead, then cheaper: invoice and correction say everything',
			[
				{ order: paidWhole, facts: whole },
				{
					order: over(changed(paidWhole, [online(8000)], { online: 8000 })),
					facts: { ...whole, refunds: [refund(1, 2000)] },
				},
			],
			['invoice 100.00', 'correction-1 of invoice -20.00'],
		],
		[
			'a refund is taken back of the paper of its payment',
			[
				{
					order: changed(deposited, [visit()], { online: 10_000 }),
					facts: { payments: [payment(1, 3000), payment(2, 7000)], refunds: [refund(1, 500, 2)] },
				},
			],
			['deposit 30.00', 'deposit-2 70.00', 'correction-1 of deposit-2 -5.00'],
		],
		[
			'a deposit, then the rest falls to nothing: never a second invoice over the same',
			[
				{ order: deposited, facts: first },
				{ order: changed(deposited, [visit(3000)]), facts: first },
				{ order: over(changed(deposited, [visit(3000)])), facts: first },
			],
			['deposit 30.00', 'final 30.00, due 0.00'],
		],
		[
			'a voucher pays less after a change: an invoice is corrected by it',
			[
				{ order: byVoucher(20_000) },
				{ order: changed(byVoucher(20_000), [online(7000)], { voucher: 7000 }) },
			],
			['invoice 100.00', 'correction-1 of invoice -30.00'],
		],
		[
			'a voucher pays less after a change, then all is cancelled: the rest of the invoice is taken back',
			[
				{ order: byVoucher(20_000) },
				{ order: changed(byVoucher(20_000), [online(7000)], { voucher: 7000 }) },
				{
					order: {
						...changed(byVoucher(20_000), [online(7000)], { voucher: 7000 }),
						state: 'cancelled',
						cancelledAt: new Date('2026-11-20T12:00:00Z'),
					},
				},
			],
			['invoice 100.00', 'correction-1 of invoice -30.00', 'correction-2 of invoice -70.00'],
		],
		[
			'K63: a voucher paid all, a change is paid and cancelled before its deposit invoice: both papers are taken back',
			[
				{ order: byVoucher(20_000) },
				{
					order: {
						...changed(byVoucher(20_000), [online(14_000)], { voucher: 10_000, online: 4000 }),
						state: 'cancelled',
						cancelledAt: new Date('2026-11-20T12:00:00Z'),
					},
					facts: { payments: [payment(1, 4000)], refunds: [refund(1, 4000)] },
				},
			],
			[
				'invoice 100.00',
				'deposit 40.00',
				'correction-1 of deposit -40.00',
				'correction-2 of invoice -100.00',
			],
		],
		[
			'all is given back before the first paper: no paper',
			[
				{
					order: {
						...deposited,
						state: 'cancelled',
						cancelledAt: new Date('2026-11-20T12:00:00Z'),
					},
					facts: { ...first, refunds: [refund(1, 3000)] },
				},
			],
			[],
		],
		[
			'a voucher pays less after a change: a deposit is not about it',
			[
				{ order: byVoucher(2000, [visit()]), facts: { payments: [payment(1, 1000)] } },
				{
					order: changed(byVoucher(2000, [visit()]), [visit(2500)], {
						voucher: 1500,
						online: 1000,
					}),
					facts: { payments: [payment(1, 1000)] },
				},
			],
			['deposit 10.00'],
		],
		[
			'a till note corrected after the final invoice: cancelled and written anew',
			[
				{ order: deposited, facts: { ...first, onSite: [cash(7000)] } },
				{ order: deposited, facts: { ...first, onSite: [{ ...cash(7000), means: 'card' }] } },
			],
			[
				'deposit 30.00',
				'final 100.00, due 70.00',
				'correction-1 of final -100.00, due -70.00',
				'final-2 100.00, due 70.00',
			],
		],
		[
			'a till note reversed: the final invoice waits for the rest again',
			[
				{ order: deposited, facts: { ...first, onSite: [cash(7000)] } },
				{ order: deposited, facts: { ...first, onSite: [] } },
				{ order: deposited, facts: { ...first, onSite: [cash(3000)] } },
			],
			['deposit 30.00', 'final 100.00, due 70.00', 'correction-1 of final -100.00, due -70.00'],
		],
		[
			'moved after the till took the rest: the final invoice is written anew for the new day',
			[
				{ order: deposited, facts: { ...first, onSite: [cash(7000)] } },
				{ order: { ...deposited, day: '2026-12-05' }, facts: { ...first, onSite: [cash(7000)] } },
			],
			[
				'deposit 30.00',
				'final 100.00, due 70.00',
				'correction-1 of final -100.00, due -70.00',
				'final-2 100.00, due 70.00',
			],
		],
		[
			'a change that ended unpaid: no paper',
			[
				{ order: deposited, facts: first },
				{ order: deposited, facts: first },
			],
			['deposit 30.00'],
		],
		[
			'all paid ahead, dearer, the growth paid online: a deposit beside the invoice, both deducted',
			[
				{ order: paidWhole, facts: whole },
				{
					order: changed(paidWhole, [online(12_500)], { online: 12_500 }),
					facts: { payments: [payment(1, 10_000), payment(2, 2500)] },
				},
				{
					order: over(changed(paidWhole, [online(12_500)], { online: 12_500 })),
					facts: { payments: [payment(1, 10_000), payment(2, 2500)] },
				},
			],
			['invoice 100.00', 'deposit 25.00', 'final 125.00, due 0.00'],
		],
		[
			'nothing paid ahead, then a change that is paid: its deposit is the first paper',
			[
				{ order: orderOf({ lines: [onSite(10_000)] }) },
				{
					order: changed(orderOf({ lines: [onSite(10_000)] }), [visit(12_500)], { online: 2500 }),
					facts: { payments: [payment(1, 2500)] },
				},
				{
					order: changed(orderOf({ lines: [onSite(10_000)] }), [visit(12_500)], { online: 2500 }),
					facts: { payments: [payment(1, 2500)], onSite: [cash(10_000)] },
				},
			],
			['deposit 25.00', 'final 125.00, due 100.00'],
		],
		[
			'dearer and paid, then cheaper than both payments: the newest gives back first',
			[
				{
					order: changed(deposited, [visit(13_000)], { online: 6000 }),
					facts: { payments: [payment(1, 3000), payment(2, 3000)] },
				},
				{
					order: changed(deposited, [visit(2000)], { online: 2000 }),
					facts: {
						payments: [payment(1, 3000), payment(2, 3000)],
						refunds: [refund(1, 3000, 2), refund(2, 1000)],
					},
				},
				{
					order: over(changed(deposited, [visit(2000)], { online: 2000 })),
					facts: {
						payments: [payment(1, 3000), payment(2, 3000)],
						refunds: [refund(1, 3000, 2), refund(2, 1000)],
					},
				},
			],
			[
				'deposit 30.00',
				'deposit-2 30.00',
				'correction-1 of deposit-2 -30.00',
				'correction-2 of deposit -10.00',
				'final 20.00, due 0.00',
			],
		],
		[
			'fewer came than were rung up: written anew over those who came',
			[
				{ order: deposited, facts: { ...first, onSite: [cash(7000)] } },
				{
					order: changed(deposited, [visit(9000)]),
					facts: { ...first, onSite: [cash(7000), cash(-1000)] },
				},
			],
			[
				'deposit 30.00',
				'final 100.00, due 70.00',
				'correction-1 of final -100.00, due -70.00',
				'final-2 90.00, due 60.00',
			],
		],
		[
			'given back of the final invoice, and a note corrected: the reduction stays',
			[
				{ order: deposited, facts: { ...first, onSite: [cash(7000)] } },
				{ order: deposited, facts: { ...first, onSite: [cash(7000)], refunds: [refund(1, 1000)] } },
				{
					order: deposited,
					facts: {
						...first,
						onSite: [{ ...cash(7000), means: 'card' }],
						refunds: [refund(1, 1000)],
					},
				},
			],
			[
				'deposit 30.00',
				'final 100.00, due 70.00',
				'correction-1 of final -10.00',
				'correction-2 of final -90.00, due -60.00',
				'correction-3 of deposit -10.00',
				'final-2 90.00, due 70.00',
			],
		],
		[
			'cancelled after a change, everything back: each paper is cancelled',
			[
				{
					order: changed(deposited, [visit()], { online: 10_000 }),
					facts: { payments: [payment(1, 3000), payment(2, 7000)] },
				},
				{
					order: {
						...changed(deposited, [visit()], { online: 10_000 }),
						state: 'cancelled',
						cancelledAt: new Date('2026-11-20T12:00:00Z'),
					},
					facts: {
						payments: [payment(1, 3000), payment(2, 7000)],
						refunds: [refund(1, 3000), refund(2, 7000, 2)],
					},
				},
			],
			[
				'deposit 30.00',
				'deposit-2 70.00',
				'correction-1 of deposit -30.00',
				'correction-2 of deposit-2 -70.00',
			],
		],
	])('%s', (_, steps, expected) => {
		const issued = papersOf(steps)
		expect(issued.map(inShort)).toEqual(expected)
		const last = steps.at(-1)
		if (last) expect(papersOf([...steps, last])).toEqual(issued)
	})
})

// Faults N13.
describe('a rate of VAT that comes into force between order and visit', () => {
	const vat = [
		{ from: '2025-01-01', standard: 19, reduced: 7 },
		{ from: '2026-11-15', standard: 21, reduced: 7 },
	]
	const classed = (order: Order): Order => ({
		...order,
		day: '2026-11-28',
		lines: order.lines.map((line) => ({ ...line, vatClass: 'standard' })),
	})
	const first = { payments: [payment(1, 3000)], vat }
	const finalIn = (steps: readonly Step[]) => papersOf(steps).find(({ kind }) => kind === 'final')

	test('the parts of a package take those of the visit, their amounts unchanged (faults N85)', () => {
		const vatParts = vatPartsFor({ food: 3000, drinks: 1000, play: 6000 })
		const order = { ...classed(orderOf({ lines: [{ amount: 10_000, vatParts }] })) }
		expect(order.vat).toMatchObject([
			{ rate: 19, gross: 7000 },
			{ rate: 7, gross: 3000 },
		])
		const final = finalIn([
			{ order, facts: first },
			{ order, facts: { ...first, onSite: [cash(7000)] } },
		])
		expect(final).toMatchObject({
			vat: [
				{ rate: 21, gross: 7000 },
				{ rate: 7, gross: 3000 },
			],
			positions: [
				{
					amount: 10_000,
					parts: [
						{ part: 'food', vatRate: 7, amount: 3000 },
						{ part: 'drinks', vatRate: 21, amount: 1000 },
						{ part: 'play', vatRate: 21, amount: 6000 },
					],
				},
			],
			deposits: [
				{
					vat: [
						{ rate: 19, gross: 2100 },
						{ rate: 7, gross: 900 },
					],
				},
			],
		})
	})

	test('the final invoice takes that of the visit, gross unchanged, the deposit deducted with its own', () => {
		const order = classed(deposited)
		const final = finalIn([
			{ order, facts: first },
			{ order, facts: { ...first, onSite: [cash(7000)] } },
		])
		expect(final).toMatchObject({
			gross: 10_000,
			vat: [{ rate: 21, gross: 10_000 }],
			positions: [{ vatRate: 21, amount: 10_000 }],
			deposits: [{ vat: [{ rate: 19, gross: 3000 }] }],
			due: {
				gross: 7000,
				vat: [
					{ rate: 21, gross: 10_000 },
					{ rate: 19, gross: -3000 },
				],
			},
		})
	})

	test('all paid ahead at the old rate: a final invoice when the visit is over, nothing due', () => {
		const order = classed(paidWhole)
		const facts = { payments: [payment(1, 10_000)], vat }
		const final = finalIn([
			{ order, facts },
			{ order: over(order), facts },
		])
		expect(final).toMatchObject({ gross: 10_000, due: { gross: 0 }, vat: [{ rate: 21 }] })
	})

	test('a line whose class an older build did not note keeps its rate', () => {
		const order = { ...deposited, day: '2026-11-28' }
		const facts = { ...first, onSite: [cash(7000)] }
		expect(finalIn([{ order, facts }])?.vat).toMatchObject([{ rate: 19 }])
	})

	test('a part of the deposit that went back at its rate makes the visit cheaper at the new rate', () => {
		const order = classed(deposited)
		const facts = { ...first, refunds: [refund(1, 1000)], onSite: [cash(7000)] }
		const final = finalIn([
			{ order, facts: { ...facts, onSite: [] } },
			{ order, facts },
		])
		expect(final).toMatchObject({
			gross: 9000,
			vat: [{ rate: 21, gross: 9000 }],
			due: { gross: 7000 },
		})
	})
})

describe('a cancelled booking whose rest the till has given back', () => {
	test('its final invoice is taken back, as far as the till gave back', () => {
		const first = { payments: [payment(1, 3000)] }
		const cancelled: Order = {
			...deposited,
			state: 'cancelled',
			cancelledAt: new Date('2026-11-28T12:00:00Z'),
		}
		const back = { ...first, refunds: [refund(1, 3000)] }
		const issued = papersOf([
			{ order: deposited, facts: { ...first, onSite: [cash(7000)] } },
			{ order: cancelled, facts: { ...back, onSite: [cash(7000)] } },
			{
				order: cancelled,
				facts: { ...back, onSite: [cash(7000), { ...cash(-7000), receipt: 'K2' }] },
			},
		])
		expect(issued.map(inShort)).toEqual([
			'deposit 30.00',
			'final 100.00, due 70.00',
			'correction-1 of final -30.00',
			'correction-2 of final -70.00',
		])
		expect(issued.at(-1)?.payments).toMatchObject([{ amount: -7000, receipt: 'K2' }])
	})
})

test('the rest that a till rings up as a sale has no final invoice (§ 14c UStG)', () => {
	const facts = { payments: [payment(1, 3000)], hasFinal: false }
	const issued = papersOf([
		{ order: deposited, facts },
		{ order: over(deposited), facts: { ...facts, onSite: [cash(7000)] } },
	])
	expect(issued.map(inShort)).toEqual(['deposit 30.00'])
})

describe('the final invoice has a recipient and a rule of small amounts of its own', () => {
	const small = orderOf({ lines: [visit(24_000)] })
	const paid = { payments: [payment(1, 7200)] }

	test('240 EUR, changed to 300: the recipient stands on it (§ 33 UStDV)', () => {
		const large = changed(small, [visit(30_000)])
		const [deposit, final] = papersOf([
			{ order: small, facts: paid },
			{ order: large, facts: { ...paid, onSite: [cash(22_800)] } },
		])
		expect(deposit).toMatchObject({ isSmall: true, buyer: null })
		expect(final).toMatchObject({ kind: 'final', isSmall: false, buyer: { name: 'Ada Lovelace' } })
	})
})

describe('orders of older builds keep their papers', () => {
	/** Papers as written by builds that stored no payment on them. */
	const old = (issued: IssuedInvoice[]) => issued.map((it) => ({ ...it, paymentId: null }))

	test.each<[string, Order, Partial<InvoiceFacts>]>([
		['a deposit', deposited, {}],
		['a deposit and its final invoice', deposited, { onSite: [cash(7000)] }],
		['an invoice', paidWhole, {}],
		['an invoice of a voucher alone', byVoucher(20_000), {}],
	])('%s', (_, order, facts) => {
		const issued = old(issueAll(order, { ...factsOf(order), ...facts }))
		expect(issueAll(order, { ...factsOf(order), ...facts, issued })).toEqual(issued)
	})

	test('a payment that follows has a paper of its own', () => {
		const issued = old(issueAll(deposited, factsOf(deposited)))
		const paid = changed(deposited, [visit()], { online: 10_000 })
		const payments = [payment(1, 3000), payment(2, 7000)]
		const after = issueAll(paid, { ...factsOf(paid), payments, issued })
		expect(after.map(({ slug, gross }) => [slug, gross])).toEqual([
			['deposit', 3000],
			['deposit-2', 7000],
		])
	})
})

test('another recipient: cancelled and written anew, with what went back since; no money moves', () => {
	const facts = { ...factsOf(deposited), onSite: [cash(7000)], refunds: [refund(1, 1000)] }
	const before = issueAll(deposited, { ...facts, onSite: [] })
	let issued = issueAll(deposited, { ...facts, issued: before })
	const party = { type: 'company' as const, name: 'Mond GmbH', contactPerson: null }
	const named = { ...deposited, party }
	for (const paper of [finalOf(issued), ...aheadOf(issued)]) {
		if (!paper) throw new Error('a paper is missing')
		const { content, ...row } = cancelToWriteAnew(paper, { ...facts, issued })
		issued.push({ ...content, ...row, number: `X-${issued.length}`, issuedOn: '2026-12-01' })
	}
	issued = issueAll(named, { ...facts, issued })
	expect(issued.map(inShort)).toEqual([
		'deposit 30.00',
		'correction-1 of deposit -10.00',
		'final 90.00, due 70.00',
		'correction-2 of final -90.00, due -70.00',
		'correction-3 of deposit -20.00',
		'deposit-2 20.00',
		'final-2 90.00, due 70.00',
	])
	for (const slug of ['deposit-2', 'final-2'])
		expect(issued.find((it) => it.slug === slug)).toMatchObject({
			buyer: { company: 'Mond GmbH' },
			isSmall: false,
		})
	for (const slug of ['correction-2', 'correction-3'])
		expect(issued.find((it) => it.slug === slug)?.payments).toEqual([])
})
