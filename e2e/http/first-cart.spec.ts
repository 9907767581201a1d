import { expect, test } from '@playwright/test'

import { openOwnShop } from './own-shop.ts'
import { newVisitor, type Visitor } from './visitor.ts'

// The very first change of a visitor, who has neither a cart nor a cookie.
let shop: Awaited<ReturnType<typeof openOwnShop>>

test.beforeAll(async () => {
	shop = await openOwnShop()
})
test.afterAll(() => shop?.close())

/** Returns the name of the first cart in a page's forms. */
async function nameIn(visitor: Visitor, day: string): Promise<string> {
	const { text, headers } = await visitor.get(`/?day=${day}`)
	expect(headers.getSetCookie()).toEqual([])
	return /name="newCart"[^>]*value="([^"]+)"/.exec(text)?.[1] ?? ''
}

const add = (day: string, newCart: string, fields: Record<string, string | number> = {}) => ({
	intent: 'add',
	version: 0,
	newCart,
	product: 'room-venus',
	quantity: 1,
	day,
	time: '14:00',
	duration: 120,
	returnTo: '/',
	...fields,
})

const held = (day: string) =>
	shop.sql`select cart_id from allocations where day = ${day} and state = 'held' and expires_at > now()`

test('H7: pressed again after the first answer was cut, the first add is done once', async () => {
	for (const cutWhen of ['it is sent', 'the room is held']) {
		const day = await shop.claimDay('weekend')
		const visitor = newVisitor(shop.url)
		const fields = add(day, await nameIn(visitor, day))
		const cut = new AbortController()
		const first = visitor
			.send('/cart', {
				method: 'POST',
				body: new URLSearchParams(Object.entries(fields).map(([key, it]) => [key, String(it)])),
				signal: cut.signal,
			})
			.catch(() => null)
		if (cutWhen === 'the room is held')
			await expect.poll(() => held(day), { intervals: [1] }).toHaveLength(1)
		cut.abort()
		await first
		visitor.cookies.clear()

		expect(await visitor.post('/cart', fields)).toMatchObject({ status: 303 })
		expect((await visitor.get('/cart')).text).toContain('Partyraum Venus')
		expect(await held(day)).toHaveLength(1)
	}
})

test('F25: pressed again and again without a cookie, one cart opens only a few sessions', async () => {
	const day = await shop.claimDay('weekend')
	const visitor = newVisitor(shop.url)
	const fields = add(day, await nameIn(visitor, day))
	const press = async (more: Record<string, string | number> = {}) => {
		visitor.cookies.clear()
		return (await visitor.post('/cart', { ...fields, ...more })).status
	}
	for (let times = 0; times < 5; times++) expect(await press()).toBe(303)
	for (let times = 0; times < 20; times++) await press()
	for (let times = 0; times < 5; times++) expect(await press({ time: '16:00' })).toBe(422)
	const [id = ''] = fields.newCart.split('.')
	const opened = await shop.sql`select count(*)::int from sessions where cart_id = ${id}`
	expect(opened).toEqual([{ count: 21 }])
	expect(await held(day)).toHaveLength(1)
})

test('H8: two tabs that add at the same moment fill one cart', async () => {
	for (let tries = 0; tries < 4; tries++) {
		const day = await shop.claimDay('weekend')
		const visitor = newVisitor(shop.url)
		const [one, other] = await Promise.all([nameIn(visitor, day), nameIn(visitor, day)])
		expect(one).not.toBe(other)
		const answers = await Promise.all([
			visitor.post('/cart', add(day, one)),
			visitor.post('/cart', add(day, other, { product: 'ticket-adult', quantity: 2 })),
		])
		expect(answers.map(({ status }) => status)).toEqual([303, 303])

		const { text } = await visitor.get('/cart')
		expect(text).toContain('Partyraum Venus')
		expect(text).toMatch(/name="version"[^>]*value="2"/)
		const holders = new Set((await held(day)).map((row) => row['cart_id']))
		expect(holders.size).toBe(1)
		expect(
			[...visitor.cookies].filter(([name, it]) => name.startsWith('cart-') && it),
		).toHaveLength(1)
	}
})

test('H7: a name that was written for another address, or by hand, names no cart', async () => {
	const day = await shop.claimDay('weekend')
	const [owner, stranger] = [newVisitor(shop.url), newVisitor(shop.url)]
	const name = await nameIn(owner, day)
	const taken = await owner.post('/cart', add(day, name))
	expect(taken.status).toBe(303)

	const [id = ''] = name.split('.')
	for (const stolen of [name, id, `${id}.`, `${id}.${'x'.repeat(43)}`, `${id}.ä`]) {
		const answer = await stranger.post('/cart', add(day, stolen))
		expect(answer.status).toBe(422)
		expect(answer.headers.getSetCookie()).toEqual([])
	}
})
