import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import { emptyCart, type CartLine } from '#app/models/cart/cart.ts'
import { book, setAll } from '#app/models/cart/set.ts'
import { cents } from '#app/models/money.ts'
import type { Condition, Product } from '#app/models/venue/catalogue.ts'
import { sampleVenue } from '#testing/sample-order.ts'
import { sampleProduct } from '#testing/sample-product.ts'

const day = '2026-11-28'
const socks: CartLine = {
	id: 'socks',
	parentId: null,
	productId: 'socks',
	quantity: 1,
	unitPrice: cents(300),
	startsAt: null,
	endsAt: null,
	duration: null,
}

/** The number of pieces included for every five guests, and the product. */
type Extra = [number, Partial<Product>?]

/** The lines after booking a party for ten that includes `extras`, in a cart that holds socks. */
function bookedWith(
	extras: Record<string, Extra>,
	rule: Condition['rule'],
	more: Partial<Product> = {},
) {
	const items = Object.entries(extras).map(([product, [included]]) => ({
		product,
		included: { quantity: included, perGuests: 5 },
	}))
	const title = { de: 'Gruppe', en: 'Group' }
	const party = sampleProduct('party', {
		kind: 'package',
		perGuest: true,
		duration: 120,
		conditions: [{ id: 'group', title, rule, n: 1, perGuest: true, items }],
		...more,
	})
	const products = [
		party,
		sampleProduct('socks', { kind: 'addon' }),
		...Object.entries(extras).map(([id, [, extra]]) =>
			sampleProduct(id, { kind: 'addon', ...extra }),
		),
	]
	let made = 0
	const booked = book(
		{ ...sampleVenue, products },
		{ ...emptyCart('cart'), day, lines: [socks] },
		{ productId: 'party', quantity: 10, day, time: '14:00', duration: 120, parentId: null },
		{ now: DateTime.fromISO('2026-11-21T12:00Z'), newId: () => `new ${(made += 1)}` },
	)
	if (!booked.ok) return booked.message.key
	return booked.value.slice(1).map(({ productId, quantity }) => `${quantity} ${productId}`)
}

test.each<[string, Record<string, Extra>, Condition['rule'], string[]]>([
	['is added', { pizza: [1] }, 'min', ['10 party', '2 pizza']],
	[
		'is added up to its largest quantity',
		{ pizza: [2, { quantity: { min: 1, max: 3 } }] },
		'min',
		['10 party', '3 pizza'],
	],
	[
		'is left out below its smallest quantity',
		{ pizza: [1, { quantity: { min: 3, max: 9 } }] },
		'min',
		['10 party'],
	],
	[
		'is left out when it excludes a line of the cart',
		{ pizza: [1, { excludes: ['socks'] }], cake: [1] },
		'all',
		['10 party', '2 cake'],
	],
	[
		'is added when it requires another included extra',
		{ candles: [1, { requires: ['cake'] }], cake: [1] },
		'all',
		['10 party', '2 candles', '2 cake'],
	],
])('an extra that a party includes %s', (_, extras, rule, lines) => {
	expect(bookedWith(extras, rule)).toEqual(lines)
})

test('a party may require an extra that its price includes', () => {
	const needy = { requires: ['pizza'] }
	expect(bookedWith({ pizza: [1] }, 'min', needy)).toEqual(['10 party', '2 pizza'])
	const late: Record<string, Extra> = { pizza: [1, { quantity: { min: 3, max: 9 } }] }
	expect(bookedWith(late, 'min', needy)).toBe('errors.requiresOther')
})

test('the refusal of several numbers names the product whose number is too large', () => {
	const products = ['adult', 'senior'].map((id, index) =>
		sampleProduct(id, { kind: 'addon', quantity: { min: 1, max: 40 - 20 * index } }),
	)
	const wishes = [25, 21].map((quantity, index) => ({
		productId: index === 0 ? 'adult' : 'senior',
		quantity,
		day,
		time: null,
		duration: null,
		parentId: null,
	}))
	const making = { now: DateTime.fromISO('2026-11-21T12:00Z'), newId: () => 'new' }
	const set = setAll({ ...sampleVenue, products }, emptyCart('cart'), { wishes }, making)
	expect(set).toMatchObject({ ok: false, productId: 'senior' })
})
