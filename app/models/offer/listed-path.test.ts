import { expect, test } from 'vitest'

import { listedPath, listedPaths } from '#app/models/offer/listed-path.ts'
import { sampleVenue } from '#testing/sample-order.ts'
import { sampleProduct } from '#testing/sample-product.ts'

const venue = {
	...sampleVenue,
	products: [
		sampleProduct('adult', { kind: 'ticket', duration: 'chosen' }),
		sampleProduct('socks', { kind: 'addon' }),
		sampleProduct('komet', { kind: 'package', duration: 120 }),
		sampleProduct('card', { kind: 'giftVoucher' }),
	],
}

test.each([
	['', '/'],
	['kind=play&day=2027-01-16&time=14:00&duration=120&guests=8', '/'],
	['month=2027-01&take=adult.2&fbclid=x', '/'],
	['kind=party&occasion=birthday&day=1999-01-01', '/?kind=party'],
	['kind=gift', '/?kind=gift'],
	['product=komet&day=2027-01-16', '/?product=komet'],
	['kind=party&product=komet&guests=9', '/?product=komet'],
	['kind=gift&product=komet', '/?kind=gift'],
	['product=adult', '/'],
	['product=card', '/?kind=gift'],
	['product=constructor&kind=toString', '/'],
])('the start page at ?%s is listed as %s (N420)', (query, path) => {
	expect(listedPath(venue, new URLSearchParams(query))).toBe(path)
})

test('each kind of the venue and each of its parties is listed once', () => {
	expect(listedPaths(venue)).toEqual(['/', '/?kind=party', '/?product=komet', '/?kind=gift'])
})
