import { expect, test } from '@playwright/test'

import { openOwnShop } from './own-shop.ts'
import { password, registration } from './registered.ts'
import { newVisitor, type Answer, type Fields } from './visitor.ts'

// More sign-ins at once than the shop has room for (faults F8): two run, 24 wait.

const many = 99
/** So many find no room for certain: those that run end after a second, and only then others take their places. */
const refusedAtLeast = 40
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

/**
 * Sends sign-ins at once, none of which can go on: the table in which each is counted first is locked until so many were
 * refused that the queue is full, and until `meanwhile` is done.
 */
async function crowd(
	signIns: (() => Promise<Answer>)[],
	meanwhile: () => Promise<void> = async () => {},
): Promise<Answer[]> {
	let answers: Promise<Answer>[] = []
	await shop.sql.begin(async (sql) => {
		await sql`lock table attempts in access exclusive mode`
		answers = signIns.map((send) => send())
		let refused = 0
		await new Promise<void>((done, failed) => {
			const count = (answer: Answer) => {
				if (isRefused(answer)) refused += 1
				if (refused === refusedAtLeast) done()
			}
			Promise.all(answers.map((answer) => answer.then(count))).then(() => done(), failed)
		})
		await meanwhile()
	})
	return Promise.all(answers)
}

/** Sends sign-ins, each from an address of its own. */
function strangers(
	path: string,
	fields: (index: number) => Fields,
	headers: Record<string, string> = {},
): Promise<Answer[]> {
	return crowd(
		Array.from(
			{ length: many },
			(_, index) => () => newVisitor(shop.url).post(path, fields(index), headers),
		),
	)
}

/** Calls the interface for programs, each caller from an address of its own. */
async function callers(path: string, fields: Fields): Promise<Answer[]> {
	const calls = Array.from({ length: many }, async () => {
		const visitor = newVisitor(shop.url)
		const { csrfToken } = JSON.parse((await visitor.get('/api/auth/csrf')).text)
		return () => visitor.post(path, { csrfToken, username: owner, password: 'falsch', ...fields })
	})
	return crowd(await Promise.all(calls))
}

/** True for the refusal of the queue; a sign-in that waits for the locked table in vain is told to come back sooner. */
function isRefused({ status, headers }: Answer): boolean {
	return status === 503 && headers.get('Retry-After') === '3'
}

function refusedOf<One extends Answer>(answers: One[]): One[] {
	// One that was let in is in, or hears of its fault, of too many tries (F7), or that the database is away.
	for (const { status } of answers) expect([303, 401, 422, 429, 503]).toContain(status)
	const refused = answers.filter(isRefused)
	expect(refused.length).toBeGreaterThanOrEqual(refusedAtLeast)
	expect(refused.length).toBeLessThan(many)
	return refused
}

for (const [language, tag] of [
	['de-DE', ''],
	['en-EN', ' @faults'],
] as const)
	test(`beyond the queue the login page in ${language} says so, with the username as it was typed${tag}`, async () => {
		const typed = (index: number) => `name${index}"><script>@example.org`
		const answers = await strangers(
			'/login?callbackUrl=%2Faccount%2Forders',
			(index) => ({ username: typed(index), password: 'falsch' }),
			{ 'Accept-Language': language },
		)
		const refused = refusedOf(answers)
		for (const [index, answer] of answers.entries()) {
			if (!refused.includes(answer)) continue
			const { text, headers } = answer
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
	const wayOf = (index: number) => ways[index % ways.length] ?? {}
	const answers = await strangers('/login', wayOf)
	const known = answers.map((answer, index) => ({ ...answer, way: wayOf(index) }))
	const refused = refusedOf(known)
	expect(new Set(refused.map(({ way }) => way)).size).toBe(ways.length)
	const shapes = refused.map(({ text, way }) =>
		text.replaceAll(String(way['username']), 'USERNAME').replaceAll(/\bnonce="[^"]*"/g, ''),
	)
	expect(new Set(shapes).size).toBe(1)
})

test('a form that a script has posted stays on its page: it gets the sentence and no page @faults', async () => {
	const answers = await strangers('/login.data', () => ({ username: owner, password: 'falsch' }))
	for (const { text, headers } of refusedOf(answers)) {
		expect(headers.get('Content-Type')).toContain('text/x-script')
		expect(text).toContain('errors.tooManySignIns')
		expect(text).not.toContain('falsch')
	}
})

test('a call gets the refusal in its own form @faults', async () => {
	const refused = refusedOf(await callers('/api/auth/callback/credentials', { json: 'true' }))
	for (const { text } of refused)
		expect(JSON.parse(text)).toEqual({ url: `${shop.url}/api/auth/error?error=Default` })
})

test('one address has half of the queue at most, and others are served beside it @faults', async () => {
	const flooding = newVisitor(shop.url)
	const flood = Array.from(
		{ length: many },
		(_, index) => () =>
			flooding.post('/login', { username: `x${index}@example.org`, password: 'falsch' }),
	)
	let beside: Promise<Answer> | undefined
	await crowd(flood, async () => {
		beside = newVisitor(shop.url).post('/login', { username: other, password })
		// It stands in the queue once this is answered, which was asked after it.
		await newVisitor(shop.url).get('/healthz')
	})
	expect(await beside).toMatchObject({ status: 303, location: '/' })
})

for (const path of ['/LOGIN', '/API/auth/callback/credentials'])
	test(`${path} waits in the same queue: routes match without regard to case @faults`, async () => {
		const statuses = (await callers(path, {})).map(isRefused)
		expect(statuses).toContain(true)
	})

test('afterwards every sign-in is accepted @faults', async () => {
	const answer = await newVisitor(shop.url).post('/login', { username: other, password })
	expect(answer.status).toBe(303)
})
