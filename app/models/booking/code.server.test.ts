import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { prepareQueues } from '#app/db/queue.server.ts'
import { bookingCodes, orders } from '#app/db/schema.ts'
import { FORGOTTEN_EMAIL } from '#app/models/order/order.ts'
import { ok, refuse } from '#app/models/result.ts'
import { emptyTables } from '#testing/emptied.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

// The code beside a key: short, so its tries, its age and its letters are limited (faults K38).

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/booking/code.server.ts')
let keys: typeof import('#app/models/booking/key.server.ts')

beforeAll(async () => {
	shop = await openTestShop()
	await prepareQueues(shop.db)
	model = await import('#app/models/booking/code.server.ts')
	keys = await import('#app/models/booking/key.server.ts')
})
afterAll(() => shop?.close())
beforeEach(() => emptyTables(shop.admin, 'attempts', 'pgboss.job'))

async function addBooking(email = sampleOrder.person.email) {
	const { lines: _, ...order } = sampleOrder
	const id = randomUUID()
	const own = { id, publicId: id, number: id, cartId: id, cartVersion: 1 }
	const person = { ...order.person, email }
	await shop.db.insert(orders).values({ ...order, ...own, person })
	return { id, person }
}

const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

async function jobs(name: string) {
	const rows = await raw(shop.admin, 'select data from pgboss.job where name = $1', [name])
	return rows.map(({ data }) => data)
}

test('a code counts once, for its own booking, and is stored as a keyed hash', async () => {
	const [one, other] = [await addBooking(), await addBooking()]
	const code = await model.newBookingCode(one.id)
	expect(code).toMatch(/^\d{6}$/)
	const [row] = await shop.db.select().from(bookingCodes).where(eq(bookingCodes.orderId, one.id))
	expect(JSON.stringify(row)).not.toContain(code)
	expect(await model.useCode(other.id, code)).toEqual(refuse('booking.codeOver'))
	expect(await model.useCode(one.id, ` ${code.slice(0, 3)} ${code.slice(3)}`)).toEqual(ok())
	expect(await model.useCode(one.id, code)).toEqual(refuse('booking.codeOver'))
})

test('K38: five wrong tries end a code, and a newer one ends the one before', async () => {
	const { id } = await addBooking()
	const first = await model.newBookingCode(id)
	for (let tries = 0; tries < 5; tries += 1)
		expect(await model.useCode(id, wrong(first))).toEqual(refuse('booking.codeWrong'))
	expect(await model.useCode(id, first)).toEqual(refuse('booking.codeOver'))

	const second = await model.newBookingCode(id)
	const third = await model.newBookingCode(id)
	if (second !== third) expect(await model.useCode(id, second)).toEqual(refuse('booking.codeWrong'))
	expect(await model.useCode(id, third)).toEqual(ok())
})

test('K38: fifty tries at once get five, and the right one at once opens one', async () => {
	const { id } = await addBooking()
	const code = await model.newBookingCode(id)
	const tried = await Promise.all(Array.from({ length: 50 }, () => model.useCode(id, wrong(code))))
	const answered = tried.filter((it) => !it.ok && it.message.key === 'errors.booking.codeWrong')
	expect(answered).toHaveLength(5)

	const again = await model.newBookingCode(id)
	const used = await Promise.all(Array.from({ length: 20 }, () => model.useCode(id, again)))
	expect(used.filter((it) => it.ok)).toHaveLength(1)
})

test('K38: a code of sixteen minutes is over, by the clock of the database', async () => {
	const { id } = await addBooking()
	const code = await model.newBookingCode(id)
	const age = (minutes: number) =>
		shop.db
			.update(bookingCodes)
			.set({ madeAt: sql`now() - make_interval(mins => ${minutes})` })
			.where(eq(bookingCodes.orderId, id))
	await age(16)
	expect(await model.useCode(id, code)).toEqual(refuse('booking.codeOver'))
	await age(14)
	expect(await model.useCode(id, code)).toEqual(ok())
})

test('codes and links are mailed to the order, a few in an hour, and none without an address', async () => {
	const order = await addBooking()
	for (let count = 0; count < 5; count += 1)
		expect(await model.askForCode(order, 'network')).toEqual(ok())
	expect(await model.askForCode(order, 'network')).toEqual(refuse('tooManyAttempts'))
	expect(await jobs('mailBookingCode')).toEqual(
		Array.from({ length: 5 }, () => ({ orderId: order.id })),
	)

	for (let count = 0; count < 3; count += 1)
		expect(await model.askForKey(order, 'network')).toEqual(ok())
	expect(await model.askForKey(order, 'network')).toEqual(refuse('tooManyAttempts'))
	expect(await jobs('mailBookingLink')).toEqual(
		Array.from({ length: 3 }, () => ({ orderId: order.id })),
	)

	const forgotten = await addBooking(FORGOTTEN_EMAIL)
	expect(await model.askForCode(forgotten, 'other')).toEqual(refuse('booking.noMailAddress'))
	expect(await model.askForKey(forgotten, 'other')).toEqual(refuse('booking.noMailAddress'))
})

test('K76: ten codes and ten links in a day, so that a key is no way to guess for weeks', async () => {
	const order = await addBooking()
	const anHourLater = () =>
		raw(shop.admin, `delete from attempts where key ~ '^mailBooking(Code|Link):'`)
	const askedFor = async (ask: typeof model.askForCode) => {
		const answers = []
		for (let count = 0; count < 12; count += 1) {
			answers.push(await ask(order, null))
			await anHourLater()
		}
		return answers.filter(({ ok: isAsked }) => isAsked)
	}
	expect(await askedFor(model.askForCode)).toHaveLength(10)
	expect(await askedFor(model.askForKey)).toHaveLength(10)
})

test('one network gets twenty letters in an hour, whatever the bookings', async () => {
	const orders = await Promise.all(Array.from({ length: 21 }, () => addBooking()))
	const answers = []
	for (const order of orders) answers.push(await model.askForKey(order, 'one network'))
	expect(answers.filter((it) => it.ok)).toHaveLength(20)
	expect(answers.at(-1)).toEqual(refuse('tooManyAttempts'))
})

test('K9: asking for other keys ends the ones before and mails one', async () => {
	const order = await addBooking()
	const key = await keys.newBookingKey(shop.db, order.id)
	expect(await model.askForOtherKeys(order, null)).toEqual(ok())
	expect(await keys.findByKey(key)).toBeNull()
	expect(await jobs('mailBookingLink')).toEqual([{ orderId: order.id }])
})

test('K73: the letter with the new key is asked for together with the end of the others', async () => {
	const order = await addBooking()
	await keys.newBookingKey(shop.db, order.id)
	let asked: ReturnType<typeof model.askForOtherKeys> | undefined
	await shop.admin.transaction(async (tx) => {
		await raw(tx, 'select from booking_tokens where order_id = $1 for update', [order.id])
		asked = model.askForOtherKeys(order, null)
		const waiting = 'select count(*)::int as n from pg_locks where not granted'
		await expect.poll(async () => (await raw(tx, waiting))[0]?.['n']).toBeGreaterThan(0)
		expect(await jobs('mailBookingLink')).toEqual([])
	})
	expect(await asked).toEqual(ok())
	expect(await jobs('mailBookingLink')).toEqual([{ orderId: order.id }])
})
