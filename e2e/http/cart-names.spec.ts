import { expect, test } from '@playwright/test'

import { details } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import { password, register } from './registered.ts'
import { newVisitor, type Answer, type Visitor } from './visitor.ts'

// Faults M1: the name of a first cart stands in a page, and pages stay open longer than visits last.

let shop: Awaited<ReturnType<typeof openOwnShop>>
let day: string

test.beforeAll(async () => {
	shop = await openOwnShop()
	day = await shop.claimDay('any')
})
test.afterAll(() => shop?.close())

const her = {
	...details,
	lastName: 'Augusta-King',
	street: 'Geheimgasse 7',
	phone: '+49 89 1234567',
	email: 'augusta@example.org',
	emailRepeat: 'augusta@example.org',
}

/** Returns the name of the first cart in a start page. */
async function nameIn(visitor: Visitor): Promise<string> {
	const { text } = await visitor.get(`/?day=${day}`)
	const name = /name="newCart"[^>]*value="([^"]+)"/.exec(text)?.[1]
	expect(name).toBeDefined()
	return name ?? ''
}

/** Presses the button of a start page from before there was a cart. */
function press(visitor: Visitor, newCart: string, product = 'ticket-adult'): Promise<Answer> {
	const wish = { product, quantity: 1, day, time: '14:00', duration: 120 }
	return visitor.post('/cart', { intent: 'add', version: 0, newCart, returnTo: '/', ...wish })
}

/** Makes another browser behind the same address, without cookies. */
function behindSameAddress(other: Visitor): Visitor {
	const visitor = newVisitor(shop.url)
	const send = visitor.send
	const from = { 'X-Forwarded-For': other.address }
	visitor.send = (path, init = {}) => send(path, { ...init, headers: { ...from, ...init.headers } })
	visitor.get = (path, headers) => visitor.send(path, { headers: { ...headers } })
	visitor.post = (path, fields, headers) =>
		visitor.send(path, {
			method: 'POST',
			body: new URLSearchParams(Object.entries(fields).map(([name, it]) => [name, String(it)])),
			...(headers && { headers }),
		})
	return visitor
}

async function typeAddress(visitor: Visitor): Promise<void> {
	const posted = await visitor.post('/checkout/address', her)
	expect(posted.location).toBe('/checkout/overview')
}

/** Lists which of these words appear on the pages of a visit that show its cart. */
async function shown(visitor: Visitor, words: readonly string[]): Promise<string[]> {
	const paths = ['/', '/cart', '/checkout/address', '/checkout/overview']
	const pages = await Promise.all(paths.map((path) => visitor.follow(path)))
	return words.filter((word) => pages.some(({ text }) => text.includes(word)))
}

const hers = [her.lastName, her.street, her.phone, her.email]

/** Lists the products in the cart of a visit. */
async function inCart(visitor: Visitor): Promise<string[]> {
	const { text } = await visitor.get('/cart')
	return [...text.matchAll(/<span id="line-[\da-f-]{36}">([^<]+)</g)].map(([, name = '']) => name)
}

test("M1: the old page of a visitor who signed in, typed an address and signed out shows nobody's details", async () => {
	const browser = newVisitor(shop.url)
	const name = await nameIn(browser)
	expect((await press(browser, name)).status).toBe(303)
	const email = await register(browser)
	await typeAddress(browser)
	expect((await browser.post('/logout', {})).status).toBe(303)

	expect((await press(browser, name, 'ticket-child')).status).toBe(303)
	expect(await shown(browser, hers)).toEqual([])
	expect(await inCart(browser)).toEqual(['Kinderticket'])

	// Values that the next visitor types there are not shown at the first one's home.
	expect((await browser.post('/checkout/address', { ...her, street: 'Nachbarweg 9' })).status).toBe(
		303,
	)
	const home = newVisitor(shop.url)
	expect((await home.post('/login', { username: email, password })).status).toBe(303)
	expect(await inCart(home)).toEqual(['Erwachsenenticket'])
	expect(await shown(home, [her.street, 'Nachbarweg 9'])).toEqual([her.street])
})

test("M1: the name of a cart, without cookies and from the network it was made for, shows nobody's details once its owner has an account", async () => {
	const owner = newVisitor(shop.url)
	const name = await nameIn(owner)
	await press(owner, name)
	await register(owner)
	await typeAddress(owner)
	const changed = await owner.post('/account/access-data', {
		intent: 'password',
		currentPassword: password,
		newPassword: 'ein ganz anderer Satz',
		newPasswordRepeat: 'ein ganz anderer Satz',
	})
	expect(changed.status).toBe(303)

	const other = behindSameAddress(owner)
	expect((await press(other, name, 'ticket-child')).status).toBe(303)
	expect(await shown(other, hers)).toEqual([])
	expect(await inCart(owner)).toEqual(['Erwachsenenticket'])
})

test("M1: of two guests of one cart, one signs in: the other is shown nobody's details", async () => {
	const owner = newVisitor(shop.url)
	const name = await nameIn(owner)
	await press(owner, name)
	const other = behindSameAddress(owner)
	expect((await press(other, name)).status, 'H7: pressed again within two minutes').toBe(303)
	expect(await inCart(other)).toEqual(['Erwachsenenticket'])

	await register(owner)
	await typeAddress(owner)
	expect(await shown(other, hers)).toEqual([])
	expect([await inCart(other), await inCart(owner)]).toEqual([[], ['Erwachsenenticket']])
})

test("M1: of two guests of one cart, one types her address: the other is shown nobody's details", async () => {
	const owner = newVisitor(shop.url)
	const name = await nameIn(owner)
	await press(owner, name)
	const other = behindSameAddress(owner)
	await press(other, name)
	await typeAddress(owner)
	expect(await shown(other, hers)).toEqual([])
	expect(await shown(owner, hers)).toEqual(hers)

	const third = behindSameAddress(owner)
	expect((await press(third, name)).status).toBe(303)
	expect(await shown(third, hers)).toEqual([])
})

test("M1: the name of a cart that the account of an attacker had first shows the attacker nobody's details", async () => {
	const attacker = newVisitor(shop.url)
	const name = await nameIn(attacker)
	await press(attacker, name)
	const email = await register(attacker)
	const atHome = newVisitor(shop.url)
	for (const [cookie, value] of attacker.cookies) atHome.cookies.set(cookie, value)

	const victim = behindSameAddress(attacker)
	expect((await press(victim, name, 'ticket-child')).status).toBe(303)
	await typeAddress(victim)
	expect(await shown(atHome, hers)).toEqual([])
	const again = newVisitor(shop.url)
	expect((await again.post('/login', { username: email, password })).status).toBe(303)
	expect(await shown(again, hers)).toEqual([])
	expect(await inCart(again)).toEqual(['Erwachsenenticket'])
})

test('M1: the name, and the signed cookie, of a cart that was begun 121 seconds ago find no cart of anybody', async () => {
	const owner = newVisitor(shop.url)
	const name = await nameIn(owner)
	await press(owner, name)
	const [cookie, value = ''] = [...owner.cookies].find(([key]) => key.startsWith('cart-')) ?? ['']
	const [id = ''] = name.split('.')
	await shop.sql`update carts set created_at = created_at - interval '121 seconds' where id = ${id}`

	const stranger = newVisitor(shop.url)
	await press(stranger, await nameIn(stranger), 'ticket-child')
	stranger.cookies.set(cookie, value)
	expect(await inCart(stranger)).toEqual(['Kinderticket'])
	expect(await inCart(owner)).toEqual(['Erwachsenenticket'])

	const other = behindSameAddress(owner)
	expect((await press(other, name, 'ticket-senior')).status).toBe(303)
	expect(await inCart(other)).toEqual(['Großelternticket'])
	expect(await inCart(owner)).toEqual(['Erwachsenenticket'])
})
