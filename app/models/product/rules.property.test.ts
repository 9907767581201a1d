import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import { check, checkAdding, type Violation } from '#app/models/product/conditions.ts'
import type { ChosenLine } from '#app/models/product/groups.ts'
import { totals, type PricedLine, type AppliedVoucher } from '#app/models/product/price.ts'
import { dueKinds } from '#app/models/venue/catalogue.ts'
import { shops, trials } from '#testing/oracle/random-shop.ts'
import {
	complaintsOf,
	halfUp,
	slowSums,
	worsens,
	type RuledLine,
} from '#testing/oracle/slow-rules.ts'

const patience = { timeout: 600_000 }

/** Random lines of a cart; `parent` chooses one of the packages before a line. */
const carts = fc
	.array(
		fc.record({
			productId: fc.constantFrom(
				'ticket',
				'room',
				'party',
				'snack',
				'drink',
				'table',
				'gift',
				'gone',
			),
			quantity: fc.integer({ min: 1, max: 8 }),
			parent: fc.option(fc.nat({ max: 6 }), { freq: 4 }),
		}),
		{ maxLength: 9, size: 'max' },
	)
	.map((lines) =>
		lines.map((line, index) => ({
			...line,
			productId: index === 0 ? 'party' : line.productId,
			id: `line ${index}`,
			index,
		})),
	)
	.map((lines) =>
		lines.map(({ id, productId, quantity, parent, index }): ChosenLine & RuledLine => {
			// Extras belong to packages; packages belong to nothing.
			const packages = lines.filter((line) => line.productId === 'party' && line.index < index)
			const within = parent === null ? undefined : packages[parent % packages.length]
			const isExtra = productId !== 'party' && within !== undefined
			return {
				id,
				productId,
				quantity,
				parent: isExtra ? within.id : null,
				parentId: isExtra ? within.id : null,
			}
		}),
	)

test('conditions agree with a reference that counts piece by piece', patience, () => {
	fc.assert(
		fc.property(shops(), carts, ({ venue }, lines) => {
			const known = lines.filter((line) => line.productId !== 'gone')
			const found = check(venue, known).map((violation) => placeOf(known, violation))
			const complained = complaintsOf(venue, known).map((name) => name.split(':')[0] ?? '')
			expect(found.toSorted()).toEqual(complained.map((name) => laterOf(known, name)).toSorted())
		}),
		trials('conditions', 1500),
	)
})

test('a change is refused when it breaks a rule further, never for taking less', patience, () => {
	fc.assert(
		fc.property(
			shops(),
			carts,
			fc.nat({ max: 8 }),
			fc.nat({ max: 9 }),
			({ venue }, lines, which, quantity) => {
				const before = lines.filter((line) => line.productId !== 'gone')
				const changed = before[which % before.length]
				const after =
					quantity === 0
						? before.filter((line) => line !== changed && line.parentId !== changed?.id)
						: before.map((line) => (line === changed ? { ...line, quantity } : line))
				const isRefused = checkAdding(venue, before, after).length > 0
				expect(isRefused).toBe(worsens(venue, before, after))
				if (quantity === 0) expect(isRefused).toBe(false)
				const added = before.slice(0, -1)
				expect(checkAdding(venue, added, before).length > 0).toBe(worsens(venue, added, before))
			},
		),
		trials('changes', 1500),
	)
})

const bills = fc
	.array(
		fc.record({
			quantity: fc.integer({ min: 1, max: 4 }),
			unitPrice: fc.integer({ min: 0, max: 999 }),
			due: fc.constantFrom(...dueKinds),
			isGift: fc.constantFrom(false, false, false, true),
			vatRate: fc.constantFrom(19, 7),
		}),
		{ maxLength: 6 },
	)
	.map((lines) =>
		lines.map(({ quantity, unitPrice, due, isGift, vatRate }, index): PricedLine => ({
			id: `line ${index}`,
			productId: index % 2 ? 'odd' : 'even',
			kind: isGift ? 'giftVoucher' : 'ticket',
			quantity,
			included: 0,
			unitPrice: cents(unitPrice),
			amount: cents(quantity * unitPrice),
			due: isGift ? 'online' : due,
			vatRate: isGift ? 0 : vatRate,
			vatParts: null,
		})),
	)
const terms = fc.record({
	depositShare: fc.integer({ min: 0, max: 100 }),
	shipping: fc.constantFrom(0, 390).map(cents),
	shippingVatRate: fc.constant(19),
})
const discounts = fc.record({
	isPercent: fc.boolean(),
	products: fc.constantFrom<string[] | null>(null, null, ['odd'], ['even']),

	percent: fc.integer({ min: 1, max: 100 }),
	fixed: fc.integer({ min: 1, max: 9000 }),
})

test(
	'a value voucher agrees with a reference that pays cent after cent, online first',
	patience,
	() => {
		fc.assert(
			fc.property(bills, terms, fc.nat({ max: 9000 }), (lines, terms, value) => {
				const slow = slowSums(
					lines.map((line) => ({
						amount: line.amount,
						due: line.due,
						isGift: line.kind === 'giftVoucher',
					})),
					value,
					terms,
				)
				const voucher: AppliedVoucher = {
					code: 'X',
					kind: 'value',
					products: null,
					balance: cents(value),
				}
				expect(totals(lines, voucher, terms)).toMatchObject(slow)
			}),
			trials('value vouchers', 1500),
		)
	},
)

test('a discount is taken off once, and all sums agree', patience, () => {
	fc.assert(
		fc.property(
			bills,
			terms,
			discounts,
			(lines, terms, { isPercent, percent, fixed, products }) => {
				const voucher: AppliedVoucher = isPercent
					? { code: 'X', kind: 'percent', products, percent }
					: { code: 'X', kind: 'fixed', products, amount: cents(fixed) }
				const reducible = lines
					.filter(
						(line) => line.kind !== 'giftVoucher' && (products?.includes(line.productId) ?? true),
					)
					.reduce((sum, line) => sum + line.amount, 0)
				const all = lines.reduce((sum, line) => sum + line.amount, 0)
				const sums = totals(lines, voucher, terms)
				expect(sums.discount).toBe(
					isPercent ? halfUp(reducible, percent) : Math.min(fixed, reducible),
				)
				expect(sums.total).toBe(all - sums.discount + terms.shipping)
				expect(sums.voucher + sums.online + sums.onSite).toBe(sums.total)
				expect(Math.min(sums.voucher, sums.online, sums.onSite)).toBeGreaterThanOrEqual(0)
				expect(sums.vat.reduce((sum, { gross }) => sum + gross, 0)).toBe(sums.total)
				for (const { gross, net, vat } of sums.vat) expect(net + vat).toBe(gross)
			},
		),
		trials('discounts', 1500),
	)
})

/** Names the line, the line and its group, or the two lines of a violation. */
function placeOf(
	lines: readonly ChosenLine[],
	{ lineId, groupId, otherIds, message }: Violation,
): string {
	if (groupId) return `${lineId}/${groupId}`
	if (message.key !== 'errors.deselectOther') return lineId
	return `${lineId} and ${otherIds.map((id) => lines.find((line) => line.productId === id)?.productId)}`
}

/** Renames a complaint about two lines as `check` reports it: at the later line, with the other's product. */
function laterOf(lines: readonly ChosenLine[], name: string): string {
	const [earlier, later] = name.split(' and ')
	if (!later) return name
	return `${later} and ${lines.find((line) => line.id === earlier)?.productId}`
}
