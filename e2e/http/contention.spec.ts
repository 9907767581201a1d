import { expect, test } from '@playwright/test'

import { startServer } from '#scripts/shop/shop.ts'
import { meetAtGate } from '#testing/gate.ts'

import { newPatientVisitor } from './insist.ts'
import { openOwnShop } from './own-shop.ts'
import { type Answer, newVisitor } from './visitor.ts'

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
