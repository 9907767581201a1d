import { expect, test } from '@playwright/test'

import { addDays, claimDay, today } from '../days.ts'
import { versionIn } from './funnel.ts'
import { newVisitor, type Answer } from './visitor.ts'

// The start page of visitors without a cart is rendered once and sent from the cache while it is valid. A visitor with
// a cookie that opens nothing gets a page that is made anew: both must be the same to the byte, except the values of
// each visitor.

const origin = process.env['SHOP_URL'] ?? ''

test('a cached page equals one that is made anew, before and after each change of the day', async () => {
	const day = await claimDay('weekend')
	const path = `/?day=${day}&guests=2&duration=120`
	const buyer = newVisitor(origin)
	const ticket = { product: 'ticket-adult', day, time: '14:00', duration: 120 }
	for (const quantity of [6, 9]) {
		await theSame(path)
		const version = versionIn((await buyer.get('/')).text)
		const wish = { intent: 'add', version, ...ticket, quantity }
		expect((await buyer.post('/cart', wish)).status).toBe(303)
		await theSame(path)
	}
})

test('a cached answer asks one small question, and neither nonce nor cart is another visitor’s', async () => {
	const path = `/?day=${await claimDay('any')}&guests=3`
	await expect(async () => {
		const answers = await Promise.all([1, 2, 3].map(() => newVisitor(origin).get(path)))
		const given = answers.filter(({ headers }) => statements(headers) === 1)
		expect(given.length).toBeGreaterThan(1)
		expect(new Set(given.map(nonceOf)).size).toBe(given.length)
		expect(new Set(given.map(cartOf)).size).toBe(given.length)
		for (const answer of given) {
			expect(answer.text.split(nonceOf(answer)).length).toBeGreaterThan(3)
			expect(answer.text).not.toContain(nonceOf(answers.find((other) => other !== answer)))
		}
	}).toPass()
})

test('a button of a cached page begins the cart of its visitor, once', async () => {
	const day = await claimDay('any')
	const path = `/?day=${day}&time=14:00&duration=120`
	await newVisitor(origin).get(path)
	for (const visitor of [newVisitor(origin), newVisitor(origin)]) {
		const cart = cartOf(await visitor.get(path))
		const wish = { intent: 'add', version: 0, product: 'ticket-adult', day, time: '14:00' }
		const fields = { ...wish, duration: 120, quantity: 1, newCart: cart }
		expect((await visitor.post('/cart', fields)).status).toBe(303)
		expect((await visitor.get('/cart')).text).toContain('Erwachsene')
	}
})

test('a session is recognized however its cookie is written: its page is cached for no other visitor', async () => {
	const day = await claimDay('any')
	const buyer = newVisitor(origin)
	const wish = { intent: 'add', version: 0, product: 'ticket-adult', day, time: '14:00' }
	await buyer.post('/cart', { ...wish, duration: 120, quantity: 2 })
	for (const [guests, name] of [
		'session ',
		'session\t',
		'a=b;session ',
		'a=b; \tsession',
	].entries()) {
		const path = `/?day=${day}&guests=${guests + 2}`
		const cookie = `${name}=${buyer.cookies.get('session')}`
		const own = await newVisitor(origin).get(path, { Cookie: cookie })
		expect(Number(versionIn(own.text)), 'it opens the session').toBeGreaterThan(0)
		expect(Number(versionIn((await newVisitor(origin).get(path)).text))).toBe(0)
	}
})

test('another language, another search and a partner’s link have answers of their own', async () => {
	const visitor = newVisitor(origin)
	const german = await visitor.get('/')
	const english = await visitor.get('/', { 'Accept-Language': 'en' })
	expect(german.text).toContain('lang="de-DE"')
	expect(english.text).toContain('lang="en-')
	const tomorrow = await visitor.get(`/?day=${addDays(today(), 1)}`)
	expect(shared(tomorrow)).not.toBe(shared(german))
	const parties = await visitor.get('/?kind=party')
	const forTeams = await visitor.get('/?kind=party&occasion=team')
	expect(shared(forTeams)).not.toBe(shared(parties))
	await theSame('/?kind=party&occasion=team')
	await newVisitor(origin).get('/?awc=partner-9')
	const sent = await newVisitor(origin).get('/?awc=partner-9')
	expect(sent.headers.getSetCookie().join()).toContain('awc=partner-9')
})

test('sent with and without the framework, it has the same headers', async () => {
	const path = `/?day=${await claimDay('any')}&guests=5`
	await expect(async () => {
		const visitor = newVisitor(origin)
		await visitor.get(path)
		const [packed, plain] = [
			await visitor.get(path, { 'Accept-Encoding': 'gzip' }),
			await visitor.get(path, { 'Accept-Encoding': 'identity' }),
		]
		const fresh = await visitor.get(path, { Cookie: 'session=opens-nothing' })
		expect([packed, plain].map(({ headers }) => statements(headers))).toEqual([1, 1])
		expect(shared(packed)).toBe(shared(plain))
		expect(saidOf(packed)).toEqual(saidOf(fresh))
		expect(saidOf(plain)).toEqual(saidOf(fresh))
	}).toPass()
})

/** Returns the headers without those of the transport, and without the end of an empty session. */
function saidOf(answer: Answer): Record<string, string> {
	const ofTheWay =
		/^(date|connection|keep-alive|server-timing|set-cookie|x-request-id|(content|transfer)-(encoding|length))$/
	const said = [...answer.headers].filter(([name]) => !ofTheWay.test(name))
	return Object.fromEntries(
		said.map(([name, value]) => [name, value.replaceAll(nonceOf(answer), 'NONCE')]),
	)
}

async function theSame(path: string): Promise<void> {
	await expect(async () => {
		// A minute that ends between them makes them differ: then both are asked for again.
		const first = await newVisitor(origin).get(path)
		const kept = await newVisitor(origin).get(path)
		const fresh = await newVisitor(origin).get(path, { Cookie: 'session=opens-nothing' })
		expect([first.status, kept.status, fresh.status]).toEqual([200, 200, 200])
		expect(statements(kept.headers)).toBe(1)
		expect(statements(fresh.headers)).toBeGreaterThan(0)
		expect(shared(kept)).toBe(shared(first))
		expect(shared(kept)).toBe(shared(fresh))
	}).toPass()
}

/** Returns the page without the values of its visitor. */
function shared(answer: Answer): string {
	return answer.text.replaceAll(nonceOf(answer), 'NONCE').replaceAll(cartOf(answer), 'CART')
}

function nonceOf(answer: Answer | undefined): string {
	const policy = answer?.headers.get('Content-Security-Policy') ?? ''
	return /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none'
}

function cartOf({ text }: Answer): string {
	return /[\da-f-]{36}\.[\w-]{43}/.exec(text)?.[0] ?? 'none'
}

function statements(headers: Headers): number {
	return Number(/sql;desc="(\d+)"/.exec(headers.get('Server-Timing') ?? '')?.[1] ?? Number.NaN)
}
