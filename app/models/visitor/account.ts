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

/**
 * The purposes of links in mails to an account's owner: to set a new password, to verify the address, to confirm a new
 * username.
 */
export const accountTokenKinds = ['reset', 'verify', 'changeUsername'] as const
export type AccountTokenKind = (typeof accountTokenKinds)[number]

/** The kinds of letters to an account's owner. */
export const accountLetterKinds = [
	'welcome',
	'verify',
	'reset',
	'passwordChanged',
	'passkeyAdded',
	/** Goes to the wanted username, with the link that confirms it. */
	'changeUsername',
	/** Goes to the present username and tells that another one is wanted. */
	'usernameWanted',
	/** Goes to the former username and tells that another one is in force. */
	'usernameChanged',
] as const
export type AccountLetterKind = (typeof accountLetterKinds)[number]

/** The personal data of an account. The postal address is null until the customer enters it. */
export type AccountPerson = Omit<OrderedPerson, 'email' | 'street' | 'postcode' | 'city'> &
	Record<'street' | 'postcode' | 'city', string | null>

/** The schema of a username that is typed to sign in; its form is not checked, only its length. */
export const typedUsername = z.string().trim().max(254)
export const typedPassword = z.string().max(1000)

const shortest = 8
const longest = 128

/** The schema of a new password: 8 to 128 characters of any kind, counted in code points. */
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

/** The issue of a new password that was typed differently the second time; checked as soon as both fields are valid. */
export const passwordsDiffer = {
	path: ['newPasswordRepeat'],
	...say('passwordsDiffer'),
	when: whenFieldsRead('newPassword', 'newPasswordRepeat'),
}

/** Returns the key by which usernames are compared: that of the mail address, which a username is. */
export const usernameKey = emailKey

/**
 * The schema of an account's personal data as its form posts them; the postal address is optional. `day` (YYYY-MM-DD)
 * is the latest date of birth.
 */
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

/** Returns an account's typed personal data in the form of its row; empty optional fields become null. */
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
