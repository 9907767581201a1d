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
		today: '2026-11-25',
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

test('parties and tickets are services of that venue with their offers, without a day of their own (N422)', () => {
	const products = [
		sampleProduct('komet', { kind: 'package' }),
		sampleProduct('ticket', { kind: 'ticket' }),
		sampleProduct('socks', { kind: 'addon' }),
	]
	const found = localBusiness({
		venue: sampleVenue,
		products,
		origin: 'https://shop.example',
		locale: 'en-EN',
		today: '2026-11-25',
	})
	const read = JSON.parse(JSON.stringify(found))
	expect(read.makesOffer).toMatchObject([
		{
			'@type': 'AggregateOffer',
			url: 'https://shop.example/?product=komet',
			itemOffered: {
				'@type': 'Service',
				provider: { '@id': read['@id'] },
			},
		},
		{ itemOffered: { '@type': 'Service' } },
	])
})

test('search engines read holidays and other special days, successive days with equal hours as one entry', () => {
	const hours = (opens: string, closes: string) => ({ opens, closes })
	const label = { de: 'x', en: 'x' }
	const calendar = {
		...sampleVenue.calendar,
		horizonDays: 45,
		weekdays: {
			monday: null,
			tuesday: hours('14:00', '20:00'),
			wednesday: hours('14:00', '20:00'),
			thursday: hours('14:00', '20:00'),
			friday: hours('14:00', '24:00'),
			saturday: hours('10:00', '20:00'),
			sunday: hours('10:00', '20:00'),
		},
		publicHolidays: hours('10:00', '20:00'),
		schoolHolidays: hours('10:00', '20:00'),
		schoolHolidayRanges: [{ name: label, from: '2026-12-28', until: '2027-01-05' }],
		overrides: [
			{ day: '2026-12-05', label, hours: null },
			{ day: '2026-12-08', label, hours: hours('00:00', '24:00') },
			{ day: '2026-12-24', label, hours: null },
		],
	}
	const found = localBusiness({
		venue: { ...sampleVenue, calendar },
		products: [],
		origin: 'https://shop.example',
		locale: 'de-DE',
		today: '2026-11-25',
	})
	const special = (validFrom: string, validThrough: string, opens: string, closes: string) => ({
		'@type': 'OpeningHoursSpecification',
		validFrom,
		validThrough,
		opens,
		closes,
	})
	expect(found.specialOpeningHoursSpecification).toEqual([
		special('2026-12-05', '2026-12-05', '00:00', '00:00'),
		special('2026-12-08', '2026-12-08', '00:00', '23:59'),
		special('2026-12-24', '2026-12-24', '00:00', '00:00'),
		special('2026-12-25', '2027-01-06', '10:00', '20:00'),
	])
	expect(found.openingHoursSpecification).toContainEqual(
		expect.objectContaining({ dayOfWeek: ['Friday'], opens: '14:00', closes: '00:00' }),
	)
})
