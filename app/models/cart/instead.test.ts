import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import { emptyCart, type CartLine } from '#app/models/cart/cart.ts'
import { bookInstead } from '#app/models/cart/instead.ts'
import { cents } from '#app/models/money.ts'
import { sampleVenue } from '#testing/sample-order.ts'
import { sampleProduct } from '#testing/sample-product.ts'

const day = '2026-11-28'
const party = { kind: 'package', perGuest: true, duration: 120 } as const
const venue = {
	...sampleVenue,
	products: [
		sampleProduct('comet', { ...party, excludes: ['galaxy'] }),
		sampleProduct('galaxy', party),
		sampleProduct('hall', party),
		sampleProduct('pizza', { kind: 'addon' }),
		sampleProduct('ticket', { kind: 'ticket', duration: 120 }),
	],
}
const noTime = { startsAt: null, endsAt: null, duration: null }
const line = (productId: string, parentId: string | null = null): CartLine => ({
	id: productId,
	parentId,
	productId,
	quantity: 8,
	unitPrice: cents(1000),
	...noTime,
})

function replaced(lines: CartLine[], instead: string, productId: string, wishedDay = day) {
	const wish = {
		productId,
		quantity: 8,
		day: wishedDay,
		time: '14:00',
		duration: 120,
		parentId: null,
	}
	const making = { now: DateTime.fromISO('2026-11-21T12:00Z'), newId: () => 'new' }
	const cart = { ...emptyCart('cart'), day, lines }
	const done = bookInstead(venue, cart, { ...wish, instead }, making)
	return done.ok ? done.value.map(({ id }) => id) : done.message.key
}

const comet = [line('comet'), line('pizza', 'comet')]
test.each<[string, string[] | string, string[] | string]>([
	['replaces it with its extras', replaced(comet, 'comet', 'galaxy'), ['new']],
	[
		'leaves the other lines',
		replaced([...comet, line('ticket')], 'comet', 'galaxy'),
		['ticket', 'new'],
	],
	['may be on another day', replaced(comet, 'comet', 'galaxy', '2026-11-29'), ['new']],
	[
		'is refused on another day when other lines are for the cart’s day',
		replaced([...comet, line('ticket')], 'comet', 'galaxy', '2026-11-29'),
		'errors.otherDay',
	],
	[
		'is refused for a line that it does not exclude',
		replaced(comet, 'comet', 'hall'),
		'errors.productGone',
	],
	['is refused for a line that is gone', replaced([], 'comet', 'galaxy'), 'errors.productGone'],
])('N41: a party booked instead of another %s', (_, done, lines) => {
	expect(done).toEqual(lines)
})
