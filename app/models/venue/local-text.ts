import { z } from 'zod'

/** Words in every language of the shop. */
export const localText = z.strictObject({
	de: z.string().trim().min(1),
	en: z.string().trim().min(1),
})

export type LocalText = z.infer<typeof localText>
