import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { orders } from '#app/db/schema.ts'
import type { Wish } from '#app/models/cart/cart.ts'
import { cents } from '#app/models/money.ts'
import { orderedPolicy } from '#testing/booked-order.ts'
import { emptyTables } from '#testing/emptied.ts'
import { meetAtGate } from '#testing/gate.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'
import { visitDay } from '#testing/visit-day.ts'

// Many changes of bookings at once, and changes whose connection ends in the middle.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let model: typeof import('#app/models/booking/revise.server.ts')
let cancelling: typeof import('#app/models/booking/cancel.server.ts')
let carts: typeof import('#app/models/cart/change.server.ts')
let issuing: typeof import('#app/models/invoice/issue.server.ts')

const now = () => DateTime.utc()
/** A round of laser tag has twelve places. */
const round = { productId: 'laser-round', duration: null, time: '14:00' } as const

beforeAll(async () => {
	shop = await openPayingShop()
	model = await import('#app/models/booking/revise.server.ts')
	cancelling = await import('#app/models/booking/cancel.server.ts')
	carts = await import('#app/models/cart/change.server.ts')
	issuing = await import('#app/models/invoice/issue.server.ts')
	await raw(
		shop.admin,
		`create function end_connection() returns trigger language plpgsql as
		'begin perform pg_terminate_backend(pg_backend_pid()); return new; end'`,
	)
})
afterAll(() => shop.close())
beforeEach(async () => {
	await emptyTables(
		shop.admin,
		'attempts',
		'counters',
		'invoices',
		'order_revisions',
		'order_changes',
	)
	await shop.clear()
})
afterEach(async (context) => {
	if (context.task.name.includes('negative control')) return
	expect((await audit(shop.admin)).filter(({ broken }) => broken.length > 0)).toEqual([])
})

async function booked(wish: Partial<Wish>): Promise<Left> {
	const left = await shop.leave('stripe', undefined, wish)
	await shop.paid(left)
	await shop.admin
		.update(orders)
		.set({ policy: orderedPolicy() })
		.where(eq(orders.id, left.orderId))
	return left
}

function toGuests({ orderId }: Left, quantity: number, actor = 'customer') {
	const asked = { kind: 'change' as const, quantities: { 1: quantity } }
	return model.reviseBooking(orderId, { revision: 1, asked, actor }, now())
}

function addRound() {
	const wish = { ...round, quantity: 1, day: visitDay, parentId: null }
	const visitor = { venue: shop.venue, now: now(), addressHash: null }
	return carts.addToCart({ id: null, version: 0, day: null }, wish, visitor)
}

async function takenUnits(): Promise<number> {
	const [row] = await raw(
		shop.admin,
		`select coalesce(sum(units), 0)::int as units from allocations
		where resource_id = 'laser-arena' and state in ('held', 'pending', 'confirmed')`,
	)
	return Number(row?.['units'])
}

test('K2: 64 changes, carts and cancellations at once fight for the last places: none is given twice', async () => {
	const bookings: Left[] = []
	for (let count = 0; count < 6; count += 1) bookings.push(await booked({ ...round, quantity: 1 }))
	const numbers = await raw(shop.admin, 'select number from orders order by number')
	const outcomes = await Promise.all([
		...bookings.flatMap((left) => [2, 3, 4, 5, 6].map((quantity) => toGuests(left, quantity))),
		...Array.from({ length: 31 }, addRound),
		...numbers
			.slice(0, 3)
			.map(({ number }) => cancelling.cancelBooking(String(number), cents(0), now())),
	])
	expect(outcomes).toHaveLength(64)
	const refused = outcomes.flatMap((it) => (it.ok ? [] : it.message.key))
	const expected = new Set([
		'errors.chooseOtherPeriod',
		'errors.booking.changed',
		'errors.booking.cancelled',
		'errors.desk.keepsChanging',
	])
	expect(refused.filter((key) => !expected.has(key))).toEqual([])
	expect(await takenUnits()).toBeLessThanOrEqual(12)
	expect(refused.length).toBeLessThan(64)
	const revisions = await raw(
		shop.admin,
		`select order_id from order_revisions where number > 1 group by 1 having count(*) > 1`,
	)
	expect(revisions).toEqual([])
})

// Fewer guests keep their row of places; more guests, whom the operator books on site, get another row.
test.each([
	['update', 'allocations', 2],
	['insert', 'allocations', 12],
	['update', 'order_lines', 2],
	['update', 'orders', 2],
	['insert', 'order_revisions', 2],
	['insert', 'order_events', 2],
	['insert', 'refunds', 2],
	['insert', 'pgboss.job', 2],
])(
	'K7: the connection ends at %s %s: nothing has changed, and asked again for %i guests it is done once',
	async (act, table, guests) => {
		const left = await booked({ quantity: 10 })
		const change = () => toGuests(left, guests, guests > 10 ? 'operator' : 'customer')
		const look = () =>
			raw(
				shop.admin,
				`select o.revision, o.total, o.online, o.on_site, l.quantity, a.units, a.state, (
				select count(*)::int from refunds) as refunds, (
				select count(*)::int from order_revisions) as revisions, (
				select count(*)::int from invoices) as papers
			from orders o join order_lines l on l.order_id = o.id
			join allocations a on a.order_id = o.id order by a.units`,
			)
		const before = await look()
		await raw(
			shop.admin,
			`create trigger ends before ${act} on ${table} for each row execute function end_connection()`,
		)
		await expect(change()).rejects.toThrow()
		await raw(shop.admin, `drop trigger ends on ${table}`)
		expect(await look()).toEqual(before)

		const applied = { ok: true, value: { kind: 'applied', revision: 2 } }
		expect(await change()).toEqual(applied)
		expect(await change()).toEqual(applied)
		const [refunds] = await raw(shop.admin, 'select count(*)::int from refunds where revision = 2')
		expect(refunds).toEqual({ count: guests < 10 ? 1 : 0 })
	},
)

test('K2, negative control: without the lock of the day and the guards of the database, changes oversell', async () => {
	const bookings = [
		await booked({ ...round, quantity: 6 }),
		await booked({ ...round, quantity: 1 }),
	]
	await emptyTables(shop.admin, 'days')
	await raw(
		shop.admin,
		`create function no_row() returns trigger language plpgsql as 'begin return null; end'`,
	)
	await raw(
		shop.admin,
		`create trigger no_days before insert on days for each row execute function no_row()`,
	)
	await raw(shop.admin, 'drop trigger allocations_zone_peak_insert on allocations')
	await raw(shop.admin, 'drop trigger allocations_zone_peak_update on allocations')
	const [first, second] = bookings
	if (!first || !second) throw new Error('no bookings')
	// A change that first issued the papers of its booking would lock their numbers, and the other would wait there.
	for (const { orderId } of bookings) await issuing.issueInvoices(orderId, now())
	// Both changes have looked before one is written.
	const beforeWriting = { before: 'insert on allocations for each row', many: 2 }
	const outcomes = await meetAtGate(beforeWriting, () =>
		Promise.all([toGuests(first, 11), toGuests(second, 6)]),
	)
	expect(outcomes).toMatchObject([{ ok: true }, { ok: true }])
	expect(await takenUnits()).toBe(17)
})
