import { expect, test } from '@playwright/test'

import { newEmail } from '../new-email.ts'
import { password, register } from './registered.ts'
import { newVisitor, type Visitor } from './visitor.ts'

// An account is changed or deleted in one tab while others write for it (faults M2).

const origin = process.env['SHOP_URL'] ?? ''
const next = 'noch ein langes Passwort'
const accessData = '/account/access-data'

async function registered(): Promise<{ owner: Visitor; email: string }> {
	const owner = newVisitor(origin)
	return { owner, email: await register(owner) }
}

/** Opens another tab of the browser: it starts with the same cookies, and keeps its own from then on. */
function tabOf(owner: Visitor): Visitor {
	const tab = newVisitor(origin)
	for (const [name, value] of owner.cookies) tab.cookies.set(name, value)
	return tab
}

const changes: [string, (owner: Visitor) => Promise<{ status: number }>][] = [
	[
		'the password is changed',
		(owner) =>
			owner.post(accessData, {
				intent: 'password',
				currentPassword: password,
				newPassword: next,
				newPasswordRepeat: next,
			}),
	],
	[
		'the account is deleted',
		(owner) => owner.post(`${accessData}/delete`, { currentPassword: password }),
	],
]

for (const [name, change] of changes)
	test(`${name}: writes meanwhile are answered, and other sessions are signed out (M2)`, async () => {
		for (let round = 0; round < 4; round += 1) {
			const { owner, email } = await registered()
			const comers = Array.from({ length: 6 }, () => newVisitor(origin))
			const tabs = Array.from({ length: 6 }, () => tabOf(owner))
			const [first, second, third, fourth, fifth, sixth] = tabs as [
				Visitor,
				Visitor,
				Visitor,
				Visitor,
				Visitor,
				Visitor,
			]
			const confirmed = { currentPassword: password }
			const [changed, ...answers] = await Promise.all([
				change(owner),
				...comers.map((comer) => comer.post('/login', { username: email, password })),
				first.post(accessData, { intent: 'username', newUsername: newEmail(), ...confirmed }),
				second.post(`${accessData}/passkeys`, { intent: 'begin', name: 'Handy', ...confirmed }),
				third.post('/account/personal-data', { firstName: 'Eva', lastName: 'Lovelace' }),
				fourth.post('/account', {}),
				fifth.post('/locale', { locale: 'en-EN', returnTo: '/account' }),
				sixth.get('/account'),
			])
			expect(changed.status).toBe(303)
			for (const { status, text } of answers) expect(status, text.slice(0, 300)).toBeLessThan(500)
			for (const comer of [...comers, ...tabs.filter((tab) => tab !== owner)]) {
				// A tab has the session of its owner, which stays when the owner changes the password.
				const shares = comer.cookies.get('session') === owner.cookies.get('session')
				if (!shares) expect((await comer.get('/account')).status).toBe(302)
			}
			const again = await newVisitor(origin).post('/login', { username: email, password })
			expect(again.status).toBe(422)
		}
	})
