import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import { signInStaff, type SignedInStaff } from '../desk/staff.ts'
import { calling, opened, ordersOf as ordersOfCart, stateIn } from './desk-calling.ts'
import { asked, type Fields, valueIn } from './desk-tab.ts'

// Booking by telephone with buttons that are pressed twice, and links that are read out again: without a browser.

const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 2, onnotice: () => {} })
test.afterAll(() => sql.end())

type Answer = Awaited<ReturnType<typeof asked>>

/** The address at which a browser ends that follows this answer. */
async function endOf(jana: SignedInStaff, { to }: Answer): Promise<string> {
	const next = await asked(jana, to)
	return next.to === '' ? to : endOf(jana, next)
}

const pressed = async (jana: SignedInStaff, path: string, form: Fields) =>
	endOf(jana, await asked(jana, path, form))

const ordersOf = (cart: string) => ordersOfCart(sql, cart)

for (const pay of ['site', 'link'] as const) {
	test(`N320: pressed twice, a booking by telephone is made once and shown (${pay})`, async () => {
		const jana = await signInStaff(sql, 'shift')
		const { path, cart, form } = await calling(jana, { pay })
		const first = await asked(jana, path, form)
		expect(first).toMatchObject({ status: 303, to: expect.stringMatching(/^\/new\/\d{4}-\d+$/) })
		expect(await pressed(jana, path, form)).toBe(first.to)
		const state = pay === 'site' ? 'confirmed' : 'pendingPayment'
		expect(await ordersOf(cart)).toEqual([{ number: first.to.slice('/new/'.length), state }])
		// The page of a call that is booked by a link leads to its ten signs.
		if (pay === 'link') expect(await asked(jana, path)).toMatchObject({ to: first.to })
	})
}

test('N320, N401: pressed twice at once with other guests, a booking by telephone is made once, by the next press', async () => {
	const jana = await signInStaff(sql, 'shift')
	const twice = (path: string, form: Fields) =>
		Promise.all([form, form].map((it) => asked(jana, path, it)))
	for (let round = 0; round < 6; round += 1) {
		const { path, cart, form } = await calling(jana, { pay: 'site', guests: '5' })
		// The page has not shown the sums of five: both presses lead to a page that does.
		for (const { status, to } of await twice(path, form))
			expect(status === 422 || to.includes('changed=')).toBe(true)
		expect(await ordersOf(cart)).toEqual([])
		const again = { ...form, ...stateIn((await asked(jana, path)).text) }
		const answers = await twice(path, again)
		const ends = new Set(await Promise.all(answers.map((answer) => endOf(jana, answer))))
		const orders = await ordersOf(cart)
		expect(orders).toHaveLength(1)
		expect([...ends]).toEqual([`/new/${orders[0]?.['number']}`])
	}
})

test('N320: a page that is out of date books nothing and says so', async () => {
	const jana = await signInStaff(sql, 'shift')
	const { path, cart, form } = await calling(jana, { pay: 'site' })
	await asked(jana, path, { ...form, intent: 'hold' })
	expect(await pressed(jana, path, form)).toContain('&changed=')
	expect(await ordersOf(cart)).toEqual([])
})

test('N321: a free time pressed twice, at once or later, begins one call with one hold', async () => {
	const jana = await signInStaff(sql, 'shift')
	const { day, path, take } = await opened(jana)
	const presses = [take, take].map((form) => asked(jana, path, form))
	const [first, second] = await Promise.all(presses)
	expect(first).toMatchObject({ status: 303, to: expect.stringContaining('cart=') })
	expect(second?.to).toBe(first?.to)
	expect((await asked(jana, path, take)).to).toBe(first?.to)
	const other = await asked(jana, path, { ...take, take: 'ticket-adult 15:00' })
	expect(other.to).toContain('changed=0')
	const held = await sql`
		select distinct cart_id from allocations where day = ${day} and state = 'held'`
	expect(held).toHaveLength(1)
	expect(other.to).toContain(`cart=${held[0]?.['cart_id']}`)
})

/** A booking by telephone that waits for its payment link: its page, its code, its cart. */
async function unpaid(jana: SignedInStaff) {
	const { path, cart, form } = await calling(jana, { pay: 'link' })
	const { to } = await asked(jana, path, form)
	const [code = ''] = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec((await asked(jana, to)).text) ?? []
	expect(code).not.toBe('')
	return { number: to.slice('/new/'.length), page: to.replace('new', 'bookings'), code, cart }
}

test('N322: the page of a booking that waits for its link reads it out again, and gives it up with a reason', async () => {
	const [jana, leo] = [await signInStaff(sql, 'shift'), await signInStaff(sql, 'counter')]
	const { page, number, code, cart } = await unpaid(jana)
	const read = await asked(jana, page)
	for (const said of [
		code,
		'Ohne Zahlung bis',
		`/new/${number}`,
		`${page}/give-up`,
		`${page}/on-site`,
	])
		expect(read.text).toContain(said)
	expect(read.text).toMatch(/0,00\s€ bezahlt von/)
	const reads = await asked(leo, page)
	expect(reads.text).toContain(code)
	for (const said of [`/new/${number}`, `${page}/give-up`]) expect(reads.text).not.toContain(said)

	const way = `${page}/give-up`
	expect(await asked(jana, way, { reason: ' ' })).toMatchObject({ status: 422 })
	const done = { status: 303, to: `${page}?done=giveUp` }
	expect(await asked(jana, way, { reason: 'kommt nicht' })).toMatchObject(done)
	expect(await asked(jana, way, { reason: 'kommt nicht' })).toMatchObject(done)
	expect(await ordersOf(cart)).toEqual([{ number, state: 'cancelled' }])
	const after = await asked(jana, done.to)
	expect(after.text).toContain('nicht bezahlt, aufgegeben – kommt nicht')
	expect(after.text).not.toContain(code)
	expect((await asked(jana, `${page}/on-site`, {})).status).toBe(422)
})

test('N322: a booking that waits for its link is paid at the venue after all, pressed twice', async () => {
	const jana = await signInStaff(sql, 'shift')
	const { page, number, cart } = await unpaid(jana)
	for (const press of [1, 2])
		expect(await asked(jana, `${page}/on-site`, { press: String(press) })).toMatchObject({
			to: `${page}?done=onSite`,
		})
	expect(await ordersOf(cart)).toEqual([{ number, state: 'confirmed' }])
	expect((await asked(jana, page)).text).toContain('zahlt vor Ort statt mit dem Link')
	expect((await asked(jana, `${page}/give-up`, { reason: 'x' })).status).toBe(422)
})

test('N324: the mail address of a booking that waits for its link is corrected', async () => {
	const jana = await signInStaff(sql, 'shift')
	const { page, cart } = await unpaid(jana)
	const email = `${cart}@example.com`
	const seen = valueIn((await asked(jana, `${page}/email`)).text, 'seen')
	const corrected = await asked(jana, `${page}/email`, { email, seen })
	expect(corrected).toMatchObject({ to: `${page}?done=email` })
	const { text } = await asked(jana, corrected.to)
	expect(text).toContain('Der Zahlungslink geht dorthin.')
	expect(text).toContain(email)
	await expect
		.poll(async () => (await asked(jana, page)).text)
		.toMatch(/Zahlungslink<br\/>.*zugestellt/)
})

test('N325: letters are in German unless English was chosen, whatever the desk speaks', async () => {
	const jana = await signInStaff(sql, 'shift')
	const spoken = { cookie: [`desk-locale=en-EN; ${jana.cookie[0]}`, jana.cookie[1]] }
	const english: SignedInStaff = { ...jana, cookie: spoken.cookie as [string, string] }
	for (const [letters, locale] of [
		['', 'de-DE'],
		['en-EN', 'en-EN'],
	] as const) {
		const more: Fields = letters ? { pay: 'site', letters } : { pay: 'site' }
		const { path, cart, form } = await calling(english, more)
		const page = await asked(english, path)
		expect(page.text).toContain('Book by telephone')
		expect(page.text).toMatch(/<option value="de-DE" selected="">/)
		// A step in between keeps the choice.
		const { intent: _, ...step } = form
		const { to } = await asked(english, path, step)
		const { text } = await asked(english, to)
		expect(text).toMatch(new RegExp(`<option value="${locale}" selected="">`))
		const { letters: __, ...rest }: Fields = form
		await pressed(english, to, { ...rest, ...stateIn(text) })
		const orders = await sql`select locale from orders where cart_id = ${cart}`
		expect(orders).toEqual([{ locale }])
	}
})

test('N326: the search finds a booking by the code of its payment link', async () => {
	const jana = await signInStaff(sql, 'shift')
	const { page, code } = await unpaid(jana)
	for (const q of [code, code.toLowerCase().replace('-', ' ')])
		expect(await asked(jana, '/bookings', { q })).toMatchObject({ status: 303, to: page })
})

test('N392: names and answers longer than they may be later are refused, each with a sentence at its field', async () => {
	const jana = await signInStaff(sql, 'shift')
	const { path, cart, form } = await calling(jana, { pay: 'site' })
	const { intent: _, ...step } = form
	const { to } = await asked(jana, path, { ...step, 'n.cake': '1' })
	const { text } = await asked(jana, to)
	expect(text).toMatch(/<input[^>]*maxLength="40"[^>]*name="a\.cake"/)
	const long = { firstName: 'S'.repeat(101), 'n.cake': '1', 'a.cake': 'M'.repeat(41) }
	const refused = await asked(jana, to, { ...form, ...long, ...stateIn(text) })
	expect(refused.status).toBe(422)
	expect(refused.text).toMatch(/id="firstName-error"[^>]*>Vorname: höchstens 100 Zeichen\./)
	expect(refused.text).toMatch(/id="a-cake-error"[^>]*>Name und Alter[^<]*: höchstens 40 Zeichen\./)
	expect(await ordersOf(cart)).toEqual([])
	const short = {
		'n.cake': '1',
		'a.cake': 'M'.repeat(40),
		...stateIn(refused.text),
	}
	expect(await asked(jana, to, { ...form, ...short })).toMatchObject({ status: 303 })
	expect(await ordersOf(cart)).toMatchObject([{ state: 'confirmed' }])
})
