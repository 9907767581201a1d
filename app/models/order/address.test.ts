import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import { type Cart, emptyCart } from '#app/models/cart/cart.ts'
import { cents } from '#app/models/money.ts'
import { isAddressSaid, needsAddress } from '#app/models/order/address.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import { sampleVenue } from '#testing/sample-order.ts'

const now = DateTime.fromISO('2026-11-21T12:00Z')
const posted = sampleVenue.products.filter(({ delivery }) => delivery === 'post')
const mailed = posted.map((product) => ({ ...product, id: 'gift-mail', delivery: 'mail' as const }))
const venue = { ...sampleVenue, products: [...sampleVenue.products, ...mailed] }

type Line = [product: string, quantity: number, price: number]

const table: [string, Line[], boolean][] = [
	['a voucher by mail', [['gift-mail', 1, 5_000]], false],
	['several by mail, of 250 euros in all', [['gift-mail', 5, 5_000]], false],
	['by mail, of a cent more', [['gift-mail', 1, 25_001]], true],
	[
		'two kinds by mail, of more in all',
		[
			['gift-mail', 1, 20_000],
			['gift-mail', 1, 5_001],
		],
		true,
	],
	['a voucher by post', [['gift-50', 1, 5_000]], true],
	[
		'one by mail, one by post',
		[
			['gift-mail', 1, 5_000],
			['gift-50', 1, 5_000],
		],
		true,
	],
	['a party', [['birthday', 8, 2_490]], true],
	[
		'a voucher by mail beside a party',
		[
			['gift-mail', 1, 5_000],
			['birthday', 8, 2_490],
		],
		true,
	],
	['something that is sold no longer', [['gone', 1, 5_000]], true],
]

test.each(table)('whether an address is needed: %s', (_, lines, needed) => {
	expect(needsAddress(venue, cartOf(lines), now)).toBe(needed)
})

test.each(table)(
	'an order without an address may be placed where none is needed: %s',
	(_, lines, needed) => {
		const person = { street: '' } as OrderedPerson
		expect(isAddressSaid(venue, { ...cartOf(lines), person }, now)).toBe(!needed)
		const told = { street: 'Sternweg 1' } as OrderedPerson
		expect(isAddressSaid(venue, { ...cartOf(lines), person: told }, now)).toBe(true)
	},
)

function cartOf(lines: readonly Line[]): Cart {
	return {
		...emptyCart('cart'),
		day: '2026-11-28',
		lines: lines.map(([productId, quantity, price], index) => ({
			id: `line-${index}`,
			parentId: null,
			productId,
			quantity,
			unitPrice: cents(price),
			startsAt: null,
			endsAt: null,
			duration: null,
		})),
	}
}
