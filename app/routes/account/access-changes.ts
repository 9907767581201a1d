import { z } from 'zod'

import { email } from '#app/models/email.ts'
import {
	passwordPair,
	passwordsAgree,
	passwordsDiffer,
	typedPassword,
} from '#app/models/visitor/account.ts'

export const usernameChange = z.object({
	intent: z.literal('username'),
	newUsername: email,
	currentPassword: typedPassword,
})

export const passwordChange = passwordPair
	.extend({
		intent: z.literal('password'),
		currentPassword: typedPassword,
		/** Ids of the passkeys that stay, one checkbox each; an unticked one posts nothing. */
		passkeys: z.array(z.string().max(2000).optional()).default([]),
	})
	.refine(passwordsAgree, passwordsDiffer)
