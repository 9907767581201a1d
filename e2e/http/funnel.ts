import { expect } from '@playwright/test'
import postgres from 'postgres'

import { newVisitor, type Fields, type Visitor } from './visitor.ts'

/** A guest's details for the address step. */
export const details = {
	firstName: 'Ada',
	lastName: 'Lovelace',
	email: 'ada@example.org',
	emailRepeat: 'ada@example.org',
	street: 'Sternweg 1',
	postcode: '80331',
	city: 'München',
}

/** Returns the version of the cart that the forms of a page were made for. */
export function versionIn(page: string): string {
	return /name="version"[^>]*value="(\d+)"/.exec(page)?.[1] ?? '0'
}

/** Puts tickets, or other products, for 14:00 into the cart of a visitor. */
export async function putInCart(
	visitor: Visitor,
	day: string,
	wish: Record<string, string | number> = {},
): Promise<void> {
	const hasCart = visitor.cookies.size > 0
	const { status } = await visitor.post('/cart', {
		intent: 'add',
		version: hasCart ? versionIn((await visitor.get('/')).text) : 0,
		product: 'ticket-adult',
		quantity: 4,
		day,
		time: '14:00',
		duration: 120,
		returnTo: '/',
		...wish,
	})
	expect(status).toBe(303)
}

/** Makes a visitor with tickets, or other products, in the cart and all details, right before the order button. */
export async function readyToOrder(
	origin: string,
	day: string,
	quantity = 4,
	more: Record<string, string | number> = {},
): Promise<{ visitor: Visitor; version: string }> {
	const visitor = newVisitor(origin)
	await putInCart(visitor, day, { quantity, ...more })
	expect((await visitor.post('/checkout/address', { ...details, ...more })).location).toBe(
		'/checkout/overview',
	)
	return { visitor, version: versionIn((await visitor.get('/checkout/overview')).text) }
}

/** Presses the order button; returns the path of the payment. */
export async function order(
	visitor: Visitor,
	version: string,
	wayToPay: 'paypal' | 'stripe' = 'stripe',
): Promise<string> {
	const { status, location } = await visitor.post('/checkout/overview', {
		intent: 'order',
		version,
		terms: 'on',
		wayToPay,
	})
	expect({ status, location }).toMatchObject({
		status: 303,
		location: expect.stringMatching(/^\/payment\//),
	})
	return location ?? ''
}

/** Goes to the provider; returns the address of its page. */
export async function leave(visitor: Visitor, payment: string): Promise<string> {
	const { location } = await visitor.get(`${payment}?go=1`)
	expect(location).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/(pay\/|checkoutnow\?token=)/)
	return location ?? ''
}

/** Returns the provider's own name of a payment, from the address of its page. */
export function sessionOf(providerPage: string): string {
	const { pathname, searchParams } = new URL(providerPage)
	return searchParams.get('token') ?? pathname.split('/').at(-1) ?? ''
}

/** Pays at the provider and does not come back. */
export async function pay(providerPage: string, body: object = {}): Promise<void> {
	await atProvider(providerPage, 'pay', body)
}

/** Tells the provider how a payment goes on, without its page. */
export async function atProvider(
	providerPage: string,
	act: 'expire' | 'pay',
	body: object = {},
): Promise<void> {
	const path = `/test/sessions/${sessionOf(providerPage)}/${act}`
	const { ok } = await fetch(new URL(path, providerPage), {
		method: 'POST',
		body: JSON.stringify(body),
		headers: { 'Content-Type': 'application/json' },
	})
	expect(ok).toBe(true)
}

/** Opens the check page of a change or a move; returns it, and the fields that its button sends. */
export async function checkRevision(visitor: Visitor, page: string, asked: Fields) {
	const checked = page.endsWith('/move')
		? await visitor.get(`${page}?day=${asked['day']}&time=${asked['time']}`)
		: await visitor.post(page, { intent: 'check', ...asked })
	const [, shown = ''] = /name="shown"[^>]*value="([^"]*)"/.exec(checked.text) ?? []
	return { checked, fields: { intent: 'take', shown, ...asked } }
}

/** Returns the public id of an order, from the path of its confirmation. */
export function bookingIdIn(confirmation: string): string {
	expect(confirmation).toMatch(/^\/checkout\/success\/[\w-]{22}$/)
	return confirmation.split('/').at(-1) ?? ''
}

/** Returns the public id of the order that is paid for on a page of the provider, as soon as it is in that state. */
export async function bookingOf(
	providerPage: string,
	state: 'pendingPayment' | 'confirmed' = 'pendingPayment',
): Promise<string> {
	const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1 })
	const find = async () => {
		const [row] = await sql`
			select public_id, orders.state from orders join payments on order_id = orders.id
			where provider_id = ${sessionOf(providerPage)}`
		return { bookingId: String(row?.['public_id']), state: row?.['state'] }
	}
	await expect.poll(find).toMatchObject({ state })
	const { bookingId } = await find()
	await sql.end()
	return bookingId
}
