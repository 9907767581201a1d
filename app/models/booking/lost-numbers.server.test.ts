import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { connect, type Database, raw } from '#app/db/connect.server.ts'
import { prepareQueues } from '#app/db/queue.server.ts'
import type { Visitor } from '#app/models/cart/cart.ts'
import { ada } from '#testing/ada.ts'
import { openDatabaseWithStandby } from '#testing/standby.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { visitDay, visiting } from '#testing/visit-day.ts'

// Numbers given out before the database lost its last commits are never given out again (faults J7, I21).

let database: Awaited<ReturnType<typeof openDatabaseWithStandby>>
let shop: Awaited<ReturnType<typeof openTestShop>>
let carts: typeof import('#app/models/cart/change.server.ts') &
	typeof import('#app/models/cart/details.server.ts')
let booking: typeof import('#app/models/booking/place.server.ts')
let invoices: typeof import('#app/models/invoice/issue.server.ts')
let numbers: typeof import('#app/db/numbers.server.ts')
let loads: typeof import('#app/models/capacity/loads.server.ts')
let watching: typeof import('#app/models/operator/watch.server.ts')
let visitor: Visitor
let directory: string

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), 'raumzeit-numbers-'))
	database = await openDatabaseWithStandby()
	const queues = connect(database.url)
	await prepareQueues(queues)
	await queues.close()
	shop = await openTestShop({ url: database.url, drop: database.drop })
	carts = {
		...(await import('#app/models/cart/change.server.ts')),
		...(await import('#app/models/cart/details.server.ts')),
	}
	booking = await import('#app/models/booking/place.server.ts')
	invoices = await import('#app/models/invoice/issue.server.ts')
	numbers = await import('#app/db/numbers.server.ts')
	loads = await import('#app/models/capacity/loads.server.ts')
	watching = await import('#app/models/operator/watch.server.ts')
	visitor = { venue: shop.venue, now: visiting, addressHash: null }
})
afterAll(async () => {
	await shop?.close()
	await rm(directory, { recursive: true, force: true })
})

const now = DateTime.utc()
const year = now.setZone('Europe/Berlin').year
const given = new Set<string>()

/** Places an order and issues its invoice; returns the numbers and names that leave the shop. */
async function order(): Promise<string[]> {
	const wish = { productId: 'gift-50-post', quantity: 1, day: null, time: null, duration: null }
	const added = await carts.addToCart(
		{ id: null, version: 0, day: null },
		{ ...wish, parentId: null },
		visitor,
	)
	if (!added.ok) throw new Error(added.message.key)
	const saved = await carts.saveDetails(added.value.id, { person: ada, party: null })
	if (!saved.ok) throw new Error(saved.message.key)
	const placed = await booking.placeOrder(
		{ id: added.value.id, version: saved.value.version, day: null },
		{ venue: shop.venue, locale: 'de-DE', provider: 'stripe', now },
	)
	if (!placed.ok) throw new Error(placed.message.key)
	const { id, publicId } = placed.value
	await raw(
		shop.db,
		`update payments set state = 'paid', paid_amount = amount, settled_at = now(), capture_id = id::text
		where order_id = '${id}';
		update orders set state = 'confirmed', confirmed_at = now() - interval '2 days' where id = '${id}'`,
	)
	const [invoice] = await invoices.issueInvoices(id, now)
	const [row] = await raw(shop.db, 'select number from orders where id = $1', [id])
	return [String(row?.['number']), invoice?.number ?? '', publicId]
}

async function giveOut(count: number): Promise<void> {
	for (let turn = 0; turn < count; turn += 1) for (const name of await order()) given.add(name)
}

/** Places `count` orders at once and expects that none of their numbers was given out before. */
async function giveOutAfterLoss(count: number): Promise<void> {
	const fresh = (await Promise.all(Array.from({ length: count }, () => order()))).flat()
	expect(fresh.filter((name) => given.has(name))).toEqual([])
	expect(new Set(fresh).size).toBe(3 * count)
	for (const name of fresh) given.add(name)
}

/** The numbers that would come next if nothing kept the old ones. */
async function nextUnkept(): Promise<string[]> {
	const names: string[] = []
	await expect(
		shop.admin.transaction(async (tx) => {
			await raw(tx, 'alter table counters disable trigger user')
			const rows = await raw(
				tx,
				'update counters set value = value + 1 returning name, lpad(value::text, 6, $1) as value',
				['0'],
			)
			for (const { name, value } of rows)
				names.push(`${name === `order-${year}` ? '' : 'RE-'}${year}-${value}`)
			throw new Error('rolled back')
		}),
	).rejects.toThrow('rolled back')
	return names
}

/** Expects that the audit finds no missing number and lists `count` numbers left out. */
async function expectGaps(database: Database, count: number): Promise<void> {
	const findings = (await audit(database)).filter(({ id }) => id === 'I10' || id === 'I13')
	expect(findings.map(({ broken }) => broken)).toEqual([[], []])
	for (const { leftOut } of findings) expect(leftOut).toHaveLength(count)
}

test('a standby that was behind takes over: no number, name or version of a day comes again', async () => {
	await giveOut(2)
	await expectGaps(shop.db, 0)
	await database.stopFollowing()
	await giveOut(3)
	const lost = (await loads.listLoadsByDay(visitDay, visitDay)).daysVersion
	expect(await loads.isCurrentVersion(lost)).toBe(true)

	await database.loseThePrimary()
	expect(await loads.isCurrentVersion(lost), 'read from a standby').toBe(false)
	await database.promote()
	const { version, life } = (await loads.listLoadsByDay(visitDay, visitDay)).daysVersion
	expect(version, 'the version came again').toBe(lost.version)
	expect(await loads.isCurrentVersion(lost)).toBe(false)
	expect(await loads.isCurrentVersion({ ...lost, life }), 'negative control').toBe(true)

	const unkept = await nextUnkept()
	expect(
		unkept.filter((name) => given.has(name)),
		'negative control',
	).toEqual(unkept)
	await Promise.all([
		giveOutAfterLoss(6),
		...Array.from({ length: 4 }, () => numbers.leaveOutLost(shop.db)),
	])
	await expectGaps(shop.db, 1)
	await giveOutAfterLoss(2)
	await expectGaps(shop.db, 1)
})

/** Restores without triggers: the last `count` orders are gone, and the counters say so. */
async function setBack(count: number): Promise<void> {
	const last = `(select id from orders order by number desc limit ${count})`
	await database.asSuperuser(`
		set session_replication_role = replica;
		${['invoices', 'payments', 'order_events', 'order_lines']
			.map((table) => `delete from ${table} where order_id in ${last};`)
			.join('\n')}
		delete from orders where id in ${last};
		update counters set value = value - ${count}`)
}

test('rows and counters are set back under a running process: it knows better', async () => {
	const watch = await watching.watchDatabase(directory)
	await giveOut(3)
	const highest = [...given]
		.filter((name) => name.startsWith(`${year}-`))
		.toSorted()
		.at(-1)
	await expect
		.poll(() => `${year}-${String(numbers.knownNumber(`order-${year}`)).padStart(6, '0')}`)
		.toBe(highest)
	await expect
		.poll(() => readFile(join(directory, 'numbers.json'), 'utf8'))
		.toContain(String(numbers.knownNumber(`order-${year}`)))

	await setBack(3)
	await giveOutAfterLoss(4)
	await expectGaps(shop.db, 2)
	await watch.stop()
})

test('rows and counters are set back while nothing runs: the node has noted the numbers', async () => {
	await giveOut(2)
	await (await watching.watchDatabase(directory)).stop()
	await setBack(2)
	const unkept = await nextUnkept()
	expect(
		unkept.filter((name) => given.has(name)),
		'negative control',
	).toEqual(unkept)

	const watch = await watching.watchDatabase(directory)
	await giveOutAfterLoss(2)
	await expectGaps(shop.db, 3)
	await watch.stop()
})

test('a counter is not set back by hand, and a leap is noted', async () => {
	await raw(shop.admin, 'update counters set value = value - 1')
	await giveOutAfterLoss(1)
	await raw(shop.admin, 'update counters set value = value + 10')
	await giveOutAfterLoss(1)
	const [row] = await raw(
		shop.admin,
		`select count(*)::int as leaps from number_gaps where last - first = 9`,
	)
	expect(row).toEqual({ leaps: 2 })
	await expectGaps(shop.db, 5)
})

test('a dump in another database goes on beyond its numbers, and a year that begins there begins at 1', async () => {
	const next = `select next_number($1, 0) as value`
	const [before] = await raw(shop.admin, `select max(value) as value from counters`)
	await raw(
		shop.admin,
		`alter table counters rename to counters_before;
		create table counters (like counters_before including all);
		insert into counters select * from counters_before where name like 'order%';
		create trigger a before update on counters for each row execute function keep_numbers();
		create trigger b before insert on counters for each row execute function begin_numbers()`,
	)
	const [order] = await raw(shop.admin, next, [`order-${year}`])
	expect(Number(order?.['value'])).toBeGreaterThan(Number(before?.['value']) + 1000)
	const [invoice] = await raw(shop.admin, next, [`invoice-${year}`])
	expect(Number(invoice?.['value'])).toBeGreaterThan(1000)
	const [later] = await raw(shop.admin, next, [`order-${year + 2}`])
	expect(later).toEqual({ value: 1 })
})
