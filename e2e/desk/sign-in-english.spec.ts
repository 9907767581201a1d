import { createHash, randomBytes } from 'node:crypto'

import { hashPassword } from '#app/models/visitor/password.server.ts'

import { plugIn } from '../authenticator.ts'
import { newEmail } from '../new-email.ts'
import { expect, test } from './fixtures.ts'

// The pages before the desk in English: axe and the edges, in the states that `sign-in.spec.ts` looks at in German.

const password = 'three stars and a moon'

test.use({ locale: 'en-GB' })

test('N373: an invitation, its passkey, its password and its end are read in English', async ({
	page,
	database,
	looksRight,
	javaScriptEnabled,
	expectStatus,
}) => {
	for (const status of [404, 422]) expectStatus(status)
	if (javaScriptEnabled) await plugIn(page)
	const token = randomBytes(32).toString('base64url')
	const email = newEmail('counter')
	await database`
		with invited as (
			insert into staff (name, email, email_key, level, locale)
			values ('Mina Aydın', ${email}, ${email}, 'counter', 'en-EN') returning id
		)
		insert into staff_links (hash, staff_id, made_by, made_at, expires_at)
		select ${createHash('sha256').update(token).digest('hex')}, id, 'operator', now(), now() + interval '1 hour'
		from invited`
	await page.goto(`/welcome/${token}`)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Mina Aydın')
	const passkey = page.getByRole('button', { name: 'Create a passkey on this device' })
	await expect(passkey).toHaveCount(javaScriptEnabled ? 1 : 0)
	await looksRight(page)

	await page.getByText('Rather a password').click()
	await page.getByLabel('New password').fill(password)
	await page.getByLabel('Once more').fill('four stars and no moon')
	await page.getByRole('button', { name: 'Set the password' }).click()
	await expect(page.getByRole('alert')).toBeVisible()
	await looksRight(page)
	await page.getByLabel('New password').fill(password)
	await page.getByLabel('Once more').fill(password)
	await page.getByRole('button', { name: 'Set the password' }).click()
	await expect(page).toHaveURL('/')

	expect((await page.goto(`/welcome/${token}`))?.status()).toBe(404)
	await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
	await looksRight(page)
})

test('N373: a new device, a refused sign-in and a form that waits are read in English', async ({
	page,
	database,
	signedInDesk,
	looksRight,
	expectStatus,
}) => {
	expectStatus(422)
	await page.goto('/sign-in')
	await expect(page.getByText('This device is new')).toBeVisible()
	await looksRight(page)
	await page.getByLabel('Email address').fill(newEmail('counter'))
	await page.getByLabel('Password', { exact: true }).fill('wrong')
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	await expect(page.getByRole('alert')).toBeVisible()
	await looksRight(page)

	const person = await signedInDesk('counter')
	const hash = await hashPassword(password)
	if (!hash.ok) throw new Error(hash.message.key)
	await database`update staff set password_hash = ${hash.value} where id = ${person.id}`
	await page.goto('/keys')
	await database`
		update desk_devices set touched_at = now() - interval '11 minutes' where staff_id = ${person.id}`
	await page.getByRole('button', { name: 'Switch the shortcuts off' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who are you?')
	await looksRight(page)

	await page.getByText('Sign in with a password').click()
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
	await looksRight(page)
})
