import { z } from 'zod'

import { say } from '#app/i18n/say.ts'
import { printable } from '#app/models/printable.ts'
import { plainText } from '#app/models/typed-text.ts'
import { countries, countryOf, hasPostcodes, postcodeIn } from '#app/models/visitor/country.ts'
import { whenFieldsRead } from '#app/models/when-fields-read.ts'

/**
 * The schema of a typed postal address. The country is optional, because pages of older builds do not ask for it. The
 * form of the postcode is checked together with the country (`isPostcodeOfCountry`).
 */
export const address = z.object({
	street: z.string().trim().min(1).max(150).superRefine(printable),
	supplement: z.string().trim().max(150).superRefine(printable).optional(),
	postcode: z.string().transform(plainText).pipe(z.string().max(12)).optional(),
	city: z.string().trim().min(1).max(100).superRefine(printable),
	country: z.enum(countries).optional(),
})

type Typed = {
	postcode?: string | undefined
	country?: string | undefined
}

/** True for an address with a postcode, or in a country where the postcode may be empty. */
export function hasPostcode({ postcode, country }: Typed): boolean {
	return Boolean(postcode) || !hasPostcodes(countryOf({ country }))
}

export const postcodeMissing = {
	path: ['postcode'],
	...say('required'),
	when: whenFieldsRead('postcode', 'country'),
}

/** True when the postcode of an address has the form of its country (faults N11), or no postcode is typed. */
export function isPostcodeOfCountry({ postcode, country }: Typed): boolean {
	return !postcode || postcodeIn(countryOf({ country, postcode }), postcode) !== null
}

export const postcodeOfAnother = {
	path: ['postcode'],
	...say('postcodeOfCountry'),
	when: whenFieldsRead('postcode', 'country'),
}

/** Returns the country of a typed address, with the postcode as the country writes it. */
export function placeIn({ postcode, country: chosen }: Typed) {
	const country = countryOf({ country: chosen, postcode })
	return { country, postcode: postcode ? (postcodeIn(country, postcode) ?? postcode) : null }
}
