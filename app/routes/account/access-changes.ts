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
	.extend({ intent: z.literal('password'), currentPassword: typedPassword })
	.refine(passwordsAgree, passwordsDiffer)
