import { describe, expect, test } from 'vitest'

import { locales } from '#app/i18n/i18n.ts'
import { unprintableIn } from '#app/models/printable.ts'
import {
	countries,
	countryOf,
	nameAbroad,
	namedCountries,
	postcodeIn,
} from '#app/models/visitor/country.ts'

// Faults N11: with and without the sign of the country, by the country that was chosen.
test.each([
	['DE', '80331', '80331'],
	['DE', '01067', '01067'],
	['DE', 'D-80331', '80331'],
	['DE', 'D 80331', '80331'],
	['DE', 'DE-80331', '80331'],
	['DE', '8033', null],
	['DE', '803311', null],
	['DE', 'A-1010', null],
	['DE', '1012 AB', null],
	['AT', '1010', '1010'],
	['AT', 'A 1010', '1010'],
	['AT', 'a-1010', '1010'],
	['AT', 'AT-1010', '1010'],
	['AT', '80331', null],
	['CH', 'CH-8001', '8001'],
	['LI', 'FL-9490', '9490'],
	['NL', '1012 AB', '1012 AB'],
	['NL', '1012ab', '1012AB'],
	['NL', 'NL-1012 AB', '1012 AB'],
	['NL', '1012', null],
	['SE', 'SE-111 22', '111 22'],
	['SE', '11122', '11122'],
	['CZ', '110 00', '110 00'],
	['PL', '00-950', '00-950'],
	['GB', 'SW1A 1AA', 'SW1A 1AA'],
	['GB', 'sw1a  1aa', 'SW1A 1AA'],
	['GB', '12345', null],
	['US', '94103-1741', '94103-1741'],
	['JP', '100-0001', '100-0001'],
	['IE', 'D02 AF30', 'D02 AF30'],
	['JP', '!', null],
])('in %s, %j is the postcode %j', (country, typed, postcode) => {
	expect(postcodeIn(country, typed)).toBe(postcode)
})

test.each([
	[{ country: 'AT', postcode: '1010' }, 'AT'],
	[{ country: null, postcode: 'A-1010' }, 'AT'],
	[{ postcode: 'ch-8001' }, 'CH'],
	[{ postcode: 'NL-1012 AB' }, 'NL'],
	[{ postcode: 'D-85001' }, 'DE'],
	[{ postcode: '85001' }, 'DE'],
	[{ postcode: 'SW1A 1AA' }, 'DE'],
	[{ postcode: null }, 'DE'],
])('the address %j is in %s', (address, country) => {
	expect(countryOf(address)).toBe(country)
})

describe.each(locales)('in %s', (locale) => {
	const named = namedCountries(locale)

	test('each country has a name that papers can print, Germany first', () => {
		expect(named[0]).toEqual({ value: 'DE', label: locale === 'de-DE' ? 'Deutschland' : 'Germany' })
		expect(named).toHaveLength(countries.length)
		for (const { value, label } of named) {
			expect(label).not.toBe(value)
			expect(unprintableIn(label + label.toLocaleUpperCase(locale))).toEqual([])
		}
	})

	test('an address names its country where that is not Germany', () => {
		expect(nameAbroad('DE', locale)).toBeNull()
		expect(nameAbroad('AT', locale)).toBe(locale === 'de-DE' ? 'Österreich' : 'Austria')
	})
})
