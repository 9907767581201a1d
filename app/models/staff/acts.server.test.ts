import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { orders } from '#app/db/schema.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { addStaff } from '#testing/staff.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/staff/acts.server.ts')

beforeAll(async () => {
	shop = await openTestShop()
	model = await import('#app/models/staff/acts.server.ts')
})
afterAll(() => shop?.close())

test('N345: the acts of all and of one person are found by an index among the events of years', async () => {
	const jana = await addStaff(shop.db, 'Jana', 'shift')
	const { lines: _, ...order } = sampleOrder
	await shop.admin.insert(orders).values({ ...order, cartId: order.id, cartVersion: 1 })
	await raw(
		shop.admin,
		`insert into order_events (order_id, who, what, at)
		select $1, case when n > 15000 and n % 25 = 0 then $2 when n % 5 = 0 then 'staff:' || n % 31 else 'customer' end,
			'refunded', now() - make_interval(hours => n)
		from generate_series(1, 20000) n`,
		[order.id, actorOf(jana)],
	)
	await raw(shop.admin, 'vacuum analyze order_events')
	expect(await model.listActs(jana.id)).toHaveLength(100)
	await expect.poll(uses).toEqual({ order_events_of_person: 1 })
	expect(await model.listActs()).toHaveLength(100)
	await expect.poll(uses).toEqual({ order_events_of_person: 1, order_events_of_staff: 1 })
	await raw(shop.admin, 'delete from order_events')
})

test('N339: the acts of one person are found behind thousands of newer ones of others', async () => {
	const [jana, tom] = [
		await addStaff(shop.db, 'Jana', 'shift'),
		await addStaff(shop.db, 'Tom', 'counter'),
	]
	const act = `insert into staff_acts (actor, verb, at) select $1, 'signedIn', now() - make_interval(days => $2)`
	await raw(shop.admin, act, [actorOf(jana), 30])
	await raw(shop.admin, `${act} from generate_series(1, 5000)`, [actorOf(tom), 1])
	expect(await model.listActs(jana.id)).toMatchObject([{ who: 'Jana', verb: 'signedIn' }])
	const all = await model.listActs()
	expect(all).toHaveLength(100)
	expect(new Set(all.map(({ who }) => who))).toEqual(new Set(['Tom']))
})

/** Counts the uses of each index of the events. A connection tells its uses after a while, or when it is used again. */
async function uses(): Promise<Record<string, unknown>> {
	await raw(shop.db, 'select pg_stat_force_next_flush()')
	const rows = await raw(
		shop.admin,
		`select indexrelname as name, idx_scan::int as uses from pg_stat_user_indexes
		where relname = 'order_events' and idx_scan > 0`,
	)
	return Object.fromEntries(rows.map(({ name, uses: count }) => [String(name), count]))
}
