import { expect, test } from '@playwright/test'

import { details } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import { password, register } from './registered.ts'
import { newVisitor, type Visitor } from './visitor.ts'

// Faults M16: one device or tab changes the cart while another signs in or out.

let shop: Awaited<ReturnType<typeof openOwnShop>>
let day: string

test.beforeAll(async () => {
	shop = await openOwnShop()
	day = await shop.claimDay('any')
})
test.afterAll(() => shop?.close())

async function signedIn(username: string, visitor = newVisitor(shop.url)): Promise<Visitor> {
	expect((await visitor.post('/login', { username, password })).status).toBe(303)
	return visitor
}

function add(visitor: Visitor, product: string) {
	const wish = { product, quantity: 1, day, time: '14:00', duration: 120 }
	return visitor.post('/cart', { intent: 'add', version: 0, returnTo: '/', ...wish })
}

/** Lists the products in the cart of a visit. */
async function inCart(visitor: Visitor): Promise<string[]> {
	const { text } = await visitor.get('/cart')
	const names = text.matchAll(/<span id="line-[\da-f-]{36}">([^<]+)</g)
	return [...names].map(([, name = '']) => name).toSorted()
}

test('M16: two devices of an account have one cart, which no sign-out takes away', async () => {
	const laptop = newVisitor(shop.url)
	const email = await register(laptop)
	const phone = await signedIn(email)
	expect((await add(laptop, 'ticket-adult')).status).toBe(303)
	expect(await inCart(phone)).toEqual(['Erwachsenenticket'])

	const guest = newVisitor(shop.url)
	expect((await add(guest, 'ticket-child')).status).toBe(303)
	await signedIn(email, guest)
	const both = ['Erwachsenenticket', 'Kinderticket']
	for (const device of [guest, phone, laptop]) expect(await inCart(device)).toEqual(both)

	for (const device of [laptop, guest]) {
		expect((await device.post('/logout', {})).status).toBe(303)
		expect(await inCart(device)).toEqual([])
	}
	expect(await inCart(phone)).toEqual(both)
	expect(await inCart(await signedIn(email))).toEqual(both)
})

test('M16, M9: details typed on a device go with the account, whichever device signed in since', async () => {
	const laptop = newVisitor(shop.url)
	const email = await register(laptop)
	await add(laptop, 'ticket-adult')
	const told = { ...details, email, emailRepeat: email, street: 'Geheimgasse 16' }
	expect((await laptop.post('/checkout/address', told)).status).toBe(303)
	const phone = newVisitor(shop.url)
	await add(phone, 'ticket-child')
	await signedIn(email, phone)
	await laptop.post('/logout', {})
	const deleted = await phone.post('/account/access-data/delete', { currentPassword: password })
	expect(deleted.status).toBe(303)
	expect(await shop.sql`select from carts where person ->> 'street' = ${told.street}`).toHaveLength(
		0,
	)
})

test('M16: an old page adds while another tab signs out: the line lies in the cart of the browser', async () => {
	const owner = newVisitor(shop.url)
	const email = await register(owner)
	await add(owner, 'ticket-adult')
	const tab = newVisitor(shop.url)
	for (const [name, value] of owner.cookies) tab.cookies.set(name, value)

	let posted: Promise<{ status: number }[]> | undefined
	await shop.sql.begin(async (sql) => {
		await sql`select from carts for update`
		const signOut = owner.post('/logout', {})
		await waiting(1)
		posted = Promise.all([signOut, add(tab, 'ticket-child')])
		await waiting(2)
	})
	expect((await posted)?.map(({ status }) => status)).toEqual([303, 303])
	expect(await inCart(tab)).toEqual(['Kinderticket'])
	expect(await inCart(await signedIn(email))).toEqual(['Erwachsenenticket'])
})

/** Waits until so many statements wait for a lock of another. */
function waiting(count: number): Promise<void> {
	return expect
		.poll(async () => {
			const found = await shop.sql`
				select from pg_stat_activity
				where datname = current_database() and wait_event_type = 'Lock'`
			return found.length
		})
		.toBe(count)
}
