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
		/**
		 * The ids of the passkeys to keep beside the new password, one checkbox each; an unticked checkbox posts nothing.
		 */
		passkeys: z.array(z.string().max(2000).optional()).default([]),
	})
	.refine(passwordsAgree, passwordsDiffer)
