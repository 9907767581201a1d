import { expect, test } from '@playwright/test'

import { auditAt } from '#app/db/audit.server.ts'
import { startServer } from '#scripts/shop/shop.ts'
import { meetAtGate } from '#testing/gate.ts'

import { checkRevision, leave, order, pay, readyToOrder, sessionOf } from './funnel.ts'
import { newPatientVisitor } from './insist.ts'
import { openOwnShop } from './own-shop.ts'
import { type Answer, type Fields, newVisitor, type Visitor } from './visitor.ts'

// Many visitors at once, over HTTP and two server processes on one database.
test.describe.configure({ mode: 'serial' })

let shop: Awaited<ReturnType<typeof openOwnShop>>
let second: Awaited<ReturnType<typeof startServer>>
let day: string

test.beforeAll(async () => {
	shop = await openOwnShop({
		'catalogue.yaml': [
			['capacity: 250', 'capacity: 40'],
			['quantity: { min: 10, max: 60 }', 'quantity: { min: 10, max: 40 }'],
		],
		'venue.yaml': [
			['cartsPerAddress: 30', 'cartsPerAddress: 100000'],
			['newCartsPerAddress: 100', 'newCartsPerAddress: 1000000'],
			['exclusivePerAddress: 9', 'exclusivePerAddress: 1000000'],
			['placesPerAddress: 80', 'placesPerAddress: 1000000'],
		],
	})
	second = await startServer({ env: shop.env, output: 'ignore' })
})
test.afterAll(async () => {
	await second?.stop()
	await shop?.close()
})
test.beforeEach(async () => {
	day = await shop.claimDay('weekend')
})

const wish = (fields: Record<string, string | number>) => ({
	intent: 'add',
	version: 0,
	day,
	time: '14:00',
	duration: 120,
	returnTo: '/',
	...fields,
})
const ticket = (quantity: number) => wish({ product: 'ticket-adult', quantity })
/** A place in a round of laser tag, which has twelve. */
const round = () => wish({ product: 'laser-round', quantity: 1 })
const room = (time = '14:00') => wish({ product: 'room-venus', quantity: 1, time })

/** Sends so many visitors who all want something at the same moment, half of them to each process. */
function allAtOnce(
	many: number,
	wanted: (index: number) => ReturnType<typeof wish>,
): Promise<Answer[]> {
	return Promise.all(
		Array.from({ length: many }, (_, index) =>
			newPatientVisitor(index % 2 ? second.url : shop.url).post('/cart', wanted(index)),
		),
	)
}

async function unitsOf(resource: string): Promise<number> {
	const [row] = await shop.sql`
		select coalesce(max(load), 0)::int as peak from (
			select sum(delta) over (order by at, delta) as load from (
				select lower(blocked) as at, units as delta from allocations
				where day = ${day} and resource_id = ${resource} and state in ('held', 'pending', 'confirmed')
				union all
				select upper(blocked), -units from allocations
				where day = ${day} and resource_id = ${resource} and state in ('held', 'pending', 'confirmed')
			) changes
		) loads`
	return row?.['peak'] ?? 0
}

const gotIt = (answers: Answer[]) => answers.filter((answer) => answer.status === 303)
const refused = (answers: Answer[], sentence: string) =>
	answers.filter((answer) => answer.status === 422 && answer.text.includes(sentence))
const slowest = (answers: Answer[]) => Math.round(Math.max(...answers.map((answer) => answer.ms)))

test('A1: 64 at once for the last place: one gets it, 63 read that nothing is free', async () => {
	expect(gotIt([await newVisitor(shop.url).post('/cart', ticket(39))])).toHaveLength(1)
	const answers = await allAtOnce(64, () => ticket(1))
	expect(gotIt(answers)).toHaveLength(1)
	expect(refused(answers, 'Keine freien Plätze')).toHaveLength(63)
	expect(await unitsOf('park')).toBe(40)
	console.log(`A1: slowest answer ${slowest(answers)} ms`)
})

test('A4: the same room at overlapping times: one gets it, the other reads to choose another time', async () => {
	const answers = await allAtOnce(16, (index) => room(index % 2 ? '14:00' : '15:00'))
	expect(gotIt(answers)).toHaveLength(1)
	expect(refused(answers, 'Bitte wählen Sie einen anderen Zeitraum')).toHaveLength(15)
	expect(await unitsOf('venus')).toBe(1)
})

test('A6: the last birthday table is gone: nothing of the line is held', async () => {
	const answers = await allAtOnce(12, () => wish({ product: 'cake-table', quantity: 1 }))
	expect(gotIt(answers)).toHaveLength(3)
	expect(await unitsOf('cake-tables')).toBe(3)
})

test('A3: 200 with mixed quantities for 40 places: never more than 40, and every place is given', async () => {
	const answers = await allAtOnce(200, (index) => ticket(1 + (index % 3)))
	expect(await unitsOf('park')).toBe(40)
	expect(gotIt(answers).length + refused(answers, 'Keine freien Plätze').length).toBe(200)
	console.log(
		`A3: ${gotIt(answers).length} of 200 got places, slowest answer ${slowest(answers)} ms`,
	)
})

type Booked = { id: string; day: string; visitors: Visitor[] }

/** Books a place in a round; `visitors` are the same session at each of the processes. */
async function bookRound(on: string): Promise<Booked> {
	const { visitor, version } = await readyToOrder(shop.url, on, 1, { product: 'laser-round' })
	const provider = await leave(visitor, await order(visitor, version))
	await pay(provider)
	const find = () => shop.sql`
		select public_id from orders join payments on order_id = orders.id
		where provider_id = ${sessionOf(provider)} and orders.state = 'confirmed'`
	await expect.poll(async () => (await find()).length).toBe(1)
	const visitors = [shop.url, second.url].map(newPatientVisitor)
	for (const { cookies } of visitors)
		visitor.cookies.forEach((value, name) => cookies.set(name, value))
	return { id: String((await find())[0]?.['public_id']), day: on, visitors }
}

/** Opens the check page of a change or a move at one of the processes; returns the press of its button. */
async function readyTo({ id, visitors }: Booked, server: number, verb: string, asked: Fields) {
	const [page, visitor] = [`/booking/${id}/${verb}`, visitors[server] ?? newVisitor('')]
	const { fields } = await checkRevision(visitor, page, { revision: 1, ...asked })
	return () => visitor.post(page, fields)
}

test('K2: changes, moves and carts at both processes at once for the last places: each is given, and none twice', async () => {
	const elsewhere = await shop.claimDay('any')
	const bookings: Booked[] = []
	for (const on of [day, day, day, elsewhere, elsewhere]) bookings.push(await bookRound(on))
	const wishes = bookings.flatMap((booking, index) =>
		booking.day === day
			? [2, 3].map((units, server) => ({
					id: booking.id,
					made: { revision: 2, day, units },
					ready: readyTo(booking, server, 'change', { 'lines.1': units }),
				}))
			: {
					id: booking.id,
					made: { revision: 2, day, units: 1 },
					ready: readyTo(booking, index % 2, 'move', { day, time: '14:00' }),
				},
	)
	const buttons = await Promise.all(wishes.map(({ ready }) => ready))
	// Nine places are free; five carts want one each, each booking one or two, and none gives a place back. So all are
	// given, four or more of them to bookings.
	const [answers, carts] = await Promise.all([
		Promise.all(buttons.map((press) => press())),
		allAtOnce(5, round),
	])
	for (const { status } of [...answers, ...carts]) expect([303, 422]).toContain(status)
	expect(await unitsOf('laser-arena')).toBe(12)
	for (const { id, ...booked } of bookings) {
		const [made, ...more] = wishes.filter(
			(wanted, index) => wanted.id === id && answers[index]?.status === 303,
		)
		expect(more).toEqual([])
		const rows = await shop.sql`
			select revision, orders.day::text, sum(units)::int as units
			from orders join allocations on order_id = orders.id and allocations.state = 'confirmed'
			where public_id = ${id} group by orders.id`
		expect(rows).toEqual([made?.made ?? { revision: 1, day: booked.day, units: 1 }])
	}
	expect(refused(await allAtOnce(2, round), 'anderen Zeitraum')).toHaveLength(2)
	const findings = await auditAt(shop.databaseUrl)
	expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([])
})

test('A2: without the lock of the day and the guards of the database, the same contests oversell @faults', async () => {
	// The lock is a row; a trigger that drops the row leaves nothing to lock. The application is unchanged.
	await shop.sql.unsafe(`
		create function no_row() returns trigger language plpgsql as 'begin return null; end';
		create trigger no_days before insert on days for each row execute function no_row();
		delete from days;
		drop trigger allocations_zone_peak_insert on allocations;
		drop trigger allocations_zone_peak_update on allocations;
		alter table allocations drop constraint allocations_exclusive;
	`)
	// As many as are too many have looked before one of them writes: 3 × 15 places of 40, then two of one room.
	const beforeWriting = { before: 'insert on allocations for each row', url: shop.databaseUrl }
	await meetAtGate({ ...beforeWriting, many: 3 }, () => allAtOnce(64, () => ticket(15)))
	expect(await unitsOf('park')).toBeGreaterThan(40)
	await meetAtGate({ ...beforeWriting, many: 2 }, () => allAtOnce(64, () => room()))
	expect(await unitsOf('venus')).toBeGreaterThan(1)
})
