import { expect, test } from '@playwright/test'

import { openOwnShop } from './own-shop.ts'
import { registration } from './registered.ts'
import { newVisitor } from './visitor.ts'

const email = 'ada@example.org'

let shop: Awaited<ReturnType<typeof openOwnShop>>
test.beforeAll(async () => {
	shop = await openOwnShop({
		'venue.yaml': [['revealUnknownEmail: false', 'revealUnknownEmail: true']],
	})
})
test.afterAll(() => shop?.close())

test('Diese E-Mail-Adresse existiert nicht: a forgotten password, where the venue wants it told', async () => {
	const owner = newVisitor(shop.url)
	expect((await owner.post('/register', registration(email))).status).toBe(303)

	const visitor = newVisitor(shop.url)
	const unknown = await visitor.post('/forgot-password', { email: `x${email}` })
	expect(unknown.status).toBe(422)
	expect(unknown.text).toContain('Diese E-Mail-Adresse existiert nicht')
	expect(unknown.text).toContain(`value="x${email}"`)
	const english = { 'Accept-Language': 'en' }
	expect((await visitor.post('/forgot-password', { email: `x${email}` }, english)).text).toContain(
		'This e-mail address does not exist',
	)
	expect(await visitor.post('/forgot-password', { email: email.toUpperCase() })).toMatchObject({
		status: 303,
		location: '/forgot-password?sent',
	})
})
