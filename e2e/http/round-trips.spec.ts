import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import { claimDay } from '../days.ts'
import { signInStaff } from '../desk/staff.ts'
import { issueVoucher } from '../issued-voucher.ts'
import {
	bookingOf,
	checkRevision,
	details,
	leave,
	order,
	pay,
	readyToOrder,
	sessionOf,
	versionIn,
} from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import { newVisitor, type Fields, type Visitor } from './visitor.ts'

// The round trips of an answer to the database, from its Server-Timing header.

const START_PAGE = 3
const CART_CHANGE = 5
/** Round trips of redeeming a code: it counts an attempt and finds the voucher before it locks. */
const REDEEMING = 7
const ORDER = 4
/** Seven with the papers of a booking that was never changed, five after that; its check page seven. */
const CHANGE = 7
/** The promise for every change and move of a booking, with its check page. */
const ANY_CHANGE = 10
/** The statements that put a ticket into a cart, with the visit that it belongs to. */
const STATEMENTS = 9
/** Statements of a day at the desk, which tablets reload every 15 seconds: device, frame, day, strip, names of authors. */
const DAY_STATEMENTS = 12
const origin = process.env['SHOP_URL'] ?? ''
let day: string
let search: string

test.beforeAll(async () => {
	day = await claimDay('any')
	search = `day=${day}&guests=8&duration=120&time=14:00`
})

function roundTrips(headers: Headers): number {
	return told(headers, /db;desc="(\d+)"/)
}

function statements(headers: Headers): number {
	return told(headers, /sql;desc="(\d+)"/)
}

function told(headers: Headers, pattern: RegExp): number {
	return Number(pattern.exec(headers.get('Server-Timing') ?? '')?.[1] ?? Number.NaN)
}

async function looking(visitor: Visitor, path: string): Promise<number> {
	const { status, headers } = await visitor.send(path)
	expect(status).toBe(200)
	return roundTrips(headers)
}

async function changing(visitor: Visitor, fields: Fields): Promise<number> {
	return roundTrips(await change(visitor, fields))
}

async function change(visitor: Visitor, fields: Fields): Promise<Headers> {
	const version = versionIn((await visitor.get('/')).text)
	const { status, headers } = await visitor.post('/cart', { version, ...fields })
	expect(status, `${fields['intent']}`).toBe(303)
	return headers
}

async function lineOf(visitor: Visitor, product: string): Promise<string> {
	const { text } = await visitor.get('/cart')
	const line = new RegExp(`${product}[^]*?name="line" value="([\\da-f-]{36})"`).exec(text)?.[1]
	expect(line).toBeDefined()
	return line ?? ''
}

const wish = (product: string, quantity = 1) => ({
	intent: 'add',
	product,
	quantity,
	day,
	time: '14:00',
	duration: 120,
})

test('the start page takes at most three round trips: fresh, with a month, with a full cart', async () => {
	const visitor = newVisitor(origin)
	const figures: Record<string, number> = {
		fresh: await looking(visitor, '/'),
		'with a time': await looking(visitor, `/?${search}`),
		'with a month': await looking(visitor, `/?${search}&month=${day.slice(0, 7)}`),
	}
	await changing(visitor, wish('kometen-party', 8))
	await changing(visitor, wish('ticket-adult', 2))
	await changing(visitor, { intent: 'redeem', code: 'KOMET10' })
	figures['with a cart'] = await looking(visitor, `/?${search}`)
	figures['with a cart and a month'] = await looking(
		visitor,
		`/?${search}&month=${day.slice(0, 7)}`,
	)
	console.log('round trips, start page:', figures)
	for (const [name, figure] of Object.entries(figures))
		expect(figure, name).toBeLessThanOrEqual(START_PAGE)
})

test('a ticket into the cart takes few statements', async () => {
	const visitor = newVisitor(origin)
	const wishes = [wish('ticket-adult', 2), wish('ticket-senior', 2), wish('ticket-adult')]
	const figures: number[] = []
	for (const fields of wishes) figures.push(statements(await change(visitor, fields)))
	console.log('statements, tickets:', figures)
	for (const figure of figures) expect(figure).toBeLessThanOrEqual(STATEMENTS)
})

test('a change of the cart takes at most five round trips', async () => {
	const visitor = newVisitor(origin)
	const figures: Record<string, number> = {}
	figures['the first ticket'] = await changing(visitor, wish('ticket-adult', 2))
	figures['another ticket'] = await changing(visitor, wish('ticket-senior', 2))
	figures['several numbers at once'] = await changing(visitor, {
		intent: 'set',
		day,
		time: '14:00',
		duration: 120,
		'quantities.ticket-adult': 3,
		'quantities.ticket-child': 2,
		'quantities.muffins': 1,
		'quantities.pizza': 1,
	})
	figures['a party'] = await changing(visitor, wish('kometen-party', 8))
	figures['an extra'] = await changing(visitor, wish('muffins'))
	figures['a gift voucher'] = await changing(visitor, wish('gift-50-post'))
	const party = await lineOf(visitor, 'Kometen-Party')
	figures['extras of the party'] = await changing(visitor, {
		intent: 'set',
		line: party,
		'pieces.menu-nuggets': 8,
	})
	const line = await lineOf(visitor, 'Erwachsenenticket')
	figures['quantity'] = await changing(visitor, { intent: 'quantity', line, quantity: 5 })
	figures['renew'] = await changing(visitor, { intent: 'renew' })
	figures['redeem'] = await changing(visitor, { intent: 'redeem', code: 'KOMET10' })
	figures['remove the voucher'] = await changing(visitor, { intent: 'removeVoucher' })
	figures['remove'] = await changing(visitor, { intent: 'remove', line })
	figures['change the day'] = await changing(visitor, {
		intent: 'changeDay',
		day: await claimDay('any'),
	})
	console.log('round trips, cart:', figures)
	for (const [name, figure] of Object.entries(figures))
		expect(figure, name).toBeLessThanOrEqual(name === 'redeem' ? REDEEMING : CART_CHANGE)
})

test('a refused change, the checkout pages and the order take the stated round trips', async () => {
	const visitor = newVisitor(origin)
	await changing(visitor, wish('ticket-adult', 4))
	const refused = await visitor.post('/cart', { ...wish('ticket-adult', 41), version: 1 })
	expect(refused.status).toBe(422)
	expect((await visitor.post('/checkout/address', details)).status).toBe(303)
	const overview = await visitor.get('/checkout/overview')
	const version = versionIn(overview.text)
	const order = await visitor.post('/checkout/overview', {
		intent: 'order',
		version,
		terms: 'on',
		wayToPay: 'stripe',
	})
	expect(order.status).toBe(303)
	console.log('round trips:', {
		'refused change': roundTrips(refused.headers),
		cart: await looking(visitor, '/cart'),
		'sign-in': await looking(visitor, '/checkout/sign-in'),
		address: await looking(visitor, '/checkout/address'),
		overview: roundTrips(overview.headers),
		order: roundTrips(order.headers),
		'content page': await looking(visitor, '/pages/agb'),
	})
	expect(roundTrips(refused.headers)).toBeLessThanOrEqual(CART_CHANGE)
	expect(roundTrips(overview.headers)).toBeLessThanOrEqual(START_PAGE)
	expect(roundTrips(order.headers)).toBeLessThanOrEqual(ORDER)
})

test('a change of a booking takes and its check page take at most seven round trips', async () => {
	const visitor = newVisitor(origin)
	await changing(visitor, wish('ticket-adult', 2))
	const page = await book(visitor)
	const figures: Record<string, number> = {}
	for (const [revision, guests] of [4, 2].entries()) {
		const asked = { revision: revision + 1, 'lines.1': guests }
		const { check, taken } = await revise(visitor, `${page}/change`, asked)
		expect(taken.location).toBe(`${page}/change?done`)
		figures[`check of ${guests} guests`] = check
		figures[`${guests} guests`] = roundTrips(taken.headers)
	}
	console.log('round trips, change of a booking:', figures)
	for (const [name, figure] of Object.entries(figures))
		expect(figure, name).toBeLessThanOrEqual(CHANGE)
})

test('a move, a change that is paid first, both with a voucher too, those that give money back, and those of a party take at most ten round trips', async () => {
	const visitor = newVisitor(origin)
	await changing(visitor, wish('ticket-adult', 2))
	const tickets = await book(visitor)
	await changing(visitor, wish('ticket-adult', 2))
	const unchanged = await book(visitor)
	await changing(visitor, wish('ticket-adult', 6))
	const many = await book(visitor)
	const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
	const bookByVoucher = async (quantity: number, amount: number) => {
		await changing(visitor, wish('ticket-adult', quantity))
		await changing(visitor, { intent: 'redeem', code: await issueVoucher(sql, amount) })
		return book(visitor)
	}
	const byVoucher = await bookByVoucher(2, 200)
	// Their changes give a part back to the voucher, too, whose last day is over by then.
	const [manyByVoucher, allPaid] = [await bookByVoucher(8, 1200), await bookByVoucher(8, 1200)]
	await payRest(sql, visitor, allPaid)
	await sql`update vouchers set valid_until = '2020-01-01' where amount = 1200`
	await sql.end()
	const menus = { 'pieces.menu-pasta': 8, 'pieces.jug-juice': 2 }
	const motto = { 'choices.motto': 'decor-astronauts' }
	const bookParty = async () => {
		await changing(visitor, wish('kometen-party', 8))
		const line = await lineOf(visitor, 'Kometen-Party')
		await changing(visitor, { intent: 'set', line, ...menus, ...motto })
		await changing(visitor, { intent: 'redeem', code: 'KOMET10' })
		return book(visitor)
	}
	const [party, partyToMove] = [await bookParty(), await bookParty()]

	const toDay = { day: await claimDay('any'), time: '15:00' }
	const magician = { 'extras.magician': 1, wayToPay: 'stripe' }
	const guest = { 'lines.1': 9, 'pieces.1.menu-pasta': 9 }
	const asked: [name: string, page: string, asked: Fields, next: RegExp][] = [
		['move', `${tickets}/move`, { revision: 1, ...toDay }, /\/move\?done$/],
		[
			'paid first, never changed',
			`${unchanged}/change`,
			{ revision: 1, ...magician },
			/^\/payment\//,
		],
		['cheaper', `${many}/change`, { revision: 1, 'lines.1': 1 }, /\/change\?done$/],
		[
			'cheaper with a voucher',
			`${manyByVoucher}/change`,
			{ revision: 1, 'lines.1': 1 },
			/\/change\?done$/,
		],
		[
			'cheaper with a voucher, all paid',
			`${allPaid}/change`,
			{ revision: 1, 'lines.1': 1 },
			/\/change\?done$/,
		],
		['move of a party', `${partyToMove}/move`, { revision: 1, ...toDay }, /\/move\?done$/],
		['paid first', `${tickets}/change`, { revision: 2, ...magician }, /^\/payment\//],
		['move with a voucher', `${byVoucher}/move`, { revision: 1, ...toDay }, /\/move\?done$/],
		[
			'paid first with a voucher',
			`${byVoucher}/change`,
			{ revision: 2, ...magician },
			/^\/payment\//,
		],
		['party with a voucher', `${party}/change`, { revision: 1, ...guest }, /\/change\?done$/],
	]
	const figures: [name: string, roundTrips: number][] = []
	for (const [name, page, fields, next] of asked) {
		const { check, taken } = await revise(visitor, page, fields)
		expect(taken.location, name).toMatch(next)
		figures.push([`check of ${name}`, check], [name, roundTrips(taken.headers)])
	}
	console.log('round trips, other changes of a booking:', Object.fromEntries(figures))
	for (const [name, figure] of figures) expect(figure, name).toBeLessThanOrEqual(ANY_CHANGE)
})

/** Orders what lies in the cart and pays the deposit; returns the path of the booking's own page. */
async function book(visitor: Visitor): Promise<string> {
	const party = { 'party.type': 'birthday', 'party.birthday': 'Byron' }
	expect((await visitor.post('/checkout/address', { ...details, ...party })).status).toBe(303)
	const { text } = await visitor.get('/checkout/overview')
	const provider = await leave(visitor, await order(visitor, versionIn(text)))
	await pay(provider)
	return `/booking/${await bookingOf(provider, 'confirmed')}`
}

/** Pays the rest of a booking, and waits until that is settled. */
async function payRest(sql: postgres.Sql, visitor: Visitor, page: string): Promise<void> {
	const { text } = await visitor.get(`${page}/rest`)
	const [, amount = ''] = /name="amount"[^>]*value="(\d+)"/.exec(text) ?? []
	const asked = { intent: 'pay', wayToPay: 'stripe', amount }
	const { location } = await visitor.post(`${page}/rest`, asked)
	const provider = await leave(visitor, location ?? '')
	await pay(provider)
	const paid = () =>
		sql`select from payments where provider_id = ${sessionOf(provider)} and state = 'paid'`
	await expect.poll(async () => (await paid()).length).toBe(1)
}

/** Opens the check page of a change or a move, and presses its button; `check` is the round trips of that page. */
async function revise(visitor: Visitor, page: string, asked: Fields) {
	const { checked, fields } = await checkRevision(visitor, page, asked)
	const taken = await visitor.post(page, fields)
	return { check: roundTrips(checked.headers), taken }
}

test('a day that a tablet reloads takes the stated statements, and a search by a name few', async () => {
	const desk = process.env['DESK_URL'] ?? ''
	const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
	try {
		const { cookie } = await signInStaff(sql, 'counter')
		const tablet = newVisitor(desk)
		tablet.cookies.set(...cookie)
		const poll = { 'X-Desk-Poll': '1' }
		const figures: Record<string, number> = {}
		for (const path of ['/', '/_.data', `/day/${day}`]) {
			const { status, headers } = await tablet.get(path, poll)
			expect(status).toBe(200)
			figures[path] = statements(headers)
			expect(figures[path], path).toBeLessThanOrEqual(DAY_STATEMENTS)
		}
		const { headers } = await tablet.post('/bookings', { q: 'niemandem' })
		figures['search'] = statements(headers)
		expect(figures['search']).toBeLessThanOrEqual(5)
		console.log('statements, desk:', figures)
	} finally {
		await sql.end()
	}
})

test('settling by the return page takes three round trips and one call of the provider; with a capture one more of each', async () => {
	const shop = await openOwnShop({}, undefined, { SERVER_TIMING: '1' })
	try {
		await shop.control('POST', '/test/faults', { webhooks: 'off' })
		// A new shop compares the providers' money with its bookings; those calls are none of a visitor's.
		const compared = () =>
			shop.sql`select from pgboss.job where name = 'reconcileMoney' and state = 'completed'`
		await expect.poll(async () => (await compared()).length).toBe(1)
		const figures: Record<string, { roundTrips: number; calls: number }> = {}
		const calls = async () => {
			const response = await fetch(`${shop.sandboxUrl}/test/calls`)
			return ((await response.json()) as { calls: number }).calls
		}
		/** A browser without our cookie, as it comes from another site by POST. */
		const settle = async (name: string, back: string) => {
			const before = await calls()
			const { status, headers } = await fetch(shop.url + back, { redirect: 'manual' })
			expect(status).toBe(303)
			figures[name] = { roundTrips: roundTrips(headers), calls: (await calls()) - before }
			const [row] = await shop.sql`select state from orders order by created_at desc limit 1`
			expect(row?.['state'], name).toBe('confirmed')
		}
		const backOf = async (provider: string) => {
			const [row] =
				await shop.sql`select return_token from payments order by created_at desc limit 1`
			return `/checkout/success/${provider}?return=${row?.['return_token']}`
		}
		const own = await shop.claimDay('any')
		const card = await readyToOrder(shop.url, own)
		await pay(await leave(card.visitor, await order(card.visitor, card.version)))
		await settle('Stripe', await backOf('stripe'))

		const wallet = await readyToOrder(shop.url, own)
		const payment = await order(wallet.visitor, wallet.version, 'paypal')
		const token = sessionOf(await leave(wallet.visitor, payment))
		await shop.control('POST', `/test/orders/${token}/approve`)
		await settle('PayPal', await backOf('paypal'))

		console.log('settling:', figures)
		expect(figures['Stripe']?.roundTrips).toBeLessThanOrEqual(3)
		expect(figures['PayPal']?.roundTrips).toBeLessThanOrEqual(4)
		expect(figures['Stripe']?.calls).toBe(1)
		expect(figures['PayPal']?.calls).toBe(2)
	} finally {
		await shop.close()
	}
})
