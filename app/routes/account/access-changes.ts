import { z } from 'zod'

import {
	passwordPair,
	passwordsAgree,
	passwordsDiffer,
	typedPassword,
} from '#app/models/visitor/account.ts'
import { email } from '#app/models/visitor/person.ts'

export const usernameChange = z.object({
	intent: z.literal('username'),
	newUsername: email,
	currentPassword: typedPassword,
})

export const passwordChange = passwordPair
	.extend({ intent: z.literal('password'), currentPassword: typedPassword })
	.refine(passwordsAgree, passwordsDiffer)
