import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { orders } from '#app/db/schema.ts'
import { cents } from '#app/models/money.ts'
import { ok, refuse } from '#app/models/result.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openPayingShop } from '#testing/paying-shop.ts'

// The letters of a booking as staff see them, and one of them sent again: faults N153.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let model: typeof import('#app/models/payment/letters.server.ts')
let histories: typeof import('#app/models/payment/history.server.ts')
let mails: typeof import('#app/jobs/order-mail.server.ts')
let cancelling: typeof import('#app/models/booking/cancel.server.ts')

const jana = { actor: 'staff:jana' }

beforeAll(async () => {
	shop = await openPayingShop()
	model = await import('#app/models/payment/letters.server.ts')
	histories = await import('#app/models/payment/history.server.ts')
	mails = await import('#app/jobs/order-mail.server.ts')
	cancelling = await import('#app/models/booking/cancel.server.ts')
})
afterAll(() => shop.close())
beforeEach(async () => {
	await emptyTables(shop.admin, 'attempts', 'counters', 'invoices', 'order_revisions')
	await raw(shop.admin, 'delete from pgboss.job')
	await shop.clear()
})

async function booked(): Promise<{ id: string; number: string }> {
	const left = await shop.leave('stripe')
	await shop.paid(left)
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, left.orderId))
	return { id: left.orderId, number: row?.number ?? '' }
}

async function lettersOf(number: string) {
	const history = await histories.findHistory(number)
	if (!history) throw new Error('no order')
	return model.lettersOf(history)
}

function jobs(name = 'mailConfirmation') {
	return raw(
		shop.admin,
		`select state, data ->> 'again' as again from pgboss.job where name = $1`,
		[name],
	)
}

test('a letter waits, is delivered, and is sent again once however often it is pressed (faults N153)', async () => {
	const { id, number } = await booked()
	expect(await lettersOf(number)).toMatchObject([
		{ name: 'confirmation', kind: 'confirmation', state: 'waiting', times: 0, isRepeatable: true },
	])
	await mails.mailConfirmation(id)
	await raw(shop.admin, 'delete from pgboss.job')
	expect(await lettersOf(number)).toMatchObject([
		{ name: 'confirmation', state: 'delivered', times: 1, at: expect.any(Date) },
	])
	const pressed = await Promise.all(
		[1, 2, 3].map(() => model.sendAgain(number, 'confirmation', jana)),
	)
	expect(pressed).toEqual([ok(), ok(), ok()])
	const [job, ...others] = await jobs()
	expect(others).toEqual([])
	const again = String(job?.['again'])
	expect(again).toMatch(/^[0-9a-f-]{36}$/)
	await mails.mailConfirmation(id, again)
	await raw(shop.admin, 'delete from pgboss.job')
	expect(await lettersOf(number)).toMatchObject([{ state: 'delivered', times: 2 }])
	const { events } = (await histories.findHistory(number)) ?? { events: [] }
	expect(events.filter(({ who }) => who === 'staff:jana')).toMatchObject([
		{ what: 'sends again confirmation' },
	])
})

test('a letter that was given up is tried at once, with all its tries (faults N153)', async () => {
	const { number } = await booked()
	await raw(
		shop.admin,
		`update pgboss.job set state = 'failed', retry_limit = 0 where name = 'mailConfirmation'`,
	)
	expect(await lettersOf(number)).toMatchObject([{ state: 'refused', at: null }])
	expect(await model.sendAgain(number, 'confirmation', jana)).toEqual(ok())
	expect(await jobs()).toMatchObject([{ state: 'created' }])
	expect(await lettersOf(number)).toMatchObject([{ state: 'waiting' }])
})

test('a code, a letter that was never written and one without an address are not sent again (faults N153)', async () => {
	const { id, number } = await booked()
	const none = refuse('desk.noSuchLetter')
	expect(await model.sendAgain(number, 'code', jana)).toEqual(none)
	expect(await model.sendAgain(number, 'revision-2', jana)).toEqual(none)
	expect(await model.sendAgain('2000-000001', 'confirmation', jana)).toEqual(
		refuse('orderNotFound'),
	)
	await cancelling.cancelBooking(number, cents(0), DateTime.utc(), {
		...jana,
		reason: 'the child is ill',
	})
	expect(await lettersOf(number)).toMatchObject([
		{ name: 'cancellation', kind: 'cancellation', isRepeatable: true },
		{ name: 'confirmation', isRepeatable: false },
	])
	const { events } = (await histories.findHistory(number)) ?? { events: [] }
	expect(events).toContainEqual(
		expect.objectContaining({ who: 'staff:jana', what: 'cancelled', reason: 'the child is ill' }),
	)
	await raw(
		shop.admin,
		`update orders set person = person || '{"email": "deleted@example.invalid"}' where id = $1`,
		[id],
	)
	expect(await model.sendAgain(number, 'cancellation', jana)).toEqual(
		refuse('booking.noMailAddress'),
	)
})

test.each([
	{ kind: 'moved', verb: 'changed', isRepeatable: false },
	{ kind: 'changed', verb: 'moved', isRepeatable: true },
	{ kind: null, verb: 'moved', isRepeatable: false },
	{ kind: null, verb: 'changed', isRepeatable: true },
])(
	'K124: a revision of kind $kind with the event $verb since the closing: its letter goes again is $isRepeatable',
	async ({ kind, verb, isRepeatable }) => {
		const { id, number } = await booked()
		const name = `closed-${randomUUID()}`
		for (const what of ['day closed: move', `mailed ${name}`, `${verb}: revision 2`])
			await raw(shop.admin, 'insert into order_events (order_id, who, what) values ($1, $2, $3)', [
				id,
				'customer',
				what,
			])
		const made = `insert into order_revisions (order_id, number, actor, kind, content)
			values ($1, 2, 'customer', $2, '{}')`
		await raw(shop.admin, made, [id, kind])
		const letter = (await lettersOf(number)).find((it) => it.name === name)
		expect(letter).toMatchObject({ kind: 'closedDay', isRepeatable })
	},
)
