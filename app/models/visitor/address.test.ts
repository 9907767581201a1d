import { expect, test } from 'vitest'

import { errorMap } from '#app/i18n/validation.ts'
import {
	address,
	hasPostcode,
	isPostcodeOfCountry,
	placeIn,
	postcodeMissing,
	postcodeOfAnother,
} from '#app/models/visitor/address.ts'

const schema = address
	.refine(hasPostcode, postcodeMissing)
	.refine(isPostcodeOfCountry, postcodeOfAnother)

test.each([
	['80331', 'DE', 'fine'],
	[' 01067 ', 'DE', 'fine'],
	['\u202D80331\u202C', 'DE', 'fine'],
	['\u200B', 'DE', 'required'],
	['', 'DE', 'required'],
	['8033', 'DE', 'postcodeOfCountry'],
	['80 331', 'DE', 'postcodeOfCountry'],
	['D', 'DE', 'postcodeOfCountry'],
	['A-1010', 'DE', 'postcodeOfCountry'],
	['A\u20111010', 'AT', 'fine'],
	['8001', 'CH', 'fine'],
	['SW1A 1AA', 'GB', 'fine'],
	['', 'AT', 'required'],
	// Most addresses there have none.
	['', 'AE', 'fine'],
	['80331', 'XX', 'invalid'],
	// Forms of builds that did not ask for the country.
	['80331', undefined, 'fine'],
	['A-1010', undefined, 'fine'],
	['ABC', undefined, 'postcodeOfCountry'],
])('the postcode %j in %s: %s', (postcode, country, answer) => {
	const typed = { street: 'Sternweg 1', postcode, city: 'München', country }
	const { error } = schema.safeParse(typed, { error: errorMap })
	expect(error?.issues.map(({ message }) => message) ?? ['fine']).toEqual([answer])
})

test('a place has the postcode of its country without the sign', () => {
	expect(placeIn({ postcode: 'A 1010', country: 'AT' })).toEqual({
		country: 'AT',
		postcode: '1010',
	})
	expect(placeIn({ postcode: 'A-1010' })).toEqual({ country: 'AT', postcode: '1010' })
	expect(placeIn({})).toEqual({ country: 'DE', postcode: null })
})
