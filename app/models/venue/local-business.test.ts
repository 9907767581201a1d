import { expect, test } from 'vitest'

import { weekdays } from '#app/models/venue/calendar.ts'
import { localBusiness } from '#app/models/venue/local-business.ts'
import { sampleVenue } from '#testing/sample-order.ts'
import { sampleProduct } from '#testing/sample-product.ts'

test('search engines read where the venue is, when it is open and what it sells', () => {
	const found = localBusiness({
		venue: sampleVenue,
		products: sampleVenue.products,
		origin: 'https://shop.example',
		locale: 'de-DE',
	})
	expect(found).toMatchObject({
		'@type': 'AmusementPark',
		name: sampleVenue.name,
		address: { postalCode: sampleVenue.contact.postcode, addressCountry: 'DE' },
	})
	const open = weekdays.flatMap((weekday) => {
		const hours = sampleVenue.calendar.weekdays[weekday]
		return hours ? [{ weekday, ...hours }] : []
	})
	const said = found.openingHoursSpecification.flatMap(({ dayOfWeek, opens, closes }) =>
		dayOfWeek.map((name) => ({ weekday: name.toLowerCase(), opens, closes })),
	)
	expect(said).toHaveLength(open.length)
	expect(said).toEqual(expect.arrayContaining(open))
	for (const { lowPrice, priceCurrency } of found.makesOffer) {
		expect(priceCurrency).toBe('EUR')
		expect(lowPrice).toBeGreaterThan(0)
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
	const found = localBusiness({
		venue: sampleVenue,
		products,
		origin: 'https://shop.example',
		locale: 'en-EN',
	})
	const read = JSON.parse(JSON.stringify(found))
	expect(read.makesOffer).toMatchObject([
		{
			'@type': 'AggregateOffer',
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
