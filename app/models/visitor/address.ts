import { z } from 'zod'

/** A German, Austrian or Swiss postcode, or whatever else a visitor from further away has. */
export const address = z.object({
	street: z.string().trim().min(1).max(150),
	supplement: z.string().trim().max(150).optional(),
	postcode: z
		.string()
		.trim()
		.regex(/^[A-Za-z0-9][A-Za-z0-9 -]{2,9}$/),
	city: z.string().trim().min(1).max(100),
})
