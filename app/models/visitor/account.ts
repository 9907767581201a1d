import { z } from 'zod'

import { say } from '#app/i18n/say.ts'
import { emailKey } from '#app/models/email.ts'
import { address } from '#app/models/visitor/address.ts'
import { dateOfBirth, person, type OrderedPerson } from '#app/models/visitor/person.ts'
import { whenFieldsRead } from '#app/models/when-fields-read.ts'

/** What a link in a mail is good for. */
export const accountTokenKinds = ['reset', 'verify', 'changeUsername'] as const
export type AccountTokenKind = (typeof accountTokenKinds)[number]

/** What an account's owner is written about. */
export const accountLetterKinds = [
	'welcome',
	'verify',
	'reset',
	'passwordChanged',
	'passkeyAdded',
	/** To the address that is to become the username, with the link that makes it so. */
	'changeUsername',
	/** To the username as it is: another is wanted. */
	'usernameWanted',
	/** To the username as it was: another is in force. */
	'usernameChanged',
] as const
export type AccountLetterKind = (typeof accountLetterKinds)[number]

/** What an account knows of its owner. The address may be told later. */
export type AccountPerson = Omit<OrderedPerson, 'email' | 'street' | 'postcode' | 'city'> &
	Record<'street' | 'postcode' | 'city', string | null>

/** What is typed to sign in: nothing that tells right from wrong is checked here. */
export const typedUsername = z.string().trim().max(254)
export const typedPassword = z.string().max(1000)

const shortest = 8
const longest = 128

/** Any characters; counted as people count them, not in UTF-16. */
const newPassword = z.string().superRefine((password, context) => {
	const length = [...password].length
	if (length < shortest)
		context.addIssue({ code: 'custom', message: 'tooShort', params: { minimum: shortest } })
	if (length > longest)
		context.addIssue({ code: 'custom', message: 'tooLong', params: { maximum: longest } })
})

/** A new password is typed twice. */
export const passwordPair = z.object({ newPassword, newPasswordRepeat: z.string() })

export function passwordsAgree(typed: { newPassword: string; newPasswordRepeat: string }): boolean {
	return typed.newPassword === typed.newPasswordRepeat
}

/** Told together with all else that is wrong. */
export const passwordsDiffer = {
	path: ['newPasswordRepeat'],
	...say('passwordsDiffer'),
	when: whenFieldsRead('newPassword', 'newPasswordRepeat'),
}

/** Two usernames are the same when their keys are. */
export const usernameKey = emailKey

/** The form of the personal data; `day` is the latest date of birth. The address is for next time and may stay empty. */
export function personalDataOn(day: string) {
	return person
		.omit({ email: true, emailRepeat: true })
		.extend({ ...address.partial().shape, dateOfBirth: dateOfBirth(day).optional() })
}
export type PersonalDataForm = ReturnType<typeof personalDataOn>

/** Optional fields are null when left empty. */
export function toAccountPerson(typed: z.output<PersonalDataForm>): AccountPerson {
	const { firstName, lastName } = typed
	return {
		salutation: typed.salutation ?? null,
		firstName,
		lastName,
		phone: typed.phone ?? null,
		mobile: typed.mobile ?? null,
		dateOfBirth: typed.dateOfBirth ?? null,
		street: typed.street ?? null,
		supplement: typed.supplement ?? null,
		postcode: typed.postcode ?? null,
		city: typed.city ?? null,
	}
}
