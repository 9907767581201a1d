import { z } from 'zod'

import { say } from '#app/i18n/say.ts'
import { email } from '#app/models/email.ts'
import { printable } from '#app/models/printable.ts'
import { plainText } from '#app/models/typed-text.ts'
import type { Organisation } from '#app/models/visitor/organisation.ts'
import { whenFieldsRead } from '#app/models/when-fields-read.ts'

export const salutations = ['female', 'male', 'diverse'] as const
type Salutation = (typeof salutations)[number]

/** The most characters of a first or last name, and of a telephone number. */
export const LONGEST_NAME = 100
export const LONGEST_PHONE = 40

const name = z.string().trim().min(1).max(LONGEST_NAME).superRefine(printable)
const phoneNumber = z
	.string()
	.transform(plainText)
	.pipe(z.string().max(LONGEST_PHONE))
	.pipe(z.string().regex(/^\+?(?:[\s()/.-]*\d){4,}[\s()/.-]*$/, say('phone')))

/** The schema of a person. Salutation and telephone numbers are optional. */
export const person = z.object({
	salutation: z.enum(salutations).optional(),
	firstName: name,
	lastName: name,
	email,
	emailRepeat: email,
	phone: phoneNumber.optional(),
	mobile: phoneNumber.optional(),
})

/** The schema of a date of birth from 1900-01-01 to `today` (YYYY-MM-DD). */
export function dateOfBirth(today: string) {
	const isPossible = (date: string) => date >= '1900-01-01' && date <= today
	return z.iso.date().pipe(z.string().refine(isPossible, say('dateOfBirth')))
}

/** True when both fields of the mail address are equal; the second one is there to find typing errors. */
export function emailsAgree(person: { email: string; emailRepeat: string }): boolean {
	return person.email === person.emailRepeat
}

/** The issue of a mail address that was typed differently the second time; checked as soon as both fields are valid. */
export const emailsDiffer = {
	path: ['emailRepeat'],
	error: 'emailsDiffer',
	when: whenFieldsRead('email', 'emailRepeat'),
}

/**
 * The values that clear the fields of an order's person which only the visit needs, because no document contains them.
 */
export const forVisitAlone = { salutation: null, phone: null, mobile: null, dateOfBirth: null }

/** The empty postal address of a person who was not asked for one. */
export const noAddress = { street: '', supplement: null, postcode: '', city: '' }

/** The person who ordered, as typed in the address step of the checkout. Optional fields are null when left empty. */
export type OrderedPerson = {
	salutation: Salutation | null
	firstName: string
	lastName: string
	email: string
	phone: string | null
	mobile: string | null
	dateOfBirth: string | null
	/** Street, postcode and city are empty when no address is needed (`needsAddress`). */
	street: string
	supplement: string | null
	postcode: string
	city: string
	/** The country code (ISO 3166-1); missing on orders of builds that did not ask for it (`countryOf`). */
	country?: string | null
	/** The organisation that the papers name; missing on orders of builds that did not ask for it. */
	organisation?: Organisation | null
}
