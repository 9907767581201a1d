import { randomUUID } from 'node:crypto'

import { DateTime } from 'luxon'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import type { AskedBlock } from '#app/models/capacity/block.server.ts'
import type { Wish } from '#app/models/cart/cart.ts'
import { addDays, instantAt } from '#app/models/venue/day.ts'
import { emptyTables } from '#testing/emptied.ts'
import { meetAtGate } from '#testing/gate.ts'
import { openPayingShop } from '#testing/paying-shop.ts'
import { visitDay } from '#testing/visit-day.ts'

// Faults L6: a block over a booking, a booking over a block, both at once. N141 to N143.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let model: typeof import('#app/models/capacity/block.server.ts')
let series: typeof import('#app/models/capacity/block-series.server.ts')
let carts: typeof import('#app/models/cart/change.server.ts')
let loads: typeof import('#app/models/capacity/loads.server.ts')
let visits: typeof import('#app/models/order/visits.server.ts')

const now = () => DateTime.utc()
const room = { productId: 'room-mercury', quantity: 1, duration: 90 } as const
const asked = {
	resourceId: 'mercury',
	day: visitDay,
	from: '14:00',
	until: '16:00',
	reason: 'Schloss klemmt',
}
const by = { actor: 'staff:1', device: 'Tablet Eingang' } as const
const nextWeeks = (count: number) => addDays(visitDay, 7 * count)

beforeAll(async () => {
	shop = await openPayingShop()
	model = await import('#app/models/capacity/block.server.ts')
	series = await import('#app/models/capacity/block-series.server.ts')
	carts = await import('#app/models/cart/change.server.ts')
	loads = await import('#app/models/capacity/loads.server.ts')
	visits = await import('#app/models/order/visits.server.ts')
})
afterAll(() => shop.close())
beforeEach(() => shop.clear())
afterEach(async (context) => {
	if (context.task.name.includes('negative control')) return
	expect((await audit(shop.admin)).filter(({ broken }) => broken.length > 0)).toEqual([])
})

function add(wish: Partial<Wish> = {}, venue = shop.venue) {
	const whole = { ...room, day: visitDay, time: '14:00', parentId: null, ...wish }
	const visitor = { venue, now: now(), addressHash: null }
	return carts.addToCart({ id: null, version: 0, day: null }, whole, visitor)
}

async function block(more: Partial<AskedBlock> = {}) {
	const made = await model.blockPlaces({ ...asked, ...more }, by, now())
	if (!made.ok) throw new Error(made.message.key)
	return made.value
}

async function liveRooms(): Promise<number> {
	const [row] = await raw(
		shop.admin,
		`select count(*)::int as live from allocations
		where resource_id = 'mercury' and state in ('held', 'pending', 'confirmed')`,
	)
	return Number(row?.['live'])
}

test('a block over a booking is refused with its name, and the block after it is made', async () => {
	const left = await shop.leave('stripe', undefined, room)
	await shop.paid(left)
	const refused = await model.blockPlaces({ ...asked, from: '15:00', until: '17:00' }, by, now())
	const [order] = await raw(shop.admin, 'select number from orders')
	expect(refused).toMatchObject({
		ok: false,
		message: {
			key: 'errors.desk.blockOverBooking',
			values: { names: expect.stringContaining(String(order?.['number'])) },
		},
		hits: [{ holder: { kind: 'order', orderId: left.orderId } }],
	})
	await block({ from: '16:00', until: '18:00' })
	expect(await visits.listVisits(visitDay)).toHaveLength(1)
})

test('an order that is being paid and a hold in a cart are in its way, too', async () => {
	await shop.leave('stripe', undefined, room)
	expect(await model.blockPlaces(asked, by, now())).toMatchObject({
		message: { key: 'errors.desk.blockOverBooking' },
	})
	await shop.clear()
	await add()
	expect(await model.blockPlaces(asked, by, now())).toMatchObject({
		message: { key: 'errors.desk.blockOverHold' },
	})
	await raw(shop.admin, `update allocations set expires_at = now() - interval '1 second'`)
	expect(await model.blockPlaces(asked, by, now())).toMatchObject({ ok: true })
})

test('a booking over a block is refused, and its place is free once the block is lifted', async () => {
	const before = await loads.listLoadsByDay(visitDay, visitDay)
	const made = await block()
	expect(await loads.isCurrentVersion(before.daysVersion)).toBe(false)
	expect(await add()).toMatchObject({ ok: false })
	expect(await add({ time: '16:00' })).toMatchObject({ ok: true })
	expect(await model.listBlocks(visitDay)).toMatchObject([{ id: made.id, reason: asked.reason }])

	expect(await model.liftBlock(made.id, { ...by, actor: 'staff:2' })).toMatchObject({
		ok: true,
		value: { endedBy: 'staff:2' },
	})
	expect(await model.liftBlock(made.id, { ...by, actor: 'staff:2' })).toMatchObject({
		message: { key: 'errors.desk.blockLifted' },
	})
	expect(await add()).toMatchObject({ ok: true })
	expect(await model.listBlocks(visitDay)).toEqual([])
})

test('part of a zone is blocked: the rest is sold, and not one place more', async () => {
	const tickets = { productId: 'laser-round', duration: null, time: '14:00' }
	await block({ resourceId: 'laser-arena', units: 8, from: '13:00', until: '16:00' })
	expect(await add({ ...tickets, quantity: 5 })).toMatchObject({ ok: false })
	expect(await add({ ...tickets, quantity: 4 })).toMatchObject({ ok: true })
	expect(
		await model.blockPlaces({ ...asked, resourceId: 'laser-arena', units: 1 }, by, now()),
	).toMatchObject({ message: { key: 'errors.desk.blockOverHold' } })
})

test.each([
	['desk.noSuchRoom', { resourceId: 'pluto' }],
	['desk.blockTime', { from: '16:00', until: '14:00' }],
	['desk.blockTime', { from: '14:02' }],
	['desk.blockTime', { day: '2026-01-01' }],
	['desk.blockTooLarge', { resourceId: 'park', units: 251 }],
])('%s is said of %j', async (code, more) => {
	expect(await model.blockPlaces({ ...asked, ...more }, by, now())).toMatchObject({
		message: { key: `errors.${code}` },
	})
})

const zone = { ...asked, resourceId: 'park', units: 20 }

async function blockedPlaces(): Promise<number> {
	const blocks = await model.listBlocks(visitDay)
	return blocks.reduce((sum, { units }) => sum + units, 0)
}

test('N335: a form that is sent eight times at once blocks once, and each answer names that block', async () => {
	const wish = { ...zone, form: randomUUID() }
	const answers = await Promise.all(
		Array.from({ length: 8 }, () => model.blockPlaces(wish, by, now())),
	)
	expect(answers.every(({ ok }) => ok)).toBe(true)
	const ids = new Set(answers.map((it) => it.ok && it.value.id))
	expect(ids.size).toBe(1)
	expect(
		[...ids].every((id) => z.uuid().safeParse(id).success),
		'it can be lifted',
	).toBe(true)
	expect(await blockedPlaces()).toBe(20)
	const weekly = { ...wish, repeat: { every: 'week' as const, last: nextWeeks(2) } }
	for (let presses = 0; presses < 2; presses += 1)
		expect(await model.blockPlaces(weekly, by, now())).toMatchObject({ value: { days: 3 } })
	expect(await blockedPlaces(), 'other content is another block').toBe(20 + 3 * 20)
})

test('N335, negative control: two forms with the same content block twice', async () => {
	for (const form of [randomUUID(), randomUUID()])
		expect(await model.blockPlaces({ ...zone, form }, by, now())).toMatchObject({ ok: true })
	expect(await blockedPlaces()).toBe(40)
})

test('L6: 64 blocks, liftings and carts at once fight for one room: one has it at a time', async () => {
	const first = await block({ from: '18:00', until: '19:00' })
	const outcomes = await Promise.all(
		Array.from({ length: 64 }, async (_, index) => {
			if (index % 16 === 15) return model.liftBlock(first.id, by)
			return index % 2 === 0 ? model.blockPlaces(asked, by, now()) : add()
		}),
	)
	const granted = outcomes.filter(({ ok }) => ok)
	// The lifting, and one of those who wanted the room.
	expect(granted).toHaveLength(2)
	expect(await liveRooms()).toBe(1)
	const keys = new Set(outcomes.flatMap((it) => (it.ok ? [] : it.message.key)))
	const known = new Set([
		'errors.desk.blockOverHold',
		'errors.desk.blockOverBlock',
		'errors.desk.blockLifted',
		'errors.chooseOtherPeriod',
		'errors.noFreePlaces',
	])
	expect([...keys].filter((key) => !known.has(key))).toEqual([])
})

/** The time after `visitDay`, on which the venue is open until midnight; a room's cleaning goes on for ten minutes. */
const nextMorning = { ...asked, day: addDays(visitDay, 1), from: '00:00', until: '12:00' }
const untilMidnight = { time: '22:30', duration: 90 } as const

async function openUntilMidnight() {
	const closings = await import('#app/models/booking/close-day.server.ts')
	const hours = { opens: '10:00', closes: '24:00' }
	const label = { de: 'lang', en: 'late' }
	const longer = { hours, label, reason: 'Silvester', words: null, seen: null, fates: {} }
	expect(await closings.closeDay({ ...longer, day: visitDay }, by, now())).toMatchObject({
		ok: true,
	})
	return (await import('#app/models/venue/current.server.ts')).currentVenue()
}

test('N351: a block from midnight on is refused over the cleaning of the day before, and fits after it', async () => {
	const venue = await openUntilMidnight()
	expect(await add(untilMidnight, venue)).toMatchObject({ ok: true })
	expect(await model.blockPlaces(nextMorning, by, now())).toMatchObject({
		message: { key: 'errors.desk.blockOverHold' },
		hits: [{ resourceId: 'mercury' }],
	})
	const after = { ...nextMorning, from: '00:10' }
	expect(await model.blockPlaces(after, by, now())).toMatchObject({ ok: true })
	expect(await liveRooms()).toBe(2)
})

test('N351: a visitor gets another room than the one that is blocked from midnight on', async () => {
	const venue = await openUntilMidnight()
	const party = { productId: 'kometen-party', quantity: 8, time: '22:00', duration: null }
	await block(nextMorning)
	expect(await add(untilMidnight, venue)).toMatchObject({
		message: { key: 'errors.chooseOtherPeriod' },
	})
	expect(await add(party, venue)).toMatchObject({ ok: true })
	const rooms = await raw(
		shop.admin,
		`select resource_id from allocations where state = 'held' and exclusive`,
	)
	expect(rooms).toEqual([{ resource_id: 'venus' }])
	expect(await add({ ...untilMidnight, time: '22:00' }, venue)).toMatchObject({ ok: true })
})

test('N374: the last time of a day is not free whose only room is blocked or booked from midnight on', async () => {
	const venue = await openUntilMidnight()
	const { listLoadsAround } = await import('#app/models/capacity/loads-around.server.ts')
	const { placesLeft } = await import('#app/models/capacity/claim.ts')
	const product = venue.products.find(({ id }) => id === room.productId)
	if (!product) throw new Error(room.productId)
	const leftFrom = async (time: string) => {
		const range = { first: visitDay, last: visitDay }
		const { byDay, daysVersion } = await listLoadsAround(venue, range)
		const from = instantAt(visitDay, time).getTime()
		const booked = { from, until: from + room.duration * 60_000 }
		const seen = { booked, loads: byDay.get(visitDay) ?? [], limit: 1 }
		return { left: placesLeft(venue, product, seen), daysVersion }
	}
	const before = await leftFrom('22:30')
	expect(before.left).toBe(1)
	const { id } = await block(nextMorning)
	expect(await loads.isCurrentVersion(before.daysVersion)).toBe(false)
	expect(await leftFrom('22:30')).toMatchObject({ left: 0 })
	expect(await leftFrom('22:15')).toMatchObject({ left: 1 })
	await model.liftBlock(id, by)
	await block({ ...nextMorning, from: '00:10' })
	expect(await leftFrom('22:30')).toMatchObject({ left: 1 })
})

test('N351: a place that only the database’s guard of rooms knows counts as taken', async () => {
	const venue = await openUntilMidnight()
	expect(await add(untilMidnight, venue)).toMatchObject({ ok: true })
	// The hold has run out, and its end is not written down yet.
	await raw(shop.admin, `update allocations set expires_at = now() - interval '1 second'`)
	expect(await model.blockPlaces(nextMorning, by, now())).toMatchObject({
		message: { key: 'errors.noFreePlaces' },
	})
})

test('N408: every block is listed, those made at once as one with their number, however many days they are on', async () => {
	const repeat = { every: 'day' as const, last: addDays(visitDay, 59) }
	for (const hour of [10, 11, 12, 13])
		await block({ from: `${hour}:00`, until: `${hour + 1}:00`, repeat })
	const alone = await block({ day: addDays(visitDay, 90) })
	const [first, ...others] = await series.listBlockSeries(visitDay)
	expect(first).toMatchObject({ day: visitDay, later: 59, last: addDays(visitDay, 59) })
	expect(others.map(({ later }) => later)).toEqual([59, 59, 59, 0])
	expect(others.at(-1)).toMatchObject({ id: alone.id, last: alone.day })
	expect(await model.listBlocks(visitDay)).toHaveLength(241)
	await model.liftBlock(first?.id ?? '', by)
	const [next] = await series.listBlockSeries(visitDay)
	expect(next).toMatchObject({ day: visitDay, later: 59 })
	const left = await series.listBlockSeries(addDays(visitDay, 1))
	expect(left.map(({ later }) => later)).toEqual([58, 58, 58, 58, 0])
})

test('L6, negative control: without the lock of the day and the guards, a block and a cart share the room', async () => {
	await raw(
		shop.admin,
		`create function no_row() returns trigger language plpgsql as 'begin return null; end';
		create trigger no_days before insert on days for each row execute function no_row();
		alter table allocations drop constraint allocations_exclusive`,
	)
	await emptyTables(shop.admin, 'days')
	// Both have looked before one of them writes.
	const beforeWriting = { before: 'insert on allocations for each row', many: 2 }
	const outcomes = await meetAtGate(beforeWriting, () =>
		Promise.all([model.blockPlaces(asked, by, now()), add()]),
	)
	expect(outcomes).toMatchObject([{ ok: true }, { ok: true }])
	const broken = (await audit(shop.admin)).filter((it) => it.broken.length > 0)
	expect(broken.map(({ id }) => id)).toContain('I20')
})

test('N185: a block comes again each week on all of its days at once, or on none', async () => {
	await emptyTables(shop.admin, 'counters')
	const left = await shop.leave('stripe', undefined, { ...room, day: nextWeeks(1) })
	await shop.paid(left)
	const weekly = { ...asked, repeat: { every: 'week' as const, last: nextWeeks(2) } }
	const refused = await model.blockPlaces(weekly, by, now())
	expect(refused).toMatchObject({
		message: {
			key: 'errors.desk.blockOnSome',
			values: { taken: expect.stringContaining(`${nextWeeks(1)}: `) },
		},
	})
	expect(await model.listBlocks(visitDay)).toEqual([])
	const made = await model.blockPlaces({ ...weekly, leavesOut: true }, by, now())
	expect(made).toMatchObject({ ok: true, value: { day: visitDay, days: 2 } })
	const days = async () => (await model.listBlocks(visitDay)).map(({ day }) => day)
	expect(await days()).toEqual([visitDay, nextWeeks(2)])
	const other = await block({ from: '18:00', until: '19:00' })
	const [first] = await model.listBlocks(visitDay)
	await model.liftBlock(first?.id ?? '', by, { andLater: true })
	expect(await model.listBlocks(visitDay)).toMatchObject([{ id: other.id }])
})

test.each([
	['the last day comes before the first', addDays(visitDay, -1)],
	['there are too many days', addDays(visitDay, 60)],
])('N185: refused when %s', async (_, last) => {
	const daily = { ...asked, repeat: { every: 'day' as const, last } }
	expect(await model.blockPlaces(daily, by, now())).toMatchObject({
		message: { key: 'errors.desk.blockRepeat', values: { days: 60 } },
	})
})
