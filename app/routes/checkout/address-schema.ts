import { z } from 'zod'

import { say } from '#app/i18n/say.ts'
import { memoizeByOwner } from '#app/models/memoize.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { answersTo, type Question } from '#app/models/product/answer.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { toAccountPerson } from '#app/models/visitor/account.ts'
import {
	address,
	hasPostcode,
	isPostcodeOfCountry,
	postcodeMissing,
	postcodeOfAnother,
} from '#app/models/visitor/address.ts'
import { isNamed, nameMissing, organisation } from '#app/models/visitor/organisation.ts'
import { partyOf, type OrderedParty } from '#app/models/visitor/party.ts'
import {
	dateOfBirth,
	emailsAgree,
	emailsDiffer,
	person,
	type OrderedPerson,
} from '#app/models/visitor/person.ts'

/** The schema of the party for a cart that holds none: reads null, whatever is posted. */
const noParty = z
	.unknown()
	.optional()
	.transform(() => null)

/** Returns the schema of the customer's details; `day` is the latest date of birth that it accepts. */
function detailsOn(day: Day) {
	return person.extend({
		...address.shape,
		organisation,
		dateOfBirth: dateOfBirth(day).optional(),
		keep: z.literal('on').optional(),
	})
}

function schemaWith<Party extends z.ZodType>(
	party: Party,
	day: Day,
	questions: readonly Question[],
) {
	return detailsOn(day)
		.extend({ party, answers: answersTo(questions) })
		.refine(emailsAgree, emailsDiffer)
		.refine(hasPostcode, postcodeMissing)
		.refine(isPostcodeOfCountry, postcodeOfAnother)
		.refine(isNamed, nameMissing)
}

export function schemaWithPartyOn(
	day: Day,
	types: readonly PartyType[],
	questions: readonly Question[],
) {
	return schemaWith(partyOf(types), day, questions)
}

/**
 * Returns the schema for a cart of gift vouchers by mail of a small amount, which needs a name and a mail address
 * alone; an invoice to an organisation needs a postal address as well.
 */
function schemaByMailOn(day: Day, questions: readonly Question[]) {
	return detailsOn(day)
		.extend({ ...address.partial().shape, party: noParty, answers: answersTo(questions) })
		.refine(emailsAgree, emailsDiffer)
		.refine(isPostcodeOfCountry, postcodeOfAnother)
		.refine(isNamed, nameMissing)
		.superRefine(addressOfOrganisation)
}

type ByMail = {
	organisation?: { name?: string | undefined } | undefined
	street?: string | undefined
	postcode?: string | undefined
	city?: string | undefined
	country?: string | undefined
}

/** Adds an issue for each missing part of the postal address when an organisation is named. */
function addressOfOrganisation(typed: ByMail, context: z.core.$RefinementCtx): void {
	if (!typed.organisation?.name) return
	const missing = [
		...(typed.street ? [] : ['street']),
		...(hasPostcode(typed) ? [] : ['postcode']),
		...(typed.city ? [] : ['city']),
	]
	for (const name of missing) context.addIssue({ code: 'custom', path: [name], ...required })
}

const required = { message: say('required').error }

type AddressFields = {
	day: Day
	types: readonly PartyType[]
	questions: readonly Question[]
	asksAddress: boolean
}

/** Returns the schema of the address step's form, memoized by what it asks for: compiling it is the slow part. */
export const schemaOf = memoizeByOwner(
	(_: Venue, { day, types, questions, asksAddress }: AddressFields) => {
		if (!asksAddress) return schemaByMailOn(day, questions)
		return types.length > 0
			? schemaWithPartyOn(day, types, questions)
			: schemaWith(noParty, day, questions)
	},
	({ day, types, questions, asksAddress }) =>
		[day, asksAddress, ...types, ...questions.map(({ productId }) => productId)].join(' '),
)

type Details = ReturnType<typeof detailsOn> | ReturnType<typeof schemaByMailOn>
/** The details as typed in the address step: person, postal address, party, and the wish to keep them. */
export type Typed = Omit<z.output<Details>, 'emailRepeat' | 'answers' | 'party'> & {
	party?: OrderedParty | null
}

export function toPerson(typed: Typed): OrderedPerson {
	const person = toAccountPerson(typed)
	const { street, postcode, city } = person
	return {
		...person,
		email: typed.email,
		street: street ?? '',
		postcode: postcode ?? '',
		city: city ?? '',
	}
}
