import { z } from 'zod'

import { say } from '#app/i18n/say.ts'
import { printable } from '#app/models/printable.ts'
import { plainText } from '#app/models/typed-text.ts'

/**
 * The schema of a postal address. A German postcode has five digits; those of other countries need letters beside
 * their digits: 'A-1010', 'CH-8001', 'SW1A 1AA'.
 */
export const address = z.object({
	street: z.string().trim().min(1).max(150).superRefine(printable),
	supplement: z.string().trim().max(150).superRefine(printable).optional(),
	postcode: z
		.string()
		.transform(plainText)
		.pipe(
			z
				.string()
				.min(1)
				.regex(
					/^(\d{5}|(?=.*[A-Za-z])(?=.*\d)[A-Za-z0-9][A-Za-z0-9 -]{2,9})$/,
					say('postcodeOfCountry'),
				),
		),
	city: z.string().trim().min(1).max(100).superRefine(printable),
})
