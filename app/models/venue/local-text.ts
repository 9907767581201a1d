import { z } from 'zod'

/** A text in every language of the shop; none may be empty. */
export const localText = z.strictObject({
	de: z.string().trim().min(1),
	en: z.string().trim().min(1),
})
