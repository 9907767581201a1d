import { expect, test } from 'vitest'

import { localBusiness } from '#app/models/venue/local-business.ts'
import { sampleProduct } from '#testing/sample-product.ts'
import { sampleVenue } from '#testing/sample-order.ts'

test('search engines read where the venue is, when it is open and what it sells', () => {
	const found = localBusiness(sampleVenue, 'https://shop.example', 'de-DE')
	expect(found).toMatchObject({
		'@type': 'AmusementPark',
		name: sampleVenue.name,
		address: { postalCode: sampleVenue.contact.postcode, addressCountry: 'DE' },
	})
	const open = Object.values(sampleVenue.calendar.weekdays).filter((hours) => hours !== null)
	expect(found.openingHoursSpecification).toHaveLength(open.length)
	for (const { priceSpecification } of found.makesOffer) {
		expect(priceSpecification.priceCurrency).toBe('EUR')
		expect(priceSpecification.minPrice).toBeGreaterThan(0)
	}
})

test('a party is an event of that venue, with its offer; a ticket is a service', () => {
	const party = sampleProduct('komet', {
		kind: 'package',
		duration: 120,
		perGuest: true,
		quantity: { min: 6, max: 10 },
	})
	const products = [
		party,
		sampleProduct('ticket', { kind: 'ticket' }),
		sampleProduct('socks', { kind: 'addon' }),
	]
	const found = localBusiness({ ...sampleVenue, products }, 'https://shop.example', 'en-EN')
	const read = JSON.parse(JSON.stringify(found))
	expect(read.makesOffer).toMatchObject([
		{
			'@type': 'Offer',
			url: 'https://shop.example/?product=komet',
			itemOffered: {
				'@type': 'Event',
				location: { '@id': read['@id'] },
				organizer: { '@id': read['@id'] },
				duration: 'PT120M',
				maximumAttendeeCapacity: 10,
			},
		},
		{ itemOffered: { '@type': 'Service' } },
	])
})
