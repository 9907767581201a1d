import fc from 'fast-check'
import { expect, test } from 'vitest'

import { netOf, type NetPosition } from '#app/models/invoice/net.ts'
import { cents } from '#app/models/money.ts'
import { factsOf, issueAll, orderOf, paidOnSite, vatPartsFor } from '#testing/sample-invoices.ts'

const reduces = (amount: number) => ({
	kind: 'fixed' as const,
	code: 'X',
	products: null,
	balance: cents(0),
	amount: cents(amount),
})

function nets(positions: NetPosition[]): [index: number, net: number][] {
	return positions.map(({ index, net }) => [index, net])
}

test('the net amounts of an order of two rates are those of its lines and allowances', () => {
	const lines = [{ amount: 11_900 }, { amount: 10_700, vatRate: 7 }, { amount: 5950 }]
	const order = orderOf({ lines, voucher: reduces(2855) })
	const final = issueAll(order, factsOf(order, { onSite: paidOnSite(order) })).at(-1)
	if (!final) throw new Error('no invoice')
	const { rates, ...counted } = netOf(final)
	expect(rates.map(({ rate, net }) => [rate, net])).toEqual([
		[19, 13_500],
		[7, 9000],
	])
	expect(nets(counted.lines)).toEqual([
		[0, 10_000],
		[1, 10_000],
		[2, 5000],
	])
	expect(nets(counted.allowances)).toEqual([
		[3, 1500],
		[4, 1000],
	])
})

test('a rate of which nothing is left keeps its lines', () => {
	const order = orderOf({
		lines: [{ amount: 4500 }, { amount: 1, vatRate: 7 }],
		voucher: reduces(4000),
	})
	const final = issueAll(order, factsOf(order, { onSite: paidOnSite(order) })).at(-1)
	expect(final && netOf(final).rates.map(({ rate, net }) => [rate, net])).toEqual([
		[19, 421],
		[7, 0],
	])
})

test('a package in parts is a line for each part, and pieces that its price includes are none', () => {
	const lines = [
		{ amount: 13_470, vatParts: vatPartsFor({ food: 5350, drinks: 1190, play: 6930 }) },
		{ amount: 0, vatRate: 7, quantity: 3, included: 3 },
	]
	const order = orderOf({ lines })
	const final = issueAll(order, factsOf(order, { onSite: paidOnSite(order) })).at(-1)
	if (!final) throw new Error('no invoice')
	const { rates, ...counted } = netOf(final)
	expect(rates.map(({ rate, net }) => [rate, net])).toEqual([
		[7, 5000],
		[19, 6824],
	])
	expect(counted.lines.map(({ part, vatRate, net }) => [part, vatRate, net])).toEqual([
		['food', 7, 5000],
		['drinks', 19, 1000],
		['play', 19, 5824],
	])
})

test('whatever was ordered and given back: the lines less the allowances are the net amount', () => {
	const part = fc.integer({ min: 1, max: 40_000 })
	const inParts = fc.record({ food: part, drinks: part, play: part }).map((amounts) => ({
		amount: amounts.food + amounts.drinks + amounts.play,
		vatParts: vatPartsFor(amounts),
	}))
	const ofOneRate = fc.record({
		amount: fc.integer({ min: 0, max: 90_000 }),
		vatRate: fc.constantFrom(7, 19),
		due: fc.constantFrom('deposit' as const, 'online' as const),
	})
	const line = fc.oneof({ weight: 2, arbitrary: ofOneRate }, inParts)
	const wish = fc.record({
		lines: fc.array(line, { minLength: 1, maxLength: 6 }),
		discount: fc.nat(50_000),
		back: fc.double({ min: 0.01, max: 1, noNaN: true }),
	})
	fc.assert(
		fc.property(wish, ({ lines, discount, back }) => {
			const order = orderOf({ lines, voucher: reduces(discount) })
			const amount = cents(Math.floor(order.online * back))
			const refunds =
				amount > 0
					? [
							{
								id: 'refund',
								paymentId: 'payment-1',
								means: 'stripe' as const,
								amount,
								on: '2026-11-20',
							},
						]
					: []
			const onSite = order.onSite > 0 ? paidOnSite(order) : []
			for (const invoice of issueAll(order, factsOf(order, { refunds, onSite }))) {
				const { rates, lines, allowances } = netOf(invoice)
				for (const { rate, net } of rates) {
					const of = (positions: NetPosition[]) =>
						positions
							.filter(({ vatRate }) => vatRate === rate)
							.reduce((sum, { net }) => sum + net, 0)
					expect(of(lines) - of(allowances)).toBe(net)
				}
				expect(allowances.every(({ net }) => net >= 0)).toBe(true)
				expect(lines.length + allowances.length).toBeGreaterThanOrEqual(1)
			}
		}),
	)
})
