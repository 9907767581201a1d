import { z } from 'zod'

import { say } from '#app/i18n/say.ts'
import { emailKey } from '#app/models/email.ts'
import {
	address,
	isPostcodeOfCountry,
	placeIn,
	postcodeOfAnother,
} from '#app/models/visitor/address.ts'
import {
	isNamed,
	nameMissing,
	organisation,
	organisationIn,
} from '#app/models/visitor/organisation.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import { dateOfBirth, person, type OrderedPerson } from '#app/models/visitor/person.ts'
import { whenFieldsRead } from '#app/models/when-fields-read.ts'

/** The purposes of links in mails. */
export const accountTokenKinds = ['reset', 'verify', 'changeUsername'] as const
export type AccountTokenKind = (typeof accountTokenKinds)[number]

/** The letters to an account's owner. */
export const accountLetterKinds = [
	'welcome',
	'verify',
	'reset',
	'passwordChanged',
	'passkeyAdded',
	/** Goes to the wanted username, with the link that confirms it. */
	'changeUsername',
	/** Goes to the present username: another one is wanted. */
	'usernameWanted',
	/** Goes to the former username: another one is in force. */
	'usernameChanged',
] as const
export type AccountLetterKind = (typeof accountLetterKinds)[number]

/** The person of an account. The postal address can be null until the customer enters it. */
export type AccountPerson = Omit<OrderedPerson, 'email' | 'street' | 'postcode' | 'city'> &
	Record<'street' | 'postcode' | 'city', string | null>

/** A username as typed to sign in; its form is not checked, only its length. */
export const typedUsername = z.string().trim().max(254)
export const typedPassword = z.string().max(1000)

const shortest = 8
const longest = 128

/** A new password of 8 to 128 characters of any kind, counted in code points. */
const newPassword = z.string().superRefine((password, context) => {
	const length = [...password].length
	if (length < shortest)
		context.addIssue({ code: 'custom', message: 'tooShort', params: { minimum: shortest } })
	if (length > longest)
		context.addIssue({ code: 'custom', message: 'tooLong', params: { maximum: longest } })
})

/** The schema of a new password, typed twice. */
export const passwordPair = z.object({ newPassword, newPasswordRepeat: z.string() })

export function passwordsAgree(typed: { newPassword: string; newPasswordRepeat: string }): boolean {
	return typed.newPassword === typed.newPasswordRepeat
}

/** The issue of two passwords that differ; checked as soon as both fields are read. */
export const passwordsDiffer = {
	path: ['newPasswordRepeat'],
	...say('passwordsDiffer'),
	when: whenFieldsRead('newPassword', 'newPasswordRepeat'),
}

/** The key by which usernames are compared; that of their mail address. */
export const usernameKey = emailKey

/** The schema of the personal data; `day` is the latest date of birth. The postal address is optional. */
export function personalDataOn(day: string) {
	return person
		.omit({ email: true, emailRepeat: true })
		.extend({
			...address.partial().shape,
			organisation,
			dateOfBirth: dateOfBirth(day).optional(),
		})
		.refine(isPostcodeOfCountry, postcodeOfAnother)
		.refine(isNamed, nameMissing)
}
export type PersonalDataForm = ReturnType<typeof personalDataOn>

type TypedData = z.output<PersonalDataForm> & { party?: OrderedParty | null }

/** The typed personal data as stored; empty optional fields become null. */
export function toAccountPerson(typed: TypedData): AccountPerson {
	const { firstName, lastName } = typed
	const { country, postcode } = placeIn(typed)
	return {
		salutation: typed.salutation ?? null,
		firstName,
		lastName,
		phone: typed.phone ?? null,
		mobile: typed.mobile ?? null,
		dateOfBirth: typed.dateOfBirth ?? null,
		street: typed.street ?? null,
		supplement: typed.supplement ?? null,
		postcode,
		city: typed.city ?? null,
		country,
		organisation: organisationIn(typed),
	}
}
