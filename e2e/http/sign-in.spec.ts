import { expect, test } from '@playwright/test'

import { newEmail } from '../new-email.ts'
import { password, register, registration } from './registered.ts'
import { newVisitor, type Answer, type Fields, type Visitor } from './visitor.ts'

// Signing in under attack: rows E13, F2 and F6 of the faults. The times of answers are measured by `npm run bench --
// known-addresses`.

const origin = process.env['SHOP_URL'] ?? ''

async function csrfToken(visitor: Visitor): Promise<string> {
	return JSON.parse((await visitor.get('/api/auth/csrf')).text).csrfToken
}

test.describe('F2: another site cannot sign a visitor in to an account of its own', () => {
	test('the form is refused from elsewhere, with the right password too', async () => {
		const username = await register(newVisitor(origin))
		for (const headers of [
			{ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
			{ Origin: 'null' },
			{ Origin: '' },
			{ 'Sec-Fetch-Site': 'same-site' },
			{ Origin: 'https://evil.example', 'Content-Type': 'text/plain' },
		]) {
			const victim = newVisitor(origin)
			const posted = await victim.post('/login', { username, password }, headers)
			expect(posted.status, JSON.stringify(headers)).toBe(403)
			expect((await victim.get('/account')).status).toBe(302)
		}
	})

	test('the call needs the token of this very browser', async () => {
		const username = await register(newVisitor(origin))
		const attacker = newVisitor(origin)
		const token = await csrfToken(attacker)
		const call = (victim: Visitor, csrf: string) =>
			victim.post('/api/auth/callback/credentials', {
				csrfToken: csrf,
				json: 'true',
				username,
				password,
			})
		const [empty, other] = [newVisitor(origin), newVisitor(origin)]
		await csrfToken(other)
		for (const [victim, csrf] of [
			[empty, token],
			[empty, ''],
			[other, token],
			[other, 'f'.repeat(64)],
		] as const) {
			const answer = await call(victim, csrf)
			expect(JSON.parse(answer.text)).toEqual({ url: `${origin}/api/auth/signin?csrf=true` })
			expect((await victim.get('/account')).status).toBe(302)
		}
		const forged = newVisitor(origin)
		forged.cookies.set('next-auth.csrf-token', `${token}%7C${'0'.repeat(64)}`)
		expect((await call(forged, token)).text).toContain('csrf=true')
		expect(JSON.parse((await call(attacker, token)).text)).toEqual({ url: `${origin}/` })
	})
})

test.describe('F6: a known and an unknown address get the same answers', () => {
	const ways: [name: string, path: string, fields: (email: string, token: string) => Fields][] = [
		['the login page', '/login', (username) => ({ username, password: 'falsch' })],
		[
			'the call',
			'/api/auth/callback/credentials',
			(username, csrf) => ({ username, password: 'falsch', csrfToken: csrf, json: 'true' }),
		],
		['a forgotten password', '/forgot-password', (email) => ({ email })],
	]
	for (const [name, path, fields] of ways)
		test(`${name}: text, status, size and headers, until it is too often and then`, async () => {
			const [known, unknown] = [
				await ask(await register(newVisitor(origin))),
				await ask(newEmail()),
			]
			expect(known).toEqual(unknown)
			expect(new Set(known.map(({ status }) => status)).has(429)).toBe(path !== '/forgot-password')

			async function ask(email: string) {
				const visitor = newVisitor(origin)
				const answers = []
				for (let times = 0; times < 12; times += 1)
					answers.push(
						shapeOf(await visitor.post(path, fields(email, await csrfToken(visitor))), email),
					)
				return answers
			}
		})

	test('a guest who orders', async () => {
		const shapes = []
		for (const email of [await register(newVisitor(origin)), newEmail()]) {
			const visitor = newVisitor(origin)
			const gift = { intent: 'add', version: 0, product: 'gift-25-mail', quantity: 1 }
			await visitor.post('/cart', gift)
			const person = { firstName: 'Ada', lastName: 'King', email, emailRepeat: email }
			const place = { street: 'Sternweg 9', postcode: '80331', city: 'München' }
			const posted = await visitor.post('/checkout/address', { ...person, ...place })
			expect(posted.location).toBe('/checkout/overview')
			shapes.push(shapeOf(posted, email), shapeOf(await visitor.get('/checkout/overview'), email))
		}
		expect(shapes.slice(0, 2)).toEqual(shapes.slice(2))
	})
})

/** Returns an answer without its random parts: tokens, names and moments. */
function shapeOf({ status, location, text, headers }: Answer, email: string) {
	const told = Object.fromEntries(headers)
	for (const name of ['date', 'server-timing', 'etag', 'content-length', 'x-request-id'])
		delete told[name]
	return {
		status,
		location,
		size: text.length,
		text: plain(text.replaceAll(email, 'ADDRESS')),
		headers: Object.entries(told).map(([name, value]) => [name, plain(value)]),
	}
}

function plain(text: string): string {
	return text.replaceAll(/[\w.%+-]{20,}=*/g, '*').replaceAll(/\d{1,2}:\d\d/g, '*')
}

test('E13: fields that the forms of an account do not have are ignored', async () => {
	const extra = {
		id: '00000000-0000-4000-8000-000000000000',
		accountId: '00000000-0000-4000-8000-000000000000',
		verifiedAt: '2025-03-01T10:00:00Z',
		createdAt: '2025-03-01T10:00:00Z',
		passwordHash: 'x',
		usernameKey: 'admin@example.org',
		person: '{"lastName":"Admin"}',
		role: 'admin',
	}
	const visitor = newVisitor(origin)
	const email = newEmail()
	await visitor.post('/register', registration(email, { username: 'admin@example.org', ...extra }))
	const data = { firstName: 'Ada', lastName: 'King', email: 'admin@example.org', ...extra }
	expect((await visitor.post('/account/personal-data', data)).status).toBe(303)
	const { account } = JSON.parse((await visitor.get('/account/access-data/data.json')).text)
	expect(account).toMatchObject({
		username: email,
		verifiedAt: null,
		person: { firstName: 'Ada', lastName: 'King' },
	})
	expect(JSON.stringify(account)).not.toMatch(/admin|2025-03-01|00000000-/i)
})
