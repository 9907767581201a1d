import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { countRoundTrips } from '#app/db/round-trips.server.ts'
import {
	allocations,
	disputes,
	onSitePayments,
	orderEvents,
	orderLines,
	orderRevisions,
	orders,
	payments,
	refunds,
	staff,
} from '#app/db/schema.ts'
import { cents, sum } from '#app/models/money.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import { contentOf } from '#app/models/order/revision-content.ts'
import { guestsByOrder } from '#app/models/order/visit-guests.ts'
import { addDays, instantAt } from '#app/models/venue/day.ts'
import { zone } from '#app/models/venue/zone.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let readDay: typeof import('#app/models/day-sheet/read.server.ts').readDay
let noteRead: typeof import('#app/models/day-sheet/note-read.server.ts').noteRead
let taken: typeof import('#app/models/capacity/taken.server.ts')
let closing: typeof import('#app/models/booking/concerned.server.ts')
let readStrip: typeof import('#app/models/day-sheet/strip.server.ts').readStrip

/** Each test has a Saturday of its own. */
let day = '2026-11-21'
let now: DateTime
const [party, pizza] = sampleOrder.lines as [OrderLine, OrderLine]

beforeAll(async () => {
	shop = await openTestShop()
	;({ readDay } = await import('#app/models/day-sheet/read.server.ts'))
	;({ noteRead } = await import('#app/models/day-sheet/note-read.server.ts'))
	taken = await import('#app/models/capacity/taken.server.ts')
	closing = await import('#app/models/booking/concerned.server.ts')
	;({ readStrip } = await import('#app/models/day-sheet/strip.server.ts'))
})
beforeEach(() => {
	day = addDays(day, 7)
	now = DateTime.fromISO(`${day}T14:20`, { zone })
})
afterAll(() => shop.close())

type Booked = Partial<Order> & {
	from?: string
	until?: string
	/** The room, from half an hour after the start; null: tickets. */
	room?: string | null
	guests?: number
	productId?: string
}

let made = 0

async function book({
	from = '13:00',
	until = '15:00',
	room = 'mars',
	guests = 10,
	productId = room ? 'kometen-party' : 'ticket-child',
	...change
}: Booked) {
	const id = randomUUID()
	const number = `2026-${String((made += 1)).padStart(6, '0')}`
	const times = { startsAt: instantAt(day, from), endsAt: instantAt(day, until) }
	const lines = [
		{ ...party, ...times, productId, quantity: guests },
		...(room ? [{ ...pizza, quantity: 2, ...times, startsAt: null, endsAt: null }] : []),
	]
	const amounts = lines.map((line) => {
		return { ...line, included: 0, amount: cents(line.quantity * line.unitPrice) }
	})
	const order = { ...sampleOrder, day, party: room ? sampleOrder.party : null, number, ...change }
	const { lines: _lines, ...row } = { ...order, publicId: id, id }
	await shop.admin.insert(orders).values({ ...row, cartId: id, cartVersion: 1 })
	await shop.admin.insert(orderLines).values(amounts.map((line) => ({ ...line, orderId: id })))
	const range = (begin: string) =>
		`[${instantAt(order.day ?? day, begin).toISOString()},${instantAt(order.day ?? day, until).toISOString()})`
	const place = { orderId: id, day: order.day ?? day, state: 'confirmed' as const }
	await shop.admin.insert(allocations).values([
		{
			...place,
			resourceId: 'park',
			units: guests,
			exclusive: false,
			during: range(from),
			blocked: range(from),
		},
		...(room
			? [
					{
						...place,
						resourceId: room,
						units: 1,
						exclusive: true,
						during: range(`${from.slice(0, 3)}30`),
						blocked: range(`${from.slice(0, 3)}30`),
					},
				]
			: []),
	])
	return { ...order, id, number, lines: amounts }
}

async function pay(orderId: string, change: Partial<typeof payments.$inferInsert> = {}) {
	const [payment] = await shop.admin
		.insert(payments)
		.values({
			orderId,
			provider: 'stripe',
			state: 'paid',
			amount: cents(5000),
			paidAmount: cents(5000),
			returnToken: randomUUID(),
			expiresAt: now.plus({ minutes: 25 }).toJSDate(),
			...change,
		})
		.returning()
	if (!payment) throw new Error('no payment')
	return payment
}

test('the sheet of a day lists parties and tickets by time, with rooms, food, rest and how the rest was paid', async () => {
	const mia = await book({
		party: { type: 'birthday', name: 'Mia', contactPerson: null },
		answers: { cake: { label: { de: 'Auf der Torte', en: 'On the cake' }, text: 'Mia, 7' } },
	})
	await book({
		from: '10:00',
		until: '12:00',
		room: null,
		guests: 4,
		onSite: cents(0),
		online: cents(31_520),
	})
	const jonas = await book({ from: '15:00', until: '18:00', room: 'jupiter', guests: 12 })
	const taken = { orderId: jonas.id, amount: cents(22_556), receipt: '1' }
	await shop.admin
		.insert(onSitePayments)
		.values({ ...taken, cashOrCard: 'card', paidAt: instantAt(day, '14:05') })
	await book({ day: addDays(day, 1) })

	const { rows, kitchen, opening } = await readDay(day, null, now)
	expect(opening.hours).toEqual({ opens: '10:00', closes: '20:00' })
	expect(rows.parties).toMatchObject([
		{
			number: mia.number,
			called: 'Mia',
			age: 7,
			phase: 'inHouse',
			guests: 10,
			left: 22_556,
			paid: null,
			rooms: [{ name: { de: 'Partyraum Mars' }, from: instantAt(day, '13:30') }],
			food: [{ productId: 'pizza', quantity: 2 }],
			answers: [{ text: 'Mia, 7' }],
		},
		{
			number: jonas.number,
			phase: 'toCome',
			left: 0,
			paid: { how: 'card', at: instantAt(day, '14:05') },
		},
	])
	expect(rows.tickets).toMatchObject([
		{ called: 'Lovelace', phase: 'over', guests: 4, paid: { how: 'online', at: null }, rooms: [] },
	])
	expect(kitchen).toMatchObject({
		products: [{ productId: 'pizza', quantity: 4 }],
		rows: [
			{ at: instantAt(day, '13:30'), party: { room: { de: 'Partyraum Mars' } }, quantities: [2] },
			{
				at: instantAt(day, '15:30'),
				party: { room: { de: 'Partyraum Jupiter' } },
				quantities: [2],
			},
		],
	})
})

test('N130: the figures agree with the rows, and the strip with both', async () => {
	await book({ from: '10:00', until: '12:00' })
	await book({ from: '13:00', until: '15:00', room: 'venus', guests: 8 })
	await book({ from: '16:00', until: '18:00', room: 'saturn', guests: 9 })
	await book({
		from: '14:00',
		until: '17:00',
		room: null,
		guests: 3,
		onSite: cents(0),
		online: cents(31_520),
	})
	// A round of laser tag alone: its guests do not come into the park.
	const laser = await book({ room: null, productId: 'laser-round', guests: 5 })
	await shop.admin.execute(
		`update allocations set resource_id = 'laser-arena' where order_id = '${laser.id}'`,
	)
	const waiting = await book({ room: null, state: 'pendingPayment' })
	await pay(waiting.id, { state: 'started', paidAmount: null, amount: cents(2580) })

	const { rows, figures } = await readDay(day, null, now)
	const all = [...rows.parties, ...rows.tickets]
	const guests = all.reduce((count, row) => count + row.guests, 0)
	expect(guests).toBe(35)
	expect(figures).toMatchObject({
		guests: { all: guests, toCome: 9 },
		inHouse: 8 + 3 + 5,
		parties: { all: 3, inHouse: 1, toCome: 1 },
		rest: {
			amount: sum(all.map(({ left }) => left)),
			bookings: all.filter(({ left }) => left > 0).length,
		},
		open: { count: 1, amount: 2580, until: now.plus({ minutes: 25 }).toJSDate() },
		free: { places: 250 - 8 - 3 - 10, capacity: 250, nextFull: null },
	})
	const strip = await readStrip(day)
	expect(strip.map(({ opening }) => opening.day)).toEqual(
		Array.from({ length: 9 }, (_, index) => now.plus({ days: index - 1 }).toISODate()),
	)
	expect(strip[1]).toMatchObject({ parties: rows.parties.length, guests })
	expect(strip[2]).toMatchObject({ parties: 0, guests: 0 })
})

test('N131: the list of what is to do names each thing once, the most urgent first, and only today', async () => {
	const leaving = await book({ until: '15:05' })
	await book({ until: '15:06', room: 'venus' })
	const waiting = await book({ room: null, state: 'pendingPayment' })
	await pay(waiting.id, { state: 'started', paidAmount: null })
	// A booking by telephone: its link counts, whether or not a payment was begun.
	const linked = await book({ room: null, state: 'pendingPayment' })
	await shop.admin.execute(
		`update orders set pay_until = '${now.plus({ hours: 2 }).toISO()}' where id = '${linked.id}'`,
	)
	const told = await pay(leaving.id)
	await shop.admin.insert(refunds).values([
		{ paymentId: told.id, amount: cents(100), reason: '-', toldOf: 'refundRefused' },
		{ paymentId: told.id, amount: cents(200), reason: '-' },
		{
			paymentId: told.id,
			amount: cents(300),
			reason: '-',
			toldOf: 'refundDelayed',
			refundedAt: now.toJSDate(),
		},
	])
	const dispute = { provider: 'stripe' as const, paymentId: told.id, amount: cents(400) }
	await shop.admin.insert(disputes).values([
		{ ...dispute, disputeId: 'd1', state: 'open' },
		{ ...dispute, disputeId: 'd2', state: 'won' },
	])
	await shop.admin.execute(`insert into pgboss.job (name, data, state)
		values ('mailConfirmation', '{"orderId": "${leaving.id}"}', 'failed'),
			('mailConfirmation', '{"orderId": "${leaving.id}"}', 'completed'),
			('mailRefund', '{"refundId": "${randomUUID()}"}', 'failed')`)

	const { toDo } = await readDay(day, null, now)
	const { number } = leaving
	expect(toDo).toMatchObject([
		{ kind: 'rest', number, name: 'Byron', left: 22_556, leaves: instantAt(day, '15:05') },
		{ kind: 'paymentEnds', number: waiting.number, amount: 5000 },
		{
			kind: 'paymentEnds',
			number: linked.number,
			amount: linked.online,
			until: now.plus({ hours: 2 }).toJSDate(),
		},
		{ kind: 'letter', number, letter: 'mailConfirmation' },
		{ kind: 'concern', about: 'refund', amount: 100 },
		{ kind: 'concern', about: 'dispute', amount: 400 },
	])
	expect(toDo).toHaveLength(6)
	expect((await readDay(day, null, now.minus({ days: 1 }))).toDo).toEqual([])
})

test('N403: the links that end today are listed for visits of any day, and no others', async () => {
	const linked = async (visit: string, ends: DateTime) => {
		const order = await book({ day: visit, room: null, state: 'pendingPayment' })
		const until = `pay_until = '${ends.toISO()}'`
		await shop.admin.execute(`update orders set ${until} where id = '${order.id}'`)
		return order
	}
	const later = addDays(day, 3)
	const atSix = await linked(later, now.set({ hour: 18, minute: 0 }))
	const first = await linked(later, now.startOf('day'))
	for (const ends of [now.startOf('day').minus(1), now.plus({ days: 1 }).startOf('day')])
		await linked(later, ends)
	const ofToday = await linked(day, now.plus({ hours: 1 }))
	const paid = await linked(later, now.plus({ hours: 2 }))
	await shop.admin.execute(`update orders set state = 'confirmed' where id = '${paid.id}'`)
	const { toDo, figures } = await readDay(day, null, now)
	const ends = toDo.filter(({ kind }) => kind === 'paymentEnds')
	expect(ends).toMatchObject([
		{ number: first.number },
		{ number: ofToday.number },
		{ number: atSix.number, name: 'Lovelace', amount: atSix.online },
	])
	expect(ends).toHaveLength(3)
	expect(figures.open.count).toBe(1)
})

test('N404: a refund that failed is listed until it is paid back by hand, or another one was made', async () => {
	const order = await book({ until: '20:00' })
	const payment = await pay(order.id)
	const [failedAt, createdAt] = [{ hours: 2 }, { hours: 3 }].map((ago) => now.minus(ago).toJSDate())
	const failed = { paymentId: payment.id, reason: '-', providerId: 're_1', failedAt, createdAt }
	const [first] = await shop.admin
		.insert(refunds)
		.values({ ...failed, amount: cents(1500) })
		.returning()
	await shop.admin.insert(refunds).values({ ...failed, providerId: 're_2', amount: cents(900) })
	// The one of 9 EUR was ordered again.
	await shop.admin
		.insert(refunds)
		.values({ paymentId: payment.id, reason: '-', amount: cents(900), createdAt: now.toJSDate() })
	const listed = async () =>
		(await readDay(day, null, now)).toDo.filter((it) => it.number === order.number)
	expect(await listed()).toEqual([
		{ kind: 'concern', about: 'refund', number: order.number, name: 'Byron', amount: 1500 },
	])
	await shop.admin
		.update(refunds)
		.set({ refundedAt: now.toJSDate(), failedAt: null, providerId: null })
		.where(eq(refunds.id, first?.id ?? ''))
	expect(await listed()).toEqual([])
})

test('N338: the newest letters that were given up are named, however many older ones wait', async () => {
	const [old, fresh] = [await book({}), await book({ room: 'venus' })]
	await shop.admin.execute(`insert into pgboss.job (name, data, state, created_on)
		select 'mailConfirmation', '{"orderId": "${old.id}"}', 'failed', now() - interval '20 days'
		from generate_series(1, 20)`)
	await shop.admin.execute(`insert into pgboss.job (name, data, state)
		values ('mailConfirmation', '{"orderId": "${fresh.id}"}', 'failed')`)
	const { toDo } = await readDay(day, null, now)
	const letters = toDo.filter(({ kind }) => kind === 'letter')
	expect(letters).toHaveLength(20)
	expect(letters[0]).toMatchObject({ number: fresh.number })
})

test('N132: changes since the morning, newest first, with who made them; a booking that left the day too', async () => {
	const at = (time: string) => instantAt(day, time)
	const event = (orderId: string, who: string, what: string, time: string) =>
		shop.admin.insert(orderEvents).values({ orderId, who, what, at: at(time) })
	const frieda = await book({ party: { type: 'birthday', name: 'Frieda', contactPerson: null } })
	const before = contentOf(frieda, [])
	const after = {
		...before,
		lines: before.lines.map((line) => (line.position === 1 ? { ...line, quantity: 12 } : line)),
	}
	const kept = (orderId: string, number: number, content: typeof before) => ({
		orderId,
		number,
		actor: 'customer',
		content,
		madeAt: at('09:12'),
	})
	await shop.admin
		.insert(orderRevisions)
		.values([kept(frieda.id, 1, before), kept(frieda.id, 2, after), kept(frieda.id, 3, after)])
	await event(frieda.id, 'visitor', 'placed', '07:00')
	await event(frieda.id, 'shop', 'confirmed', '07:01')
	await event(frieda.id, 'staff:jana', 'changed: revision 2', '09:12')
	await event(frieda.id, 'shop', 'mailed revision', '09:13')
	await event(frieda.id, 'customer', 'changed: revision 3', '11:40')
	const gone = await book({ day: addDays(day, 1) })
	const elsewhere = contentOf({ ...gone, day }, [])
	await shop.admin
		.insert(orderRevisions)
		.values([kept(gone.id, 1, elsewhere), kept(gone.id, 2, { ...elsewhere, day: addDays(day, 1) })])
	await event(gone.id, 'operator', 'moved: revision 2', '12:00')
	const added = await book({ room: null })
	await event(added.id, 'visitor', 'placed', '12:30')
	await event(added.id, 'shop', 'confirmed', '12:31')
	const roth = await book({ state: 'cancelled', room: null })
	await event(roth.id, 'customer', 'cancelled, 500 kept', '13:20')
	const never = await book({ state: 'expired', confirmedAt: null, room: null })
	await event(never.id, 'shop', 'cancelled', '13:25')

	const { changes, since } = await readDay(day, null, now)
	expect(since).toEqual(at('08:00'))
	expect(changes).toMatchObject([
		{ kind: 'cancelled', name: 'Lovelace', who: 'customer', at: at('13:20') },
		{ kind: 'new', number: added.number, who: 'visitor' },
		{ kind: 'movedAway', day: addDays(day, 1), who: 'operator' },
		{ kind: 'texts', name: 'Frieda', who: 'customer' },
		{ kind: 'changed', name: 'Frieda', who: 'staff:jana', pieces: [{ before: 10, after: 12 }] },
	])
	expect(changes).toHaveLength(5)
	const [jana, tarik] = await shop.admin
		.insert(staff)
		.values([
			{ name: 'Jana', level: 'shift', locale: 'de-DE' },
			{ name: 'Tarik', level: 'shift', locale: 'de-DE' },
		])
		.returning()
	if (!jana || !tarik) throw new Error('nobody')
	const [, second] = changes
	await noteRead(jana.id, day, second?.id ?? 0)
	await noteRead(jana.id, day, 1)
	const isRead = async (reader: string) =>
		(await readDay(day, reader, now)).changes.map((change) => change.isRead)
	expect(await isRead(jana.id)).toEqual([false, true, true, true, true])
	expect(await isRead(tarik.id)).toEqual([false, false, false, false, false])
	const next = await readDay(addDays(day, 1), null, now)
	expect(next.changes).toMatchObject([{ kind: 'movedHere', day, number: gone.number }])
})

test('N133: a day takes six statements and the strip one, whatever the number of bookings', async () => {
	await book({})
	const few = await countRoundTrips(() => Promise.all([readDay(day, null, now), readStrip(day)]))
	for (let index = 0; index < 30; index += 1) await book({ room: null, guests: 2 })
	const many = await countRoundTrips(() => Promise.all([readDay(day, null, now), readStrip(day)]))
	expect(few.statements).toBe(7)
	expect(many.statements).toBe(7)
})

test('N180: rooms, day and closing count the guests of a booking by one rule', async () => {
	await book({ guests: 10 })
	await book({ room: 'venus', guests: 8, productId: 'room-venus' })
	const alone = await book({ room: 'jupiter', guests: 1, productId: 'room-jupiter' })
	await raw(shop.admin, `delete from allocations where order_id = $1 and resource_id = 'park'`, [
		alone.id,
	])
	const { rows } = await readDay(day, null, now)
	const byDay = new Map(rows.parties.map(({ id, guests }) => [id, guests]))
	expect([...byDay.values()].toSorted((one, other) => one - other)).toEqual([0, 8, 10])
	expect(guestsByOrder(shop.venue, await taken.listTakenPlaces(day))).toEqual(byDay)
	const { bookings } = await closing.findConcerned(day, null)
	expect(new Map(bookings.map(({ orderId, guests }) => [orderId, guests]))).toEqual(byDay)
})
