import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import { totals, type AppliedVoucher, type PricedLine } from '#app/models/product/price.ts'
import { vatPartsOf } from '#app/models/product/vat-parts.ts'
import { dueKinds, type Product } from '#app/models/venue/catalogue.ts'
import { trials } from '#testing/oracle/random-shop.ts'
import { exactShare, slowParts, type SlowLine } from '#testing/oracle/slow-vat.ts'

/** 100,000 orders take a minute. */
const HOUR_MS = 3_600_000

const rates = { standard: 19, reduced: 7, none: 0 }
const single = fc.integer({ min: 0, max: 4000 })
const fields = { food: single, drinks: single, foodAndDrinks: fc.constant(0), play: single }
const parts = fc
	.oneof(
		fc.record(fields),
		fc.record({
			food: fc.constant(0),
			drinks: fc.constant(0),
			foodAndDrinks: fc.integer({ min: 1, max: 4000 }),
			play: single,
		}),
	)
	.filter(({ food, drinks, foodAndDrinks, play }) => food + drinks + foodAndDrinks + play > 0)

/** Products of which some are packages in parts; a line takes one of them. */
const products = fc.array(
	fc.record({
		vatParts: fc.option(parts, { freq: 2 }),
		vat: fc.constantFrom('standard' as const, 'reduced' as const),
		due: fc.constantFrom(...dueKinds),
		isGift: fc.constantFrom(false, false, false, true),
		unitPrice: fc.integer({ min: 0, max: 9999 }),
	}),
	{ minLength: 3, maxLength: 3 },
)
const lines = fc.array(
	fc.record({
		which: fc.nat({ max: 2 }),
		quantity: fc.integer({ min: 1, max: 30 }),
		included: fc.nat({ max: 3 }),
	}),
	{ minLength: 1, maxLength: 6 },
)
const orders = fc.record({
	products,
	lines,
	shuffle: fc.integer({ min: 0, max: 5 }),
	percent: fc.option(fc.integer({ min: 1, max: 100 })),
	fixed: fc.nat({ max: 30_000 }),
	restricted: fc.boolean(),
	depositShare: fc.integer({ min: 0, max: 100 }),
	shipping: fc.constantFrom(0, 390),
})
type Wish = typeof orders extends fc.Arbitrary<infer It> ? It : never

test(
	'the amounts by rate of any order are those of a slow model, whatever the order of its lines',
	() => {
		fc.assert(
			fc.property(orders, (wish) => {
				const priced = wish.lines.map((line, index) => pricedLine(wish, line, index))
				for (const line of priced) isWhole(wish, line)
				const voucher = voucherOf(wish)
				const terms = {
					depositShare: wish.depositShare,
					shipping: cents(wish.shipping),
					shippingVatRate: 19,
				}
				const sums = totals(priced, voucher, terms)
				expect(grossByRate(sums.vat)).toEqual(slowByRate(wish, priced, sums.discount))
				expect(sums.vat.reduce((sum, { gross }) => sum + gross, 0)).toBe(sums.total)
				for (const { gross, net, vat } of sums.vat) {
					expect(gross).toBeGreaterThan(0)
					expect(net + vat).toBe(gross)
				}
				const moved = [...priced.slice(wish.shuffle), ...priced.slice(0, wish.shuffle)]
				expect(totals(moved, voucher, terms)).toEqual(sums)
				expect(totals(priced.toReversed(), voucher, terms)).toEqual(sums)
			}),
			trials('VAT parts', 1000),
		)
	},
	HOUR_MS,
)

function pricedLine(
	{ products }: Wish,
	{ which, quantity, included: wanted }: Wish['lines'][number],
	index: number,
): PricedLine {
	const product = products[which]
	if (!product) throw new Error('no product')
	const { isGift, vat, due, unitPrice } = product
	const included = isGift ? 0 : Math.min(wanted, quantity)
	const amount = cents((quantity - included) * unitPrice)
	return {
		id: `line ${index}`,
		productId: `product ${which}`,
		kind: isGift ? 'giftVoucher' : 'package',
		quantity,
		included,
		unitPrice: cents(unitPrice),
		amount,
		due: isGift ? 'online' : due,
		vatRate: isGift ? 0 : rates[vat],
		vatParts: isGift ? null : vatPartsOf(asSold(product), amount, (vat) => rates[vat]),
	}
}

function asSold({ vatParts }: Wish['products'][number]): Pick<Product, 'vatParts'> {
	if (!vatParts) return { vatParts: undefined }
	const { food, drinks, foodAndDrinks, play } = vatParts
	return {
		vatParts: {
			food: cents(food),
			drinks: cents(drinks),
			foodAndDrinks: cents(foodAndDrinks),
			play: cents(play),
		},
	}
}

/** Expects the parts of a line to sum up to it, none below 0, each less than a cent beside its exact share. */
function isWhole(wish: Wish, { productId, amount, vatParts }: PricedLine): void {
	if (!vatParts) return
	expect(vatParts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount)
	const prices = pricesOf(wish, productId)
	const all = prices.reduce((sum, { price }) => sum + price, 0)
	for (const [index, part] of vatParts.entries()) {
		expect(part.amount).toBeGreaterThanOrEqual(0)
		const { over, under } = exactShare(amount, prices[index]?.price ?? 0, all)
		const beside = BigInt(part.amount) * under - over
		expect(beside > -under && beside < under).toBe(true)
	}
}

/** The single prices of a product's parts in tenths of cents; of food with drinks, 3 tenths are drinks. */
function pricesOf({ products }: Wish, productId: string): SlowLine['prices'] {
	const product = products[Number(productId.at(-1))]
	if (!product?.vatParts || product.isGift) {
		const rate = product?.isGift ? 0 : rates[product?.vat ?? 'standard']
		return [{ rate, price: 1 }]
	}
	const { food, drinks, foodAndDrinks, play } = product.vatParts
	return [
		{ rate: 7, price: food * 10 + foodAndDrinks * 7 },
		{ rate: 19, price: drinks * 10 + foodAndDrinks * 3 },
		{ rate: 19, price: play * 10 },
	].filter(({ price }) => price > 0)
}

function voucherOf({ percent, fixed, restricted }: Wish): AppliedVoucher | null {
	const products = restricted ? ['product 0', 'product 1'] : null
	if (percent !== null) return { code: 'X', kind: 'percent', percent, products }
	return fixed === 0 ? null : { code: 'X', kind: 'fixed', amount: cents(fixed), products }
}

function slowByRate(wish: Wish, priced: readonly PricedLine[], discount: number) {
	const slow = priced.map(({ productId: id, amount }) => ({
		id,
		amount,
		prices: pricesOf(wish, id),
	}))
	const isGift = ({ id }: SlowLine) => wish.products[Number(id.at(-1))]?.isGift ?? false
	const isReduced = (line: SlowLine) =>
		!isGift(line) && (!wish.restricted || line.id !== 'product 2')
	const gross = new Map<number, number>([[19, wish.shipping]])
	for (const { line, cents, off } of slowParts(slow, isReduced, discount)) {
		for (const [index, { rate }] of line.prices.entries()) {
			const left = (cents[index] ?? 0) - (off[index] ?? 0)
			gross.set(rate, (gross.get(rate) ?? 0) + left)
		}
	}
	return grossByRate([...gross].map(([rate, gross]) => ({ rate, gross })))
}

function grossByRate(vat: readonly { rate: number; gross: number }[]): Record<number, number> {
	return Object.fromEntries(
		vat.filter(({ gross }) => gross !== 0).map(({ rate, gross }) => [rate, gross]),
	)
}
