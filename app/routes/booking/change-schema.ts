import { z } from 'zod'

import { email } from '#app/models/email.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { printable } from '#app/models/printable.ts'
import { answersTo, type Question } from '#app/models/product/answer.ts'
import { providerNames } from '#app/models/provider.ts'
import { quantityOrNone, wholeNumber } from '#app/models/quantity.ts'
import { partyOf } from '#app/models/visitor/party.ts'

const position = z.string().regex(/^\d{1,3}$/)
const id = z.string().max(60)
const name = z.string().trim().min(1).max(100).superRefine(printable)

/** look: the same page with its sums · check, edit: to the check page and back · order, take: the change itself. */
export const intents = ['look', 'check', 'edit', 'order', 'take'] as const

/** The form of a change; `types` and `questions` are those of the booking's things. */
export function schemaOf(types: readonly PartyType[], questions: readonly Question[]) {
	return z.object({
		intent: z.enum(intents).default('look'),
		revision: wholeNumber({ min: 1, max: 1_000_000 }),
		lines: z.record(position, quantityOrNone).default({}),
		pieces: z.record(position, z.record(id, quantityOrNone)).default({}),
		choices: z.record(position, z.record(id, id)).default({}),
		extras: z.record(id, quantityOrNone).default({}),
		party: types.length > 0 ? partyOf(types).optional() : z.undefined().catch(undefined),
		answers: answersTo(questions).optional(),
		person: z.object({ firstName: name, lastName: name, email }).optional(),
		wayToPay: z.enum(providerNames).optional(),
		/** The money that the check page has shown. */
		shown: z.string().max(40).optional(),
	})
}
