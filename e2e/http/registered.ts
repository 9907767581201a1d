import { expect } from '@playwright/test'

import { newEmail } from '../new-email.ts'
import type { Fields, Visitor } from './visitor.ts'

/** The password of every account that specs register. */
export const password = 'drei Sterne und ein Mond'

/** Returns the fields of the registration form. */
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

/** Registers an account, with which the visitor is signed in; returns its username. */
export async function register(visitor: Visitor, more: Fields = {}): Promise<string> {
	const email = newEmail()
	expect((await visitor.post('/register', registration(email, more))).status).toBe(303)
	return email
}
