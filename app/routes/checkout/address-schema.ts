import { z } from 'zod'

import type { PartyType } from '#app/models/party-types.ts'
import { answersTo, type Question } from '#app/models/product/answer.ts'
import { memoizeByOwner } from '#app/models/venue/memoize.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { toAccountPerson } from '#app/models/visitor/account.ts'
import { address } from '#app/models/visitor/address.ts'
import { partyOf } from '#app/models/visitor/party.ts'
import {
	dateOfBirth,
	emailsAgree,
	emailsDiffer,
	person,
	type OrderedPerson,
} from '#app/models/visitor/person.ts'

/** Reads null for the party, whatever is posted: the cart holds none. */
const noParty = z
	.unknown()
	.optional()
	.transform(() => null)

/** The schema of the details; `day` is the latest date of birth. */
function detailsOn(day: Day) {
	return person.extend({
		...address.shape,
		dateOfBirth: dateOfBirth(day).optional(),
		keep: z.literal('on').optional(),
	})
}

function schemaOn(day: Day, questions: readonly Question[]) {
	return detailsOn(day)
		.extend({ party: noParty, answers: answersTo(questions) })
		.refine(emailsAgree, emailsDiffer)
}

export function schemaWithPartyOn(
	day: Day,
	types: readonly PartyType[],
	questions: readonly Question[],
) {
	return detailsOn(day)
		.extend({ party: partyOf(types), answers: answersTo(questions) })
		.refine(emailsAgree, emailsDiffer)
}

/** The schema for gift vouchers by mail of a small amount, which need a name and a mail address alone. */
function schemaByMailOn(day: Day, questions: readonly Question[]) {
	return detailsOn(day)
		.extend({ ...address.partial().shape, party: noParty, answers: answersTo(questions) })
		.refine(emailsAgree, emailsDiffer)
}

type Asked = {
	day: Day
	types: readonly PartyType[]
	questions: readonly Question[]
	asksAddress: boolean
}

/** The schema of a form, memoized for equal questions: compiling it is the slow part. */
export const schemaOf = memoizeByOwner(
	(_: Venue, { day, types, questions, asksAddress }: Asked) => {
		if (!asksAddress) return schemaByMailOn(day, questions)
		return types.length > 0 ? schemaWithPartyOn(day, types, questions) : schemaOn(day, questions)
	},
	({ day, types, questions, asksAddress }) =>
		[day, asksAddress, ...types, ...questions.map(({ productId }) => productId)].join(' '),
)

type Details = ReturnType<typeof detailsOn> | ReturnType<typeof schemaByMailOn>
/** The person as typed in the address step. */
export type Typed = Omit<z.output<Details>, 'emailRepeat' | 'answers' | 'party'>

export function toPerson(typed: Typed): OrderedPerson {
	const { email, street = '', postcode = '', city = '' } = typed
	return { ...toAccountPerson(typed), email, street, postcode, city }
}
