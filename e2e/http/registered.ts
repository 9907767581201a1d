import { expect } from '@playwright/test'

import { newEmail } from '../new-email.ts'
import type { Fields, Visitor } from './visitor.ts'

/** The password of every account that specs register. */
export const password = 'drei Sterne und ein Mond'

/** What the registration form asks. */
export function registration(email: string, more: Fields = {}): Fields {
	return {
		firstName: 'Ada',
		lastName: 'Lovelace',
		email,
		emailRepeat: email,
		newPassword: password,
		newPasswordRepeat: password,
		privacy: 'on',
		...more,
	}
}

/** Registers an account, with which the visitor is signed in; answers its username. */
export async function register(visitor: Visitor, more: Fields = {}): Promise<string> {
	const email = newEmail()
	expect((await visitor.post('/register', registration(email, more))).status).toBe(303)
	return email
}
