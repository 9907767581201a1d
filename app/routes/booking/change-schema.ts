import { z } from 'zod'

import { email } from '#app/models/email.ts'
import { memoizeByOwner } from '#app/models/memoize.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { printable } from '#app/models/printable.ts'
import { answersTo, type Question } from '#app/models/product/answer.ts'
import { providerNames } from '#app/models/provider.ts'
import { quantityOrNone, wholeNumber } from '#app/models/quantity.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { partyOf } from '#app/models/visitor/party.ts'

const position = z.string().regex(/^\d{1,3}$/)
const id = z.string().max(60)
const name = z.string().trim().min(1).max(100).superRefine(printable)

/**
 * The buttons of the form of a change. `look`: the form again with its sums; `check` and `edit`: to the check page and
 * back; `order` and `take`: the change itself, with and without more to pay.
 */
export const intents = ['look', 'check', 'edit', 'order', 'take'] as const

/** The party types and questions that the form of a change offers. */
type ChangeFields = { types: readonly PartyType[]; questions: readonly Question[] }

/**
 * Returns the schema of a change's form, memoized by its party types and questions: making a schema anew costs as much
 * as the change itself.
 */
export const schemaOf = memoizeByOwner(
	(_: Venue, asked: ChangeFields) => formOf(asked),
	({ types, questions }) => `${types.join()} ${questions.map(({ productId }) => productId).join()}`,
)

function formOf({ types, questions }: ChangeFields) {
	return z.object({
		intent: z.enum(intents).default('look'),
		revision: wholeNumber({ min: 1, max: 1_000_000 }),
		lines: z.record(position, quantityOrNone).default({}),
		pieces: z.record(position, z.record(id, quantityOrNone)).default({}),
		choices: z.record(position, z.record(id, id)).default({}),
		extras: z.record(id, quantityOrNone).default({}),
		party: types.length > 0 ? partyOf(types).optional() : z.undefined().catch(undefined),
		answers: answersTo(questions).optional(),
		/** The customer's name and mail address; `seen` is a mark of those that the form has shown. */
		person: z
			.object({ firstName: name, lastName: name, email, seen: z.string().max(40).optional() })
			.optional(),
		wayToPay: z.enum(providerNames).optional(),
		/** The money that the check page has shown, as `shownText` writes it. */
		shown: z.string().max(80).optional(),
	})
}
