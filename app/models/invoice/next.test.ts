import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { IssuedInvoice } from '#app/models/invoice/content.ts'
import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { factsOf, gift, issueAll, orderOf, paidOnSite, total } from '#testing/sample-invoices.ts'
import { sampleOrder } from '#testing/sample-order.ts'

const visit = { amount: 10_000 }
const meal = { amount: 5350, vatRate: 7 }
const ticket = { amount: 2000, due: 'online' as const }
const voucher = { amount: 5000, gift }
const pays = (balance: number) => ({
	kind: 'value' as const,
	code: 'X',
	products: null,
	balance: cents(balance),
})
const reduces = (amount: number) => ({ ...pays(0), kind: 'fixed' as const, amount: cents(amount) })

/** 'deposit 30.00: 19 % 30.00 = 25.21 + 4.79' */
function inShort({ kind, gross, vat }: IssuedInvoice): string {
	const rates = vat.map(
		(it) => `${it.rate} % ${euro(it.gross)} = ${euro(it.net)} + ${euro(it.vat)}`,
	)
	return `${kind} ${euro(gross)}: ${rates.join(', ')}`
}

function euro(amount: number): string {
	return (amount / 100).toFixed(2)
}

describe('papers with the confirmation', () => {
	test.each<[string, Order, string[]]>([
		['nothing is paid online', orderOf({ lines: [{ ...visit, due: 'onSite' }] }), []],
		['a deposit', orderOf({ lines: [visit] }), ['deposit 30.00: 19 % 30.00 = 25.21 + 4.79']],
		[
			'a deposit on two rates, in proportion',
			orderOf({ lines: [visit, meal] }),
			['deposit 46.05: 19 % 30.00 = 25.21 + 4.79, 7 % 16.05 = 15.00 + 1.05'],
		],
		[
			'a deposit and lines that are paid in full, none of those due on site',
			orderOf({
				lines: [
					{ amount: 30_000 },
					{ amount: 10_000, vatRate: 7 },
					{ amount: 15_000, due: 'online' },
					{ amount: 8000, vatRate: 7, due: 'onSite' },
				],
			}),
			['deposit 270.00: 19 % 240.00 = 201.68 + 38.32, 7 % 30.00 = 28.04 + 1.96'],
		],
		[
			'the same, a part of it by a value voucher',
			orderOf({
				lines: [
					{ amount: 10_000, vatRate: 7 },
					{ amount: 10_000, due: 'online' },
				],
				voucher: pays(6500),
			}),
			['deposit 65.00: 19 % 50.00 = 42.02 + 7.98, 7 % 15.00 = 14.02 + 0.98'],
		],
		['all of it', orderOf({ lines: [ticket] }), ['invoice 20.00: 19 % 20.00 = 16.81 + 3.19']],
		[
			'all of it by a value voucher',
			orderOf({ lines: [visit], voucher: pays(20_000) }),
			['invoice 100.00: 19 % 100.00 = 84.03 + 15.97'],
		],
		['the deposit by a value voucher', orderOf({ lines: [visit], voucher: pays(4000) }), []],
		[
			'a deposit, reduced',
			orderOf({ lines: [visit], voucher: reduces(1000) }),
			['deposit 27.00: 19 % 27.00 = 22.69 + 4.31'],
		],
		['a gift voucher', orderOf({ lines: [voucher] }), ['receipt 50.00: 0 % 50.00 = 50.00 + 0.00']],
		[
			'a gift voucher by post, and a visit',
			orderOf({ lines: [visit, voucher], shipping: 390 }),
			[
				'receipt 53.90: 19 % 3.90 = 3.28 + 0.62, 0 % 50.00 = 50.00 + 0.00',
				'deposit 30.00: 19 % 30.00 = 25.21 + 4.79',
			],
		],
		['all of it for nothing', orderOf({ lines: [visit], voucher: reduces(10_000) }), []],
		[
			'an order that was never confirmed',
			orderOf({ lines: [visit, voucher], order: { confirmedAt: null } }),
			[],
		],
	])('%s', (_, order, expected) => {
		expect(issueAll(order, factsOf(order)).map(inShort)).toEqual(expected)
	})

	test('each paper says how it was paid: gift vouchers by money alone', () => {
		const order = orderOf({ lines: [ticket, voucher], shipping: 390, voucher: pays(2200) })
		const [receipt, invoice] = issueAll(order, factsOf(order))
		expect(receipt?.payments).toEqual([
			{ means: 'voucher', amount: 200, on: '2026-11-01' },
			{ means: 'stripe', amount: 5190, on: '2026-11-01' },
		])
		expect(invoice?.payments).toEqual([{ means: 'voucher', amount: 2000, on: '2026-11-01' }])
	})
})

describe('invoices of small amounts (§ 33 UStDV)', () => {
	const company = { type: 'company' as const, name: 'Mond GmbH', contactPerson: null }
	test.each<[number, Partial<Order>, boolean]>([
		[25_000, {}, true],
		[25_001, {}, false],
		[25_000, { party: company }, false],
	])('an invoice of %i cents for %j is one of a small amount: %s', (amount, order, isSmall) => {
		const [deposit] = issueAll(
			orderOf({ lines: [{ amount }], order }),
			factsOf(orderOf({ lines: [{ amount }] })),
		)
		expect(deposit).toMatchObject({ kind: 'deposit', isSmall })
		expect(deposit?.buyer === null).toBe(isSmall)
	})

	test('a company is named on its invoice, and its person', () => {
		const order = orderOf({ lines: [visit], order: { party: company } })
		const [deposit] = issueAll(order, factsOf(order))
		expect(deposit?.buyer).toMatchObject({ company: 'Mond GmbH', name: 'Ada Lovelace' })
	})
})

describe('the final invoice after the visit', () => {
	test('deducts the deposit and its VAT', () => {
		const order = orderOf({ lines: [visit, meal] })
		const facts = factsOf(order, { onSite: paidOnSite(order) })
		const [deposit, final] = issueAll(order, facts)
		expect(deposit && inShort(deposit)).toContain('deposit 46.05')
		expect(final && inShort(final)).toBe(
			'final 153.50: 19 % 100.00 = 84.03 + 15.97, 7 % 53.50 = 50.00 + 3.50',
		)
		expect(final?.deposits).toMatchObject([{ number: 'RE-2026-000001', gross: 4605 }])
		expect(final?.due).toEqual({
			gross: 10_745,
			vat: [
				{ rate: 19, gross: 7000, net: 5882, vat: 1118 },
				{ rate: 7, gross: 3745, net: 3500, vat: 245 },
			],
		})
		expect(final?.payments).toEqual([{ means: 'cash', amount: 10_745, on: '2026-11-28' }])
	})

	test('is not issued before all of the rest is paid', () => {
		const order = orderOf({ lines: [visit] })
		const onSite = [{ means: 'card' as const, amount: cents(6999), on: '2026-11-28' }]
		expect(issueAll(order, factsOf(order, { onSite })).map(({ kind }) => kind)).toEqual(['deposit'])
	})

	test('deducts nothing when nothing was paid online', () => {
		const order = orderOf({ lines: [{ ...visit, due: 'onSite' }] })
		const [final] = issueAll(order, factsOf(order, { onSite: paidOnSite(order) }))
		expect(final).toMatchObject({
			kind: 'final',
			gross: 10_000,
			deposits: [],
			due: { gross: 10_000 },
		})
	})

	test('is cheaper by a part of the deposit that went back before', () => {
		const order = orderOf({ lines: [visit] })
		const refunds = [refund(1000)]
		const before = issueAll(order, factsOf(order, { refunds }))
		const onSite = paidOnSite(order)
		const final = issueAll(order, factsOf(order, { refunds, onSite, issued: before })).at(-1)
		expect(final).toMatchObject({
			kind: 'final',
			gross: 9000,
			deposits: [{ gross: 2000 }],
			due: { gross: 7000 },
		})
	})
})

describe('a refund', () => {
	test.each<[string, number[], string[]]>([
		['of a part', [1000], ['correction -10.00: 19 % -10.00 = -8.40 + -1.60']],
		['of everything', [3000], ['cancellation -30.00: 19 % -30.00 = -25.21 + -4.79']],
		[
			'in two parts: the last takes the VAT that is left',
			[1000, 2000],
			[
				'correction -10.00: 19 % -10.00 = -8.40 + -1.60',
				'correction -20.00: 19 % -20.00 = -16.81 + -3.19',
			],
		],
	])('%s', (_, amounts, expected) => {
		const order = orderOf({ lines: [visit] })
		const [, ...corrections] = issueAll(order, factsOf(order, { refunds: amounts.map(refund) }))
		expect(corrections.map(inShort)).toEqual(expected)
		expect(corrections[0]?.corrects).toEqual({
			number: 'RE-2026-000001',
			issuedOn: '2026-11-01',
			kind: 'deposit',
		})
	})

	test('a refund of everything takes back the services, then the receipt', () => {
		const order = orderOf({ lines: [visit, voucher] })
		const issued = issueAll(order, factsOf(order, { refunds: [refund(8000)] }))
		expect(issued.map(({ kind, gross, corrects }) => [kind, gross, corrects?.kind])).toEqual([
			['receipt', 5000, undefined],
			['deposit', 3000, undefined],
			['cancellation', -3000, 'deposit'],
			['cancellation', -5000, 'receipt'],
		])
	})

	test('a refund after the visit takes back of the final invoice', () => {
		const order = orderOf({ lines: [visit] })
		const onSite = paidOnSite(order)
		const issued = issueAll(order, factsOf(order, { onSite }))
		const all = issueAll(order, factsOf(order, { onSite, issued, refunds: [refund(3000)] }))
		expect(all.at(-1)).toMatchObject({
			kind: 'correction',
			gross: -3000,
			corrects: { kind: 'final' },
		})
	})

	test('a refund that failed and the one that came instead of it are taken back once', () => {
		const order = orderOf({ lines: [visit] })
		const issued = issueAll(order, factsOf(order, { refunds: [refund(3000)] }))
		const instead = { refunds: [refund(3000, 1)], issued }
		expect(issueAll(order, factsOf(order, instead))).toEqual(issued)
	})

	test('a refund of an order without invoices is corrected by none', () => {
		const order = orderOf({ lines: [visit], order: { confirmedAt: null } })
		expect(issueAll(order, factsOf(order, { refunds: [refund(3000)] }))).toEqual([])
	})
})

describe('cancelled', () => {
	const cancelled = (order: Order, kept = 0): Order => ({
		...order,
		state: 'cancelled',
		cancelledAt: new Date('2026-11-20T12:00:00Z'),
		kept: cents(kept),
	})
	const paid = orderOf({ lines: [ticket], voucher: pays(2000) })
	const mixed = orderOf({ lines: [{ ...ticket, amount: 5000 }], voucher: pays(4000) })
	const all = [refund(1000)]

	test.each<[string, Order, ReturnType<typeof refund>[], string[]]>([
		[
			'all by a voucher',
			cancelled(paid),
			[],
			['cancellation -20.00: 19 % -20.00 = -16.81 + -3.19'],
		],
		[
			'a part by a voucher',
			cancelled(mixed),
			all,
			[
				'correction -10.00: 19 % -10.00 = -8.40 + -1.60',
				'correction -40.00: 19 % -40.00 = -33.62 + -6.38',
			],
		],
		[
			'what was kept stays invoiced, and goes back later all the same',
			cancelled(mixed, 400),
			[refund(600), refund(400, 1)],
			[
				'correction -6.00: 19 % -6.00 = -5.04 + -0.96',
				'correction -4.00: 19 % -4.00 = -3.36 + -0.64',
				'correction -40.00: 19 % -40.00 = -33.62 + -6.38',
			],
		],
		[
			'a deposit, and a voucher that it is not about',
			cancelled(orderOf({ lines: [visit], voucher: pays(1000) })),
			[],
			[],
		],
	])('%s: the voucher and the money are taken back', (_, order, refunds, expected) => {
		const before = { ...order, cancelledAt: null }
		const issued = issueAll(before, factsOf(before))
		const after = issueAll(order, factsOf(order, { issued, refunds }))
		expect(after.slice(issued.length).map(inShort)).toEqual(expected)
	})

	test('an amount that was kept goes back after the voucher was taken back', () => {
		const order = cancelled(mixed, 400)
		const first = issueAll(order, factsOf(order, { refunds: [refund(600)] }))
		const all = issueAll(
			order,
			factsOf(order, { refunds: [refund(600), refund(400, 1)], issued: first }),
		)
		expect(first.map(({ gross }) => gross)).toEqual([5000, -600, -4000])
		expect(all.slice(first.length).map(({ gross }) => gross)).toEqual([-400])
	})

	test('says that it went back on the voucher, on the day', () => {
		const order = cancelled(paid)
		const issued = issueAll(paid, factsOf(paid))
		expect(issueAll(order, factsOf(order, { issued })).at(-1)).toMatchObject({
			payments: [{ means: 'voucher', amount: -2000, on: '2026-11-20' }],
			refundId: null,
		})
	})

	test('an order without papers gets none when it is cancelled, unless something was kept', () => {
		for (const order of [paid, mixed, orderOf({ lines: [visit, voucher] })])
			expect(issueAll(cancelled(order), factsOf(order, { refunds: all }))).toEqual([])
		const kept = cancelled(mixed, 400)
		expect(issueAll(kept, factsOf(kept, { refunds: [refund(600)] }))[0]?.kind).toBe('invoice')
	})

	test('a final invoice loses what the voucher paid; the rest goes back at the till', () => {
		const order = orderOf({ lines: [visit], voucher: pays(4000) })
		const onSite = paidOnSite(order)
		const issued = issueAll(order, factsOf(order, { onSite }))
		const after = issueAll(cancelled(order), factsOf(order, { onSite, issued }))
		expect(after.map(({ kind, gross }) => [kind, gross])).toEqual([
			['final', 10_000],
			['correction', -4000],
		])
	})
})

const refund = (amount: number, index = 0) => ({
	id: `refund-${index}`,
	paymentId: 'payment-1',
	means: 'stripe' as const,
	amount: cents(amount),
	on: '2026-11-20',
})

test('whatever was ordered, paid and given back: every sum agrees to the cent', () => {
	const line = fc.oneof(
		fc.record({
			amount: fc.integer({ min: 1, max: 90_000 }),
			vatRate: fc.constantFrom(7, 19),
			due: fc.constantFrom('deposit' as const, 'online' as const, 'onSite' as const),
		}),
		fc.record({ amount: fc.integer({ min: 1000, max: 9000 }), gift: fc.constant(gift) }),
	)
	const discount = fc.oneof(
		fc.constant(null),
		fc.nat(200_000).map(pays),
		fc.nat(50_000).map(reduces),
	)
	const wish = fc.record({
		lines: fc.array(line, { minLength: 1, maxLength: 6 }),
		voucher: discount,
		shipping: fc.constantFrom(0, 390),
		refunds: fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { maxLength: 3 }),
		isVisited: fc.boolean(),
	})
	fc.assert(
		fc.property(wish, ({ lines, voucher, shipping, refunds, isVisited }) => {
			const hasGift = lines.some((it) => 'gift' in it)
			const order = orderOf({ lines, voucher, shipping: hasGift ? shipping : 0 })
			const back = amountsBack(order.online, refunds).map(refund)
			const facts = factsOf(order, {
				refunds: back,
				onSite: isVisited && order.onSite > 0 ? paidOnSite(order) : [],
			})
			const issued = issueAll(order, facts)
			for (const invoice of issued) isWhole(invoice)
			agrees(order, issued, { back: total(back), isVisited })
			isOfWhatWasPaid(order, issued)
			const cancelled = { ...order, cancelledAt: new Date('2026-11-20T12:00:00Z') }
			const after = issueAll(cancelled, { ...facts, issued })
			for (const invoice of after) isWhole(invoice)
			const byVoucher = after.flatMap(({ payments }) => payments.filter(isByVoucher))
			expect(total(byVoucher)).toBe(0)
			expect(after.filter(({ refundId }) => refundId !== null)).toEqual(
				issued.filter(({ refundId }) => refundId !== null),
			)
		}),
	)
})

/** The refunds when each takes this share of what is left. */
function amountsBack(online: number, shares: readonly number[]): number[] {
	let left = online
	return shares.flatMap((share) => {
		const amount = Math.floor(left * share)
		left -= amount
		return amount > 0 ? [amount] : []
	})
}

const isByVoucher = ({ means }: { means: string }) => means === 'voucher'

function isWhole({ gross, vat, positions, deposits, due }: IssuedInvoice): void {
	expect(total(positions)).toBe(gross)
	for (const { rate, gross, net, vat: tax } of vat) {
		expect(total(positions.filter(({ vatRate }) => vatRate === rate))).toBe(gross)
		expect(net + tax).toBe(gross)
	}
	expect(total(vat.map((it) => ({ amount: it.gross })))).toBe(gross)
	expect(due.gross).toBe(gross - total(deposits.map((it) => ({ amount: it.gross }))))
	for (const { net, vat: tax, gross } of due.vat) expect(net + tax).toBe(gross)
}

function agrees(
	order: Order,
	issued: readonly IssuedInvoice[],
	{ back, isVisited }: { back: number; isVisited: boolean },
): void {
	const grossOf = (...kinds: string[]) =>
		total(issued.filter(({ kind }) => kinds.includes(kind)).map((it) => ({ amount: it.gross })))
	expect(grossOf('correction', 'cancellation')).toBe(0 - back)
	const goods = total(order.lines.filter((line) => line.gift !== null)) + order.shipping
	const services = order.total - goods
	expect(grossOf('receipt')).toBe(goods)
	if (order.onSite === 0) expect(grossOf('invoice')).toBe(services)
	else expect(grossOf('deposit')).toBe(order.online - Math.min(order.online, goods))
	const taken = total(
		issued.flatMap(({ corrects, gross }) =>
			corrects?.kind === 'deposit' ? { amount: gross } : [],
		),
	)
	if (isVisited && order.onSite > 0) expect(grossOf('final')).toBe(services + taken)
	for (const { kind, payments, gross, due } of issued)
		expect(total(payments), kind).toBe(kind === 'final' ? due.gross : gross)
}

/** Expects each rate's part of the deposit to be what was paid of it: all that is due online, 30 % of a deposit. */
function isOfWhatWasPaid(order: Order, issued: readonly IssuedInvoice[]): void {
	const deposit = issued.find(({ kind }) => kind === 'deposit')
	if (!deposit) return
	const shares = { online: 1, deposit: 0.3, onSite: 0 }
	const services = order.lines.filter((line) => line.gift === null)
	const paidNow = (lines: Order['lines']) =>
		lines.reduce((sum, { amount, due }) => sum + amount * shares[due], 0)
	for (const rate of [7, 19]) {
		const { gross = 0 } = deposit.vat.find((it) => it.rate === rate) ?? {}
		const part = paidNow(services.filter(({ vatRate }) => vatRate === rate)) / paidNow(services)
		expect(Math.abs(gross - part * deposit.gross), `${rate} %`).toBeLessThanOrEqual(
			services.length + 1,
		)
	}
}

test('a final invoice goes to the company of the deposit, when its account is gone by then too', () => {
	const party = { type: 'company' as const, name: 'Sternwarte GmbH', contactPerson: null }
	const order = orderOf({ lines: [visit], order: { party } })
	const issued = issueAll(order, factsOf(order))
	const forgotten = { ...order, party: null }
	const all = issueAll(forgotten, factsOf(order, { issued, onSite: paidOnSite(order) }))
	const buyer = { company: 'Sternwarte GmbH' }
	expect(all).toMatchObject([
		{ kind: 'deposit', isSmall: false, buyer },
		{ kind: 'final', isSmall: false, buyer },
	])
})

test('a voucher that takes off all of one VAT rate says so at that rate', () => {
	const lines = [
		{ amount: 4500, vatRate: 19 },
		{ amount: 1, vatRate: 7 },
	]
	const order = orderOf({ lines, voucher: reduces(4000) })
	expect(order.vat.map(({ rate }) => rate)).toEqual([19])
	const [, final] = issueAll(order, factsOf(order, { onSite: paidOnSite(order) }))
	expect(final?.positions.map(({ vatRate, amount }) => [vatRate, amount])).toEqual([
		[19, 4500],
		[7, 1],
		[19, -3999],
		[7, -1],
	])
})

test('an order with everything has what it had when it was placed', () => {
	const issued = issueAll(sampleOrder, factsOf(sampleOrder, { onSite: paidOnSite(sampleOrder) }))
	expect(issued.map(({ slug, gross, due }) => [slug, gross, due.gross])).toEqual([
		['receipt', 5390, 5390],
		['deposit', 3574, 3574],
		['final', 26_130, 22_556],
	])
	expect(issued.at(-1)?.positions.map(({ what, amount }) => [what, amount])).toEqual([
		['product', 24_900],
		['product', 1250],
		['product', 980],
		['discount', -1000],
	])
})
