import { randomUUID } from 'node:crypto'

import { asc, eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { lockAndLoad } from '#app/db/lock.server.ts'
import { countRoundTrips } from '#app/db/round-trips.server.ts'
import { allocations, orderEvents, orderLines, orderRevisions, orders } from '#app/db/schema.ts'
import type { Asked } from '#app/models/booking/asked-lines.ts'
import type { AskedRevision } from '#app/models/booking/revise.server.ts'
import type { Wish } from '#app/models/cart/cart.ts'
import { cents } from '#app/models/money.ts'
import { kindOfRevision } from '#app/models/order/difference.ts'
import { keptAt } from '#app/models/order/policy.ts'
import { daySheet } from '#app/models/order/visit.ts'
import { addDays } from '#app/models/venue/day.ts'
import { runSheet } from '#scripts/shop/day-words.ts'
import { wordsIn } from '#scripts/shop/words.ts'
import { orderedPolicy } from '#testing/booked-order.ts'
import { clockOfWaiting } from '#testing/clock-of-waiting.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { visitDay } from '#testing/visit-day.ts'

// A booking is revised in the database: all of it or nothing, and once, also when several ask at the same time.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let model: typeof import('#app/models/booking/revise.server.ts')
let bookings: typeof import('#app/models/booking/booked.server.ts')
let redeeming: typeof import('#app/models/cart/redeem.server.ts')
let placing: typeof import('#app/models/booking/place.server.ts')
let moves: typeof import('#app/models/booking/moves.server.ts')
let changes: typeof import('#app/models/order/change.server.ts')
let visits: typeof import('#app/models/order/visits.server.ts')
let confirming: typeof import('#app/models/order/confirmation.server.ts')
let cancelling: typeof import('#app/models/booking/cancel.server.ts')
let invoicing: typeof import('#app/models/invoice/issue.server.ts')
let tills: typeof import('#app/models/invoice/on-site.server.ts')
let past: typeof import('#app/models/order/past-revision.server.ts')
let finding: typeof import('#app/models/order/find.server.ts')

const now = () => DateTime.utc()
const otherDay = addDays(visitDay, 7)

beforeAll(async () => {
	shop = await openPayingShop()
	model = await import('#app/models/booking/revise.server.ts')
	bookings = await import('#app/models/booking/booked.server.ts')
	redeeming = await import('#app/models/cart/redeem.server.ts')
	placing = await import('#app/models/booking/place.server.ts')
	moves = await import('#app/models/booking/moves.server.ts')
	changes = await import('#app/models/order/change.server.ts')
	visits = await import('#app/models/order/visits.server.ts')
	confirming = await import('#app/models/order/confirmation.server.ts')
	cancelling = await import('#app/models/booking/cancel.server.ts')
	invoicing = await import('#app/models/invoice/issue.server.ts')
	tills = await import('#app/models/invoice/on-site.server.ts')
	past = await import('#app/models/order/past-revision.server.ts')
	finding = await import('#app/models/order/find.server.ts')
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
afterEach(async () => {
	expect((await audit(shop.admin)).filter(({ broken }) => broken.length > 0)).toEqual([])
})

async function booked(wish: Partial<Wish> = {}): Promise<Left> {
	const left = await shop.leave('stripe', undefined, wish)
	await shop.paid(left)
	await shop.admin
		.update(orders)
		.set({ policy: orderedPolicy() })
		.where(eq(orders.id, left.orderId))
	return left
}

function asking({ orderId }: Left, asked: Asked, more: Partial<AskedRevision> = {}) {
	return model.reviseBooking(orderId, { revision: 1, asked, actor: 'customer', ...more }, now())
}

const toGuests = (quantity: number): Asked => ({ kind: 'change', quantities: { 1: quantity } })
const toDay = (day: string): Asked => ({ kind: 'move', day, time: null })
const refusal = (key: string) => ({ ok: false, message: { key: `errors.${key}` } })
const applied = (revision: number) => ({ ok: true, value: { kind: 'applied', revision } })

async function rowOf({ orderId }: Left) {
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, orderId))
	if (!row) throw new Error('no order')
	return row
}

function linesOf({ orderId }: Left) {
	return shop.admin
		.select()
		.from(orderLines)
		.where(eq(orderLines.orderId, orderId))
		.orderBy(asc(orderLines.position))
}

async function placesOf({ orderId }: Left) {
	const rows = await shop.admin.select().from(allocations).where(eq(allocations.orderId, orderId))
	return rows.filter(({ state }) => state === 'confirmed')
}

function revisionsOf({ orderId }: Left) {
	return shop.admin
		.select()
		.from(orderRevisions)
		.where(eq(orderRevisions.orderId, orderId))
		.orderBy(asc(orderRevisions.number))
}

test.each([
	['two more guests', toGuests(4)],
	['one guest fewer', toGuests(1)],
	['a move', toDay(otherDay)],
] as const)(
	'K87: %s after the final invoice: it is cancelled in the same step',
	async (_, asked) => {
		const left = await booked()
		const { number, onSite } = await rowOf(left)
		const paid = { amount: cents(onSite), method: 'cash', receipt: '4711' } as const
		expect(await tills.noteOnSite(String(number), paid, now())).toMatchObject({
			value: { left: 0 },
		})
		const papers = () =>
			raw(shop.admin, `select kind from invoices where order_id = $1 order by created_at, number`, [
				left.orderId,
			])
		const before = await papers()
		expect(before.at(-1)).toEqual({ kind: 'final' })

		const answer = await asking(left, asked, { actor: 'staff:1', reason: 'on the day' })
		expect(answer).toEqual(applied(2))
		const follow = (await papers()).slice(before.length)
		expect(follow[0]).toEqual({ kind: 'cancellation' })
	},
)

test('two more guests: line, sums, places and the rest follow; what was in force is kept', async () => {
	const left = await booked()
	const [before, [line]] = [await rowOf(left), await linesOf(left)]
	const changed = await countRoundTrips(() => asking(left, toGuests(4)))
	expect(changed.value).toEqual(applied(2))
	expect(changed.roundTrips).toBeLessThanOrEqual(10)

	const [after, [changedLine]] = [await rowOf(left), await linesOf(left)]
	expect(changedLine).toMatchObject({ id: line?.id, position: 1, quantity: 4 })
	expect(after).toMatchObject({
		revision: 2,
		total: before.total * 2,
		online: before.online,
		onSite: before.total * 2 - before.online,
	})
	expect(await placesOf(left)).toMatchObject([{ units: 4, linePosition: 1, day: visitDay }])
	const [first, second] = await revisionsOf(left)
	expect(first).toMatchObject({ number: 1, content: { total: before.total } })
	expect(second).toMatchObject({ number: 2, actor: 'customer', content: { total: after.total } })
	const events = await shop.admin
		.select()
		.from(orderEvents)
		.where(eq(orderEvents.orderId, left.orderId))
	expect(events.map(({ what }) => what)).toContain('changed: revision 2')
	expect(await shop.jobs('mailRevision')).toEqual([{ orderId: left.orderId, revision: 2 }])
	for (const change of [`update order_revisions set actor = 'x'`, 'delete from order_revisions'])
		await expect(raw(shop.db, change)).rejects.toThrow('a revision of a booking never changes')
})

test('a booking moves to another day: its old places are free, and its places are there', async () => {
	const left = await booked({ productId: 'room-mercury', quantity: 1 })
	const foreseen = await model.previewRevision(await rowOf(left), toDay(otherDay), now())
	expect(foreseen).toMatchObject({ ok: true, value: { after: { day: otherDay } } })
	expect(await rowOf(left)).toMatchObject({ day: visitDay, revision: 1 })
	expect(await asking(left, toDay(otherDay))).toEqual(applied(2))
	expect(await rowOf(left)).toMatchObject({ day: otherDay, revision: 2 })
	expect(await placesOf(left)).toMatchObject([{ resourceId: 'mercury', day: otherDay }])
	const other = await shop.leave('stripe', undefined, { productId: 'room-mercury', quantity: 1 })
	expect(other.orderId).not.toBe(left.orderId)
})

test('K59: the day sheets after moves have the booking once, at its newest time', async () => {
	const left = await booked()
	const sheetOf = async (day: string) =>
		runSheet(daySheet(shop.venue, await visits.listVisits(day)), wordsIn())
	expect(await asking(left, { kind: 'move', day: visitDay, time: '16:00' })).toEqual(applied(2))
	const { number } = await rowOf(left)
	const later = await sheetOf(visitDay)
	expect(later[0]).toContain(`${number}  16:00-18:00`)
	expect(later.filter((line) => line.includes(number))).toHaveLength(1)
	const heads = later.filter((line) => /^ +\d\d:\d\d {2}\d+$/.test(line)).map((line) => line.trim())
	expect(heads).toEqual(['16:00  2', '16:30  2', '17:00  2', '17:30  2'])

	expect(await asking(left, toDay(otherDay), { revision: 2 })).toEqual(applied(3))
	expect(await visits.listVisits(visitDay)).toEqual([])
	expect(await sheetOf(otherDay)).toEqual(later)
})

test.each([
	{ end: 'standing', isBooked: true },
	{ end: 'cancelled', isBooked: false },
])(
	'K60: a $end booking that is confirmed once more keeps the places of older revisions released',
	async ({ end, isBooked }) => {
		const left = await booked()
		expect(await asking(left, { kind: 'move', day: visitDay, time: '16:00' })).toEqual(applied(2))
		const { number } = await rowOf(left)
		if (end === 'cancelled') await cancelling.cancelBooking(number, cents(0), now())
		const before = await rowsOf(left)
		expect(before.map(({ state }) => state).toSorted()).toEqual(
			isBooked ? ['confirmed', 'released'] : ['released', 'released'],
		)
		expect(await confirm(left)).toBe(isBooked)
		expect(await rowsOf(left)).toEqual(before)
	},
)

test('K60: an order confirms the places that it keeps, and none that it has released', async () => {
	const left = await shop.leave('stripe')
	const [kept] = await rowsOf(left)
	if (!kept) throw new Error('no place')
	await shop.admin.insert(allocations).values({ ...kept, id: undefined, state: 'released' })
	await shop.paid(left)
	expect((await rowsOf(left)).map(({ state }) => state)).toEqual(['confirmed', 'released'])
})

function rowsOf({ orderId }: Left) {
	return shop.admin
		.select()
		.from(allocations)
		.where(eq(allocations.orderId, orderId))
		.orderBy(asc(allocations.state), asc(allocations.id))
}

function confirm({ orderId }: Left): Promise<boolean> {
	return shop.db.transaction(async (tx) =>
		confirming.confirmOrder(tx, await confirming.loadConfirmable(tx, orderId, now()), now()),
	)
}

test('K29: the days and times to move to are those at which its room is free, with its own', async () => {
	const left = await booked({ productId: 'room-mercury', quantity: 1 })
	await shop.leave('stripe', undefined, { productId: 'room-mercury', quantity: 1, time: '17:00' })
	const times = await moves.findMoveTimes(left.orderId, { day: visitDay }, now())
	const free = times.ok ? times.value.map(({ time }) => time) : []
	expect(free).toContain('14:30')
	expect(free).not.toContain('16:30')
	const days = { first: visitDay, last: addDays(visitDay, 1) }
	const found = await moves.findMoveDays(left.orderId, days, now())
	expect(found).toMatchObject({ ok: true, value: [{ kind: 'free', difference: 0 }, {}] })
})

test('N193: the venue finds times and days to move to also after the last moment of its customer', async () => {
	const left = await booked({ productId: 'room-mercury', quantity: 1 })
	const shut = { days: 300, time: 'start' as const }
	const policy = orderedPolicy({ move: { ...shut, times: 1, price: 'newDay' } })
	await shop.admin.update(orders).set({ policy }).where(eq(orders.id, left.orderId))
	const timesFor = async (actor?: string) => {
		const found = await moves.findMoveTimes(left.orderId, { day: visitDay }, now(), actor)
		return found.ok ? found.value.map(({ time }) => time) : []
	}
	expect(await timesFor()).toEqual([])
	expect((await timesFor('staff:1')).length).toBeGreaterThan(1)
	const days = { first: visitDay, last: visitDay }
	expect(await moves.findMoveDays(left.orderId, days, now(), 'staff:1')).toMatchObject({
		value: [{ kind: 'free' }],
	})
})

test('K11: fewer guests than were paid for: the money goes back online, with its papers', async () => {
	const left = await booked({ quantity: 10 })
	const before = await rowOf(left)
	expect(await asking(left, toGuests(2))).toEqual(applied(2))
	const after = await rowOf(left)
	const back = before.online - after.total
	expect(after).toMatchObject({ online: after.total, onSite: 0 })
	const [refund] = await raw(shop.admin, 'select amount, revision from refunds')
	expect(refund).toEqual({ amount: back, revision: 2 })
	const papers = await raw(
		shop.admin,
		'select kind, gross from invoices where order_id = $1 order by number',
		[left.orderId],
	)
	expect(papers).toEqual([
		{ kind: 'deposit', gross: before.online },
		{ kind: 'correction', gross: -back },
	])
})

test('a refused change writes nothing', async () => {
	const left = await booked()
	const places = await placesOf(left)
	expect(await asking(left, toGuests(5000))).toMatchObject({ ok: false })
	expect(await asking(left, toDay(addDays(visitDay, -7000)))).toMatchObject({ ok: false })
	expect(await rowOf(left)).toMatchObject({ revision: 1 })
	expect(await placesOf(left)).toEqual(places)
	expect(await revisionsOf(left)).toEqual([])
})

test('K6: the same change, pressed twice and at once, is made once; another one sees that it is late', async () => {
	const left = await booked()
	const both = await Promise.all([asking(left, toGuests(4)), asking(left, toGuests(4))])
	expect(both).toEqual([applied(2), applied(2)])
	expect(await asking(left, toGuests(4))).toEqual(applied(2))
	expect(await revisionsOf(left)).toHaveLength(2)
	expect(await asking(left, toGuests(3))).toEqual(refusal('booking.changed'))

	const [customer, staff] = await Promise.all([
		asking(left, toGuests(6), { revision: 2 }),
		asking(left, toGuests(5), { revision: 2, actor: 'operator', reason: 'by telephone' }),
	])
	const [made, refused] = customer.ok ? [customer, staff] : [staff, customer]
	expect(made).toEqual(applied(3))
	expect(refused).toEqual(refusal('booking.changed'))
	expect(await rowOf(left)).toMatchObject({ revision: 3 })
	expect(await revisionsOf(left)).toHaveLength(3)
})

test.each([
	['the last one that is allowed', { days: 0, times: 1 }],
	['one to a day whose deadline is over', { days: daysUntil(visitDay) - 3, times: 9 }],
])(
	'K113: a move pressed twice leads to the moved booking again: %s',
	async (_, { days, times }) => {
		const left = await booked()
		const policy = orderedPolicy({ move: { days, time: 'start', times, price: 'newDay' } })
		await shop.admin.update(orders).set({ policy }).where(eq(orders.id, left.orderId))
		const earlier = toDay(addDays(visitDay, -7))
		expect(await asking(left, earlier)).toEqual(applied(2))
		expect(await asking(left, earlier)).toEqual(applied(2))
		const again = await model.previewRevision(await rowOf(left), earlier, now())
		expect(again).toMatchObject({ value: { revision: 2 } })
		const back = await asking(left, toDay(visitDay), { revision: 2 })
		expect(back).toMatchObject({ ok: false })
	},
)

function daysUntil(day: string): number {
	return Math.ceil(DateTime.fromISO(day).diffNow('days').days)
}

test.each([
	['ahead, for a process that is three days fast', { days: -2, skew: 3 }, applied(2)],
	[
		'over, for a process that is three days slow',
		{ days: 1, skew: -3 },
		refusal('booking.tooLate'),
	],
])(
	'K5: the clock of the database decides on a deadline that is %s',
	async (_, { days, skew }, outcome) => {
		const left = await booked()
		const guests = { days: daysUntil(visitDay) + days, time: '00:00' }
		const policy = orderedPolicy({ change: { guests } })
		await shop.admin.update(orders).set({ policy }).where(eq(orders.id, left.orderId))
		const asked = { revision: 1, asked: toGuests(4), actor: 'customer' }
		const made = await model.reviseBooking(left.orderId, asked, now().plus({ days: skew }))
		expect(made).toMatchObject(outcome)
	},
)

test('K5: the moment that decides is one under the lock, not the one at which a change began to wait', async () => {
	const { orderId } = await booked()
	const { finding, at } = await shop.admin.transaction(async (other) => {
		await raw(other, 'select from orders where id = $1 for update', [orderId])
		const finding = shop.db.transaction((tx) =>
			lockAndLoad(tx, { orders: [orderId] }, () => bookings.findBooking(tx, orderId, [])),
		)
		const clocks = () => raw(shop.admin, clockOfWaiting)
		await expect.poll(async () => (await clocks()).length, { interval: 10 }).toBe(1)
		return { finding, at: (await clocks())[0]?.['at'] }
	})
	const found = await finding
	expect(found?.dbNow.valueOf()).toBeGreaterThanOrEqual(Number(at))
})

test('a booking that has changed since the caller read it is read again, and what it locks by then', async () => {
	const left = await booked()
	const seen = { day: otherDay, openDay: null, revision: 1, voucher: randomUUID() }
	expect(await asking(left, toGuests(3), { seen })).toEqual(applied(2))
})

/** Two tickets and, with the party that needs it, a magician, who is always paid online. */
const withMagician: Asked = { kind: 'change', added: [{ productId: 'magician', quantity: 1 }] }

async function due(left: Left, asked: Asked, more: Partial<AskedRevision> = {}) {
	const outcome = await asking(left, asked, more)
	if (!outcome.ok || outcome.value.kind !== 'due') throw new Error(JSON.stringify(outcome))
	return outcome.value
}

/** Notes the payment of a change as paid, as its conclusion does, and applies the change. */
async function payChange(
	left: Left,
	changeId: string,
	amount: number,
	at: DateTime = now(),
): Promise<boolean> {
	await raw(
		shop.admin,
		`insert into payments (order_id, provider, state, purpose, change_id, amount, paid_amount, capture_id,
			return_token, settled_at, expires_at)
		values ($1, 'stripe', 'paid', 'change', $2, $3, $3, $4, $5, now(), now())`,
		[left.orderId, changeId, amount, `ch_${changeId}`, changeId],
	)
	return shop.db.transaction((tx) => changes.applyChange(tx, changeId, at))
}

test('K28: a change that is paid online first holds what it lacks, and counts when the money is in', async () => {
	const left = await booked()
	const before = await rowOf(left)
	const { changeId, amount } = await due(left, withMagician)
	expect(await rowOf(left)).toEqual(before)
	expect(await placesOf(left)).toHaveLength(1)
	const pending = await raw(
		shop.admin,
		`select resource_id, units from allocations where change_id = $1 and state = 'pending'`,
		[changeId],
	)
	expect(pending).toEqual([{ resource_id: 'magicians', units: 1 }])
	expect(await asking(left, withMagician)).toEqual({
		ok: true,
		value: { kind: 'due', changeId, amount },
	})

	expect(await payChange(left, changeId, amount)).toBe(true)
	expect(await rowOf(left)).toMatchObject({
		revision: 2,
		total: before.total + amount,
		online: before.online + amount,
		onSite: before.onSite,
	})
	expect(await placesOf(left)).toHaveLength(2)
	expect(await shop.db.transaction((tx) => changes.applyChange(tx, changeId, now()))).toBe(false)
})

test.each([
	['ordered before a deadline and settled after it', 1, DateTime.fromISO(visitDay), 0],
	['ordered after it and settled by a clock that is slow', 1000, now(), 1],
])('N368: a paid change keeps the cancel tier that its customer saw: %s', async (...row) => {
	const [, days, settledAt, tier] = row
	const left = await booked()
	const { changeId, amount } = await due(left, withMagician)
	const until = { days, time: '00:00' as const }
	const policy = orderedPolicy({ cancel: [{ until, keep: { percent: 0, of: 'total' } }] })
	await shop.admin.update(orders).set({ policy }).where(eq(orders.id, left.orderId))
	expect(await payChange(left, changeId, amount, settledAt)).toBe(true)
	expect(await rowOf(left)).toMatchObject({ revision: 2, cancelTier: tier })
})

const lateDay = addDays(visitDay, -14)

test.each([
	{ actors: ['staff:1', 'operator'], days: [lateDay, visitDay], free: true },
	{ actors: ['customer', 'operator'], days: [lateDay, visitDay], free: false },
	{ actors: ['staff:1', 'customer'], days: [lateDay, visitDay], free: false },
	{ actors: ['staff:1', 'customer', 'operator'], days: [otherDay, lateDay, visitDay], free: false },
])('K120: moved to a late day and back by $actors: free is $free', async (row) => {
	const left = await booked()
	const until = { days: 14, time: '23:59' as const }
	const policy = orderedPolicy({ cancel: [{ until, keep: { percent: 0, of: 'total' } }] })
	await shop.admin.update(orders).set({ policy }).where(eq(orders.id, left.orderId))
	const isFree = async () => {
		const found = await finding.findOrderById(left.orderId)
		return found && keptAt(shop.venue, found, now()) === 0
	}
	expect(await isFree()).toBe(true)
	for (const [index, day] of row.days.entries()) {
		const made = { actor: row.actors[index] ?? '', reason: 'a wrong key', revision: index + 1 }
		expect(await asking(left, toDay(day), made)).toEqual(applied(index + 2))
	}
	expect(await isFree()).toBe(row.free)
})

test('K28: a change that is not paid ends alone, and one that waits gives way to another', async () => {
	const left = await booked()
	const first = await due(left, withMagician)
	await shop.db.transaction((tx) => changes.endChange(tx, first.changeId))
	expect(await rowOf(left)).toMatchObject({ revision: 1 })
	const second = await due(left, withMagician)
	expect(second.changeId).not.toBe(first.changeId)
	expect(await asking(left, toGuests(3))).toEqual(applied(2))
	expect(await shop.db.transaction((tx) => changes.applyChange(tx, second.changeId, now()))).toBe(
		false,
	)
	const states = await raw(shop.admin, 'select state from order_changes')
	expect(states).toEqual([{ state: 'ended' }, { state: 'ended' }])
	const pending = await raw(shop.admin, `select from allocations where state = 'pending'`)
	expect(pending).toEqual([])
})

test('K93: a change locks the day whose places it releases before it locks the booking', async () => {
	const left = await booked()
	await due(left, { kind: 'move', day: otherDay, time: null, change: withMagician })
	let asked: ReturnType<typeof asking> | undefined
	await shop.admin.transaction(async (tx) => {
		await raw(tx, 'select from days where day = $1 for update', [otherDay])
		let isOver = false
		asked = asking(left, toGuests(3)).finally(() => (isOver = true))
		const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'
			and datname = current_database()`
		await expect.poll(async () => isOver || (await raw(tx, waiting)).length > 0).toBe(true)
		await raw(tx, 'select from orders where id = $1 for update nowait', [left.orderId])
	})
	expect(await asked).toEqual(applied(2))
})

test('K96: a paid move to a day on which the visit ends when staff close: its room is cleaned after that', async () => {
	const left = await booked({ productId: 'room-mercury', quantity: 1 })
	const [line] = await linesOf(left)
	const closesAt = DateTime.fromJSDate(line?.endsAt ?? new Date(0)).plus({ days: 7 })
	const override = { opensAt: `${otherDay}T00:00:00Z`, closesAt: closesAt.toISO() }
	const hours = `insert into days (day, override) values ($1, $2::text::jsonb)`
	await raw(shop.admin, hours, [otherDay, JSON.stringify(override)])
	const moved: Asked = { kind: 'move', day: otherDay, time: null, change: withMagician }
	const { changeId } = await due(left, moved)
	const [place] = await raw(
		shop.admin,
		`select upper(during) = $2 as "endsThen", upper(blocked) > $2 as "isCleaned"
		from allocations where change_id = $1 and exclusive`,
		[changeId, closesAt.toISO()],
	)
	expect(place).toEqual({ endsThen: true, isCleaned: true })
})

test('K74: a change that waited while the rest was paid is made anew, and can be paid', async () => {
	const left = await booked()
	const first = await due(left, withMagician)
	await payRest(left)
	expect(await rowOf(left)).toMatchObject({ onSite: 0 })

	const second = await due(left, withMagician)
	expect(second.changeId).not.toBe(first.changeId)
	expect(await payChange(left, second.changeId, second.amount)).toBe(true)
	const { total } = await rowOf(left)
	expect(await rowOf(left)).toMatchObject({ online: total, onSite: 0 })
})

/** Pays the whole rest of a booking online. */
async function payRest(left: Left): Promise<void> {
	const begun = await shop.pay.payRest(left.orderId, 'stripe', now())
	if (!begun.ok || !('token' in begun.value)) throw new Error('the rest cannot be paid')
	await shop.pay.goOnPaying(begun.value.token, now())
	const rows = await raw(
		shop.admin,
		`select id, provider_id from payments where purpose = 'rest' and order_id = $1
		order by created_at desc limit 1`,
		[left.orderId],
	)
	const [rest] = rows.map(({ id, provider_id }) => ({
		paymentId: String(id),
		providerId: String(provider_id),
	}))
	if (!rest) throw new Error('no payment')
	await shop.paid({ ...left, ...rest })
}

test('K112: the letters of a change after a rest was paid online compare with what was paid right before it', async () => {
	const left = await booked()
	const { total } = await rowOf(left)
	expect(await asking(left, toGuests(4))).toEqual(applied(2))
	await payRest(left)
	expect(await asking(left, toGuests(5), { revision: 2 })).toEqual(applied(3))
	expect(await madeRevision(left, 3)).toMatchObject({
		before: { online: total * 2, onSite: 0 },
		order: { online: total * 2, onSite: total / 2 },
	})

	await payRest(left)
	const { party } = sampleOrder
	await shop.admin.update(orders).set({ party }).where(eq(orders.id, left.orderId))
	const renamed: Asked = { kind: 'change', party: party && { ...party, name: 'Byron II' } }
	expect(await asking(left, renamed, { revision: 3 })).toEqual(applied(4))
	const { before, order } = await madeRevision(left, 4)
	expect(kindOfRevision(before, order)).toBe('texts')
})

async function madeRevision({ orderId }: Left, revision: number) {
	const order = await finding.findOrderById(orderId)
	const made = order && (await past.findMadeRevision(order, revision))
	if (!made) throw new Error('no revision')
	return made
}

test('K75: an order of an older build keeps the deposit that was agreed when it is made smaller', async () => {
	const left = await booked({ quantity: 10 })
	const [termsVersion = ''] = Object.keys(shop.venue.policyOf ?? {})
	await shop.admin
		.update(orders)
		.set({ policy: null, termsVersion })
		.where(eq(orders.id, left.orderId))
	const { online } = await rowOf(left)
	expect(await asking(left, toGuests(5))).toEqual(applied(2))
	expect(await rowOf(left)).toMatchObject({ policy: { rules: [{ deposit: online }] } })
})

test('K79: several changes lower the fee of a policy by the total no further than the first, the venue does', async () => {
	const left = await booked({ quantity: 10 })
	const order = await rowOf(left)
	const late = { percent: 20, of: 'total' } as const
	const rules = order.policy?.rules.map((rule) => ({
		...rule,
		policy: { ...rule.policy, cancel: [], late },
	}))
	await shop.admin
		.update(orders)
		.set({ policy: order.policy && { ...order.policy, rules: rules ?? [] }, cancelTier: 0 })
		.where(eq(orders.id, left.orderId))
	const feeOf = async () => {
		const found = await finding.findOrderById(left.orderId)
		return found && keptAt(shop.venue, found, now())
	}
	const fee = await feeOf()
	expect(fee).toBeGreaterThan(0)
	expect(await asking(left, toGuests(9))).toEqual(applied(2))
	expect(await asking(left, toGuests(8), { revision: 2 })).toEqual(applied(3))
	expect(await feeOf()).toBe(fee)

	// Four of ten fewer by the venue lower it by four tenths.
	const venue = { actor: 'staff:1', reason: 'a class is ill' }
	expect(await asking(left, toGuests(4), { ...venue, revision: 3 })).toEqual(applied(4))
	expect(await feeOf()).toBe(((fee ?? 0) * 6) / 10)
})

test('K83: things with a free policy of their own take over no value of those whose deadline is over', async () => {
	const left = await booked({ quantity: 10 })
	const onePizza = { kind: 'change', added: [{ productId: 'pizza', quantity: 1 }] } as const
	expect(await asking(left, onePizza, { actor: 'Grace', reason: 'hungry' })).toEqual(applied(2))
	const order = await rowOf(left)
	const [rule] = order.policy?.rules ?? []
	if (!order.policy || !rule) throw new Error('no policy')
	const late = { percent: 100, of: 'total' } as const
	const rules = [
		{ ...rule, products: ['pizza'] },
		{ ...rule, policy: { ...rule.policy, cancel: [], late } },
	]
	await shop.admin
		.update(orders)
		.set({ policy: { ...order.policy, rules } })
		.where(eq(orders.id, left.orderId))
	const feeOf = async () => {
		const found = await finding.findOrderById(left.orderId)
		return found && keptAt(shop.venue, found, now())
	}
	expect(await feeOf()).toBe(order.online)
	const shifted = { kind: 'change', quantities: { 1: 1, 2: 9 } } as const
	expect(await asking(left, shifted, { revision: 2 })).toEqual(applied(3))
	expect((await linesOf(left)).map(({ quantity }) => quantity)).toEqual([1, 9])
	expect(await feeOf()).toBe(order.online)
})

test('K80: a change at another price than the page showed is refused, and nothing changes', async () => {
	const left = await booked({ quantity: 10 })
	const plan = await model.previewRevision(await rowOf(left), toGuests(9), now())
	if (!plan.ok) throw new Error(plan.message.key)
	const { money } = plan.value
	const shown = { ...money, difference: cents(money.difference - 1) }
	expect(await asking(left, toGuests(9), { shown })).toEqual(refusal('booking.repriced'))
	expect(await rowOf(left)).toMatchObject({ revision: 1 })
	expect(await asking(left, toGuests(9), { shown: money })).toEqual(applied(2))
})

test('K80: the till takes the rest after a lower rest was shown: no money goes back unseen', async () => {
	const left = await booked({ quantity: 10 })
	const plan = await model.previewRevision(await rowOf(left), toGuests(9), now(), 'staff:1')
	if (!plan.ok) throw new Error(plan.message.key)
	const { number, onSite } = await rowOf(left)
	const rest = { amount: cents(onSite), method: 'cash', receipt: '4712' } as const
	expect(await tills.noteOnSite(String(number), rest, now())).toMatchObject({ ok: true })
	const asked = { actor: 'staff:1', reason: 'one is ill', shown: plan.value.money }
	expect(await asking(left, toGuests(9), asked)).toEqual(refusal('booking.repriced'))
	expect(await shop.jobs('refundPayment')).toEqual([])
})

test('K71: the most that was booked is read from the revisions', async () => {
	const left = await booked({ quantity: 10 })
	const isHalved = async (quantity: number) => {
		const plan = await model.previewRevision(await rowOf(left), toGuests(quantity), now())
		return plan.ok && plan.value.isHalved
	}
	expect(await isHalved(5)).toBe(false)
	expect(await asking(left, toGuests(6))).toEqual(applied(2))
	expect([await isHalved(5), await isHalved(4)]).toEqual([false, true])
})

/** Books four tickets, paid whole by a value voucher of this code. */
async function bookedByVoucher(code: string): Promise<Left> {
	await raw(
		shop.admin,
		`with added as (insert into vouchers (code, kind, amount) values ($1, 'value', 50000) returning id)
		insert into voucher_entries (voucher_id, sequence, kind, amount, balance)
		select id, 1, 'issued', 50000, 50000 from added`,
		[code],
	)
	const cart = await shop.fillCart({ quantity: 4 })
	const visitor = { venue: shop.venue, now: now(), addressHash: null }
	const redeemed = await redeeming.redeemVoucher(cart, code, visitor)
	if (!redeemed.ok) throw new Error(redeemed.message.key)
	const { id, version, day } = redeemed.value
	const ordering = { venue: shop.venue, locale: 'de-DE', provider: null, now: now() } as const
	const placed = await placing.placeOrder({ id, version, day }, ordering)
	if (!placed.ok) throw new Error(placed.message.key)
	const { id: orderId, publicId } = placed.value
	const left: Left = { provider: 'stripe', orderId, publicId, paymentId: '', providerId: '' }
	await shop.admin.update(orders).set({ policy: orderedPolicy() }).where(eq(orders.id, orderId))
	return left
}

test('K63: cancelled before the paper of its paid change is issued: both papers are taken back', async () => {
	const left = await bookedByVoucher('GANZVOLL')
	const { number } = await rowOf(left)
	await invoicing.issueInvoices(left.orderId, now())
	const { changeId, amount } = await due(left, withMagician)
	expect(await payChange(left, changeId, amount)).toBe(true)
	const cancelled = await cancelling.cancelBooking(number, cents(0), now())
	expect(cancelled).toMatchObject({ ok: true, value: { back: amount } })
	await invoicing.issueInvoices(left.orderId, now())
	const papers = await raw(
		shop.admin,
		`select kind, sign(gross)::int as sign from invoices where order_id = $1 order by number`,
		[left.orderId],
	)
	expect(papers).toEqual([
		{ kind: 'invoice', sign: 1 },
		{ kind: 'deposit', sign: 1 },
		{ kind: 'cancellation', sign: -1 },
		{ kind: 'cancellation', sign: -1 },
	])
})

/** The balance of a value voucher, in cents. */
async function balanceOf(code: string): Promise<number> {
	const [row] = await raw(
		shop.admin,
		`select sum(e.amount)::int as sum from voucher_entries e join vouchers v on v.id = e.voucher_id
		where v.code = $1`,
		[code],
	)
	return Number(row?.['sum'])
}

test('K4: money of a voucher goes back to it; the operator is told when it has expired meanwhile', async () => {
	const code = 'VIELGAST'
	const left = await bookedByVoucher(code)
	const { orderId } = left
	const before = await rowOf(left)
	expect(await balanceOf(code)).toBe(50_000 - before.total)

	expect(await asking(left, toGuests(3))).toEqual(applied(2))
	expect(await balanceOf(code)).toBe(50_000 - (before.total * 3) / 4)
	expect(await shop.jobs('tellOperator')).toEqual([])
	await raw(shop.admin, `update vouchers set valid_until = '2026-01-01'`)
	expect(await asking(left, toGuests(2), { revision: 2 })).toEqual(applied(3))
	expect(await rowOf(left)).toMatchObject({ voucher: before.total / 2, online: 0, onSite: 0 })
	expect(await balanceOf(code)).toBe(50_000 - before.total / 2)
	expect(await shop.jobs('tellOperator')).toEqual([{ orderId, concern: 'voucherExpired' }])
})

test('N365: a value voucher below its minimum goes back once the deposit is paid in its place, and not before', async () => {
	const code = 'AB4GAESTE'
	const left = await bookedByVoucher(code)
	const { orderId } = left
	const before = await rowOf(left)
	expect(before).toMatchObject({ voucher: before.total, online: 0 })
	await shop.admin
		.update(orders)
		.set({ voucherTerms: { ...(before.voucherTerms ?? none), minimumOrder: cents(before.total) } })
		.where(eq(orders.id, orderId))
	const { changeId, amount } = await due(left, toGuests(3))
	expect(await rowOf(left)).toEqual({ ...before, voucherTerms: expect.anything() })
	expect(await balanceOf(code)).toBe(50_000 - before.total)

	expect(await payChange(left, changeId, amount)).toBe(true)
	const total = (before.total * 3) / 4
	expect(await rowOf(left)).toMatchObject({
		total,
		voucher: 0,
		online: amount,
		onSite: total - amount,
	})
	expect(await balanceOf(code)).toBe(50_000)
	await invoicing.issueInvoices(orderId, now())
	expect(await asking(left, toGuests(4), { revision: 2 })).toEqual(applied(3))
	expect(await rowOf(left)).toMatchObject({ voucher: 0, online: amount })
})

/** The terms of a value voucher without restrictions. */
const none = {
	kind: 'value' as const,
	amount: null,
	percent: null,
	minimumOrder: null,
	products: null,
	dayClasses: null,
}
