import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { orderLines, orders } from '#app/db/schema.ts'
import { folded, markedLetters } from '#app/models/order/asked-words.ts'
import type { Order } from '#app/models/order/order.ts'
import { addDays } from '#app/models/venue/day.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let lookup: typeof import('#app/models/order/lookup.server.ts')

const today = '2026-11-28'
const from = addDays(today, -90)

beforeAll(async () => {
	shop = await openTestShop()
	lookup = await import('#app/models/order/lookup.server.ts')
	const birthday = (name: string) => ({ type: 'birthday' as const, name, contactPerson: null })
	await insert('2026-000412', {
		...ofPerson('Katharina', 'Müller-Weiß', '0171 555 0142'),
		party: birthday('Frieda'),
	})
	await insert('2026-000419', {
		...ofPerson('Thomas', 'Eder', '+49 171 5550871'),
		day: addDays(today, 7),
	})
	await insert('2026-000420', { ...ofPerson('Aylin', 'Yıldız'), day: addDays(today, 2) })
	await insert('2026-000100', { ...ofPerson('Thomas', 'Eder'), day: addDays(today, -90) })
	await insert('2026-000099', { ...ofPerson('Thomas', 'Eder'), day: addDays(today, -91) })
	await insert('2026-000101', { ...ofPerson('Thomas', 'Eder'), day: addDays(today, -3) })
})
afterAll(() => shop.close())

function ofPerson(firstName: string, lastName: string, phone: string | null = null) {
	const email = `${firstName}@example.com`.toLowerCase()
	return { person: { ...sampleOrder.person, firstName, lastName, phone, email }, party: null }
}

async function insert(number: string, change: Partial<Order>) {
	const id = randomUUID()
	const { lines, ...order } = { ...sampleOrder, publicId: id, day: today, number, ...change }
	await shop.admin.insert(orders).values({ ...order, id, cartId: id, cartVersion: 1 })
	await shop.admin.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: id })))
}

test.each([
	['by number', '2026-000412', ['2026-000412']],
	['by the end of a number', '412', ['2026-000412']],
	['by family', 'Yildiz', ['2026-000420']],
	['by family in another spelling', 'mueller-weiss', ['2026-000412']],
	['by both names in any order', 'eder thomas', ['2026-000419', '2026-000101', '2026-000100']],
	['by the child', 'frieda', ['2026-000412']],
	['by mail', 'aylin@example', ['2026-000420']],
	['by the beginning of a telephone number', '0171 555', ['2026-000412', '2026-000419']],
	['by its end, with the country', '+49 (171) 555 0871', ['2026-000419']],
	['by its last digits', '50142', ['2026-000412']],
	['an old visit by its number alone', '2026-000099', ['2026-000099']],
	['with a word that nobody has', 'Thomas Frieda', []],
	['with signs of SQL', `%' or 1=1 --`, []],
	['with nothing', '  ', []],
])('N134: finds %s', async (_, asked, numbers) => {
	const found = await lookup.searchOrders(asked, { from, today, limit: 20 })
	expect(found.map(({ number }) => number)).toEqual(numbers)
})

test('a hit tells who comes when and for what, and by which number it was found', async () => {
	const [found] = await lookup.searchOrders('0171 555', { from, today, limit: 1 })
	expect(found).toMatchObject({
		name: 'Katharina Müller-Weiß',
		party: 'Frieda',
		day: today,
		startsAt: sampleOrder.lines[0]?.startsAt,
		title: sampleOrder.lines[0]?.title,
		contact: '0171 555 0142',
		left: 22_556,
	})
	const [byName] = await lookup.searchOrders('Frieda', { from, today, limit: 1 })
	expect(byName?.contact).toBeNull()
})

test('N342: a search sorts the visits of one day by their start time, not by the time of their order', async () => {
	const day = addDays(today, 20)
	const at = (time: string) => DateTime.fromISO(`${day}T${time}+01:00`).toJSDate()
	for (const [number, time] of [
		['2026-000501', '12:00'],
		['2026-000502', '17:00'],
		['2026-000503', '14:00'],
	] as const) {
		const lines = sampleOrder.lines.map((line) => ({ ...line, startsAt: at(time) }))
		await insert(number, { ...ofPerson('Sofia', 'Winkler'), day, lines })
	}
	const found = await lookup.searchOrders('Winkler', { from, today, limit: 20 })
	expect(found.map(({ number }) => number)).toEqual(['2026-000501', '2026-000503', '2026-000502'])
})

test('N326: a search by the code of a voucher finds the order that sold it and those that it paid', async () => {
	const [sold, paid] = await Promise.all(
		['2026-000412', '2026-000419'].map((number) => orderOf(number)),
	)
	await raw(
		shop.admin,
		`with voucher as (
			insert into vouchers (code, kind, amount, order_line_id)
			select 'KOMET2345678', 'value', 5000, id from order_lines where order_id = $1 limit 1
			returning id
		)
		insert into redemptions (voucher_id, order_id) select id, $2 from voucher`,
		[sold, paid],
	)
	const found = await lookup.searchOrders('komet-2345 678', { from, today, limit: 20 })
	expect(found.map(({ number }) => number)).toEqual(['2026-000412', '2026-000419'])
	expect(await lookup.searchOrders('KOMET2345679', { from, today, limit: 20 })).toEqual([])
})

async function orderOf(number: string): Promise<string> {
	const [order] = await shop.admin.select().from(orders).where(eq(orders.number, number))
	return order?.id ?? ''
}

test('N221: the search finds what an order says now, whoever writes it', async () => {
	const find = async (asked: string) =>
		(await lookup.searchOrders(asked, { from, today, limit: 20 })).map(({ number }) => number)
	const number = '2026-000777'
	await insert(number, { ...ofPerson('Çağla', 'Świątek', '089 123456'), day: null })
	expect(await find('swiatek cagla')).toEqual([number])
	const { person } = ofPerson('Çağla', 'Öztürk-Groß', '089 654321')
	await raw(shop.db, 'update orders set person = $2, party = $3 where number = $1', [
		number,
		person,
		{ type: 'birthday', name: 'Şirin', contactPerson: null },
	])
	expect(await find('Swiatek')).toEqual([])
	for (const asked of ['Oeztuerk', 'groß', 'gross', 'sirin', '654321'])
		expect(await find(asked), asked).toEqual([number])
	await raw(shop.db, 'update orders set day = $2 where number = $1', [number, addDays(from, -1)])
	expect(await find('sirin')).toEqual([])
	await raw(shop.db, 'update orders set day = $2 where number = $1', [number, from])
	expect(await find('sirin')).toEqual([number])
	await raw(
		shop.admin,
		'delete from order_lines where order_id = (select id from orders where number = $1)',
		[number],
	)
	await raw(shop.admin, 'delete from orders where number = $1', [number])
	expect(await raw(shop.db, `select from order_names where words like '%sirin%'`)).toHaveLength(0)
})

test('N220: the database folds each letter as the search does', async () => {
	const letters = [...markedLetters, ...markedLetters.toUpperCase(), 'ẞ', 'aß', 'Q', '’', '@']
	for (const letter of letters) {
		const [row] = await raw(
			shop.db,
			`select order_words(jsonb_build_object('lastName', $1::text), null) as words`,
			[letter],
		)
		expect({ letter, words: row?.['words'] }).toEqual({ letter, words: folded(letter) })
	}
})

test('the terminal finds visits of any age', async () => {
	const found = await lookup.listOrdersAbout('Eder', today, 20)
	expect(found.map(({ number }) => number)).toContain('2026-000099')
})

test.each([
	['Yildis', 'Yıldız'],
	['Edr', null],
	['Friede', 'Frieda'],
	['Nobody', null],
	['0171 555', null],
	['Thomsa', 'Thomas'],
	['Kathrina', 'Katharina'],
])('for %s it proposes %s', async (asked, name) => {
	expect(await lookup.findNameLike(asked, from)).toBe(name)
})
