import { expect, test } from 'vitest'

import { localBusiness } from '#app/models/venue/local-business.ts'
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
