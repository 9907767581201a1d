import { expect, test } from 'vitest'

import { errorMap } from '#app/i18n/validation.ts'
import { address } from '#app/models/visitor/address.ts'

test.each([
	['80331', 'fine'],
	[' 01067 ', 'fine'],
	['A-1010', 'fine'],
	['A\u20111010', 'fine'],
	['\u202D80331\u202C', 'fine'],
	['\u200B', 'required'],
	['CH-8001', 'fine'],
	['SW1A 1AA', 'fine'],
	['8033', 'postcodeOfCountry'],
	['803311', 'postcodeOfCountry'],
	['80 331', 'postcodeOfCountry'],
	['D', 'postcodeOfCountry'],
	['ABC', 'postcodeOfCountry'],
	['', 'required'],
])('the postcode %j: %s', (postcode, answer) => {
	const typed = { street: 'Sternweg 1', postcode, city: 'München' }
	const { error } = address.safeParse(typed, { error: errorMap })
	expect(error?.issues[0]?.message ?? 'fine').toBe(answer)
})
