import { expect, test } from '@playwright/test'

import { details, versionIn } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import { newVisitor, type Answer } from './visitor.ts'

// A time that passes into its notice (faults N17): the cached start page, posted forms, and a hold taken before.

let shop: Awaited<ReturnType<typeof openOwnShop>>
test.beforeAll(async () => {
	shop = await openOwnShop()
})
test.afterAll(() => shop.close())

const minute = 60_000
/** Lets the Comet party be booked online until that minute of the venue's clock, so many days before. */
async function applyNotice(days: number, until: string): Promise<void> {
	const notice = JSON.stringify({ days, until })
	await shop.sql`
		insert into venue_versions (hash, document)
		select gen_random_uuid()::text, jsonb_set(document, array['products', (
			select (position - 1)::text from jsonb_array_elements(document -> 'products')
				with ordinality as product (value, position)
			where value ->> 'id' = 'kometen-party'
		), 'notice'], ${notice}::text::jsonb)
		from venue_versions order by id desc limit 1`
}

function clockAt(moment: number) {
	const parts = new Intl.DateTimeFormat('sv-SE', {
		timeZone: 'Europe/Berlin',
		dateStyle: 'short',
		timeStyle: 'short',
	}).format(moment)
	const [day = '', time = ''] = parts.split(' ')
	return { day, time }
}

test('a cached page says so in the minute in which it is refused; a hold taken before is ordered @faults', async () => {
	const day = await shop.claimDay('any')
	// Long enough for a party to be held.
	const end = Math.ceil((Date.now() + minute / 2) / minute) * minute
	const { day: today, time: until } = clockAt(end)
	const days = (Date.parse(day) - Date.parse(today)) / (24 * 60 * minute)
	await applyNotice(days, until)

	const path = `/?kind=party&product=kometen-party&day=${day}&guests=8`
	const wish = { product: 'kometen-party', day, time: '14:00', duration: 120, quantity: 8 }
	const book = { intent: 'book', version: 0, ...wish, returnTo: '/' }
	const holder = newVisitor(shop.url)
	const seen: { at: number; isByPhone: boolean }[] = []
	const held = await holder.post('/cart', book)
	expect({ status: held.status, isInTime: Date.now() < end }).toEqual({
		status: 303,
		isInTime: true,
	})

	const look = async () => {
		const answer = await newVisitor(shop.url).get(path)
		const isByPhone = saysByPhone(answer)
		seen.push({ at: Date.parse(answer.headers.get('Date') ?? ''), isByPhone })
		return isByPhone
	}
	await expect.poll(look, { timeout: 3 * minute }).toBe(true)
	// Answers give their time in whole seconds.
	for (const { at, isByPhone } of seen) {
		if (at >= end + 5000) expect(isByPhone).toBe(true)
		if (at < end - 1000) expect(isByPhone).toBe(false)
	}
	const fresh = await newVisitor(shop.url).get(path, { Cookie: 'session=opens-nothing' })
	expect(saysByPhone(fresh)).toBe(true)

	for (const intent of ['book', 'add']) {
		const refused = await newVisitor(shop.url).post('/cart', { ...book, intent })
		expect(refused.status).toBe(422)
		expect(refused.text).toContain('nur telefonisch buchbar: +49 89 99998 123')
	}

	const cart = (await holder.get('/cart')).text
	const line = /name="line" value="([\da-f-]{36})"/.exec(cart)?.[1] ?? ''
	const chosen = { 'pieces.menu-pasta': 8, 'pieces.jug-juice': 2, 'choices.motto': 'decor-aliens' }
	const set = { intent: 'set', version: versionIn(cart), line, day, ...chosen, returnTo: '/cart' }
	expect((await holder.post('/cart', set)).status).toBe(303)
	const party = { 'party.type': 'birthday', 'party.birthday': 'Ada' }
	const told = await holder.post('/checkout/address', { ...details, ...party })
	expect(told.location).toBe('/checkout/overview')
	const version = versionIn((await holder.get('/checkout/overview')).text)
	const order = { intent: 'order', version, terms: 'on', wayToPay: 'stripe' }
	const placed = await holder.post('/checkout/overview', order)
	expect(placed.location).toMatch(/^\/payment\//)

	// A hold that ran out is not taken again.
	const other = newVisitor(shop.url)
	await applyNotice(0, '08:00')
	await expect(async () => expect((await other.post('/cart', book)).status).toBe(303)).toPass()
	await shop.sql`update allocations set expires_at = now() where state = 'held'`
	await shop.sql`update carts set expires_at = now() where expires_at is not null`
	await applyNotice(days, until)
	await expect.poll(async () => saysByPhone(await newVisitor(shop.url).get(path))).toBe(true)
	const fields = { intent: 'renew', version: versionIn((await other.get('/cart')).text) }
	const renewed = await other.post('/cart', fields)
	expect(renewed.status).toBe(422)
	expect(renewed.text).toContain('nur telefonisch buchbar')
})

function saysByPhone({ text }: Answer): boolean {
	return text.includes('<small>nur telefonisch</small>')
}
