import { expect, test } from '@playwright/test'

import { openOwnShop } from './own-shop.ts'
import { password, registration } from './registered.ts'
import { newVisitor, type Answer, type Fields } from './visitor.ts'

// More sign-ins at once than the shop has room for (faults F8).
test.describe.configure({ retries: 1 })

const many = 100
const owner = 'ada@example.org'
/** An account outside of the crowd: strangers have a limit for each account (faults F7). */
const other = 'grace@example.org'
const sentence = {
	'de-DE': 'Gerade melden sich sehr viele auf einmal an',
	'en-EN': 'Very many people are signing in at once',
}

let shop: Awaited<ReturnType<typeof openOwnShop>>
test.beforeAll(async () => {
	shop = await openOwnShop()
	for (const email of [owner, other]) {
		const registered = await newVisitor(shop.url).post('/register', registration(email))
		expect(registered.status).toBe(303)
	}
})
test.afterAll(() => shop?.close())

/** Sends as many sign-ins at once, each from an address of its own unless one is given. */
function crowd(
	path: string,
	fields: (index: number) => Fields,
	headers: Record<string, string> = {},
) {
	return Promise.all(
		Array.from({ length: many }, (_, index) =>
			newVisitor(shop.url).post(path, fields(index), headers),
		),
	)
}

function refusedOf(answers: Answer[]): Answer[] {
	// An accepted sign-in hears of its fault, or of too many tries for one account (F7).
	for (const { status } of answers) expect([422, 429, 503]).toContain(status)
	const refused = answers.filter(({ status }) => status === 503)
	expect(refused.length).toBeGreaterThan(0)
	expect(refused.length).toBeLessThan(many)
	for (const { headers } of refused) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
	return refused
}

for (const [language, tag] of [
	['de-DE', ''],
	['en-EN', ' @faults'],
] as const)
	test(`beyond the queue the login page in ${language} says so, with the username as it was typed${tag}`, async () => {
		const typed = (index: number) => `name${index}"><script>@example.org`
		const answers = await crowd(
			'/login?callbackUrl=%2Faccount%2Forders',
			(index) => ({ username: typed(index), password: 'falsch' }),
			{ 'Accept-Language': language },
		)
		refusedOf(answers)
		for (const [index, { status, text, headers }] of answers.entries()) {
			if (status !== 503) continue
			expect(text).toContain(sentence[language])
			expect(text).toContain(`<html lang="${language.slice(0, 2)}`)
			expect(text).toContain('rel="stylesheet"')
			expect(text).toContain(`value="name${index}&#34;&#62;&#60;script&#62;@example.org"`)
			expect(text).toContain('value="/account/orders"')
			expect(text).not.toContain('falsch')
			// Scripts that could show another visitor's data again are missing.
			expect(text).not.toMatch(/<script(?! type="application\/ld\+json")/)
			expect(headers.getSetCookie()).toEqual([])
			expect(headers.get('Cache-Control')).toContain('no-store')
		}
	})

test('beyond the queue known and unknown addresses, right and wrong passwords get the same answer (F6)', async () => {
	const ways: Fields[] = [
		{ username: owner, password },
		{ username: owner, password: 'falsch' },
		{ username: 'eve@example.org', password: 'falsch' },
	]
	const answers = await Promise.all(
		Array.from({ length: many }, async (_, index) => {
			const fields = ways[index % ways.length] ?? {}
			const answer = await newVisitor(shop.url).post('/login', fields)
			return { ...answer, username: String(fields['username']), way: index % ways.length }
		}),
	)
	const refused = answers.filter(({ status }) => status === 503)
	expect(new Set(refused.map(({ way }) => way)).size).toBe(ways.length)
	const shapes = refused.map(({ text, username }) =>
		text.replaceAll(username, 'USERNAME').replaceAll(/\bnonce="[^"]*"/g, ''),
	)
	expect(new Set(shapes).size).toBe(1)
})

test('a form that a script has posted stays on its page: it gets the sentence and no page @faults', async () => {
	const answers = await crowd('/login.data', () => ({ username: owner, password: 'falsch' }))
	for (const { text, headers } of refusedOf(answers)) {
		expect(headers.get('Content-Type')).toContain('text/x-script')
		expect(text).toContain('errors.tooManySignIns')
		expect(text).not.toContain('falsch')
	}
})

test('a call gets the refusal in its own form @faults', async () => {
	const visitors = await Promise.all(
		Array.from({ length: many }, async () => {
			const visitor = newVisitor(shop.url)
			const { csrfToken } = JSON.parse((await visitor.get('/api/auth/csrf')).text)
			return { visitor, fields: { csrfToken, json: 'true', username: owner, password: 'falsch' } }
		}),
	)
	const answers = await Promise.all(
		visitors.map(({ visitor, fields }) => visitor.post('/api/auth/callback/credentials', fields)),
	)
	const refused = answers.filter(({ status }) => status === 503)
	expect(refused.length).toBeGreaterThan(0)
	for (const { text, headers } of refused) {
		expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
		expect(JSON.parse(text)).toEqual({ url: `${shop.url}/api/auth/error?error=Default` })
	}
})

test('one address has half of the queue at most, and others are served beside it @faults', async () => {
	const flood = newVisitor(shop.url)
	const flooded = Promise.all(
		Array.from({ length: many }, (_, index) =>
			flood.post('/login', { username: `x${index}@example.org`, password: 'falsch' }),
		),
	)
	const beside = await newVisitor(shop.url).post('/login', { username: other, password })
	expect(beside).toMatchObject({ status: 303, location: '/' })
	const statuses = (await flooded).map(({ status }) => status)
	expect(statuses).toContain(503)
})

for (const path of ['/LOGIN', '/API/auth/callback/credentials'])
	test(`${path} waits in the same queue: routes match without regard to case @faults`, async () => {
		const visitors = await Promise.all(
			Array.from({ length: many }, async () => {
				const visitor = newVisitor(shop.url)
				const { csrfToken } = JSON.parse((await visitor.get('/api/auth/csrf')).text)
				return { visitor, fields: { csrfToken, username: owner, password: 'falsch' } }
			}),
		)
		const answers = await Promise.all(
			visitors.map(({ visitor, fields }) => visitor.post(path, fields)),
		)
		expect(answers.map(({ status }) => status)).toContain(503)
	})

test('afterwards every sign-in is accepted @faults', async () => {
	const answer = await newVisitor(shop.url).post('/login', { username: other, password })
	expect(answer.status).toBe(303)
})
