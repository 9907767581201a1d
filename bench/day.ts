import postgres from 'postgres'

import { connect } from '#app/db/connect.server.ts'
import { prepareQueues } from '#app/db/queue.server.ts'

import type { Databases } from './databases.ts'
import { seedToday } from './desk-day.ts'
import { inTurns, median, percentile, row, title } from './measure.ts'
import { startShopProcess } from './shop-client.ts'

const rounds = 60

/**
 * Measures the day at the desk and its search, with many orders behind against few: the day takes less than 100 ms at the
 * median, and a search less than 50 ms (faults N133, N220). Both databases are of this run alone.
 */
export async function benchDay({ few, many }: Databases): Promise<string[]> {
	for (const database of [few, many]) await seedDesk(database)
	const shops = [await startShopProcess(few.url), await startShopProcess(many.url)] as const
	try {
		const lines = title(
			`A day at the desk: ${many.orders.toLocaleString('en')} past orders against ${few.orders.toLocaleString('en')}`,
			`${rounds} times each in turns; a Saturday of 14 parties and 40 families with tickets, with its strip of days`,
		)
		for (const task of ['day', 'search', 'searchMany', 'searchNobody'] as const) {
			const [small = [], large = []] = await inTurns(
				rounds,
				shops.map((shop) => () => shop.ask({ task })),
			)
			lines.push(
				row(`${names[task]}, few orders`, `${median(small).toFixed(1)} ms`),
				row(`${names[task]}, many orders`, `${median(large).toFixed(1)} ms`),
				row(`${names[task]}, many orders, 95 %`, `${percentile(large, 95).toFixed(1)} ms`),
			)
		}
		return lines
	} finally {
		for (const shop of shops) shop.stop()
	}
}

const names = {
	day: 'day and strip',
	search: 'search by a name',
	searchMany: 'search by a name of many',
	searchNobody: 'search, nothing found',
}

/** Gives the past its lines, events and payments, and fills today. Triggers do not check the rows one by one. */
async function seedDesk({ url, adminUrl }: Databases['few']): Promise<void> {
	const database = connect(url)
	await prepareQueues(database)
	await database.close()
	const sql = postgres(adminUrl, { max: 1, onnotice: () => {} })
	try {
		await sql.unsafe(`
			set session_replication_role = replica;
			set synchronous_commit = off;
			insert into order_lines (order_id, position, product_id, title, quantity, included, unit_price, amount,
					vat_rate, due, starts_at, ends_at)
				select id, 1, 'ticket-child', '{"de": "Kinderticket", "en": "Child ticket"}', 1, 0, 890, 890, 19,
					'deposit', day + interval '14 hours', day + interval '16 hours'
				from orders where day < current_date;
			insert into order_events (order_id, at, who, what)
				select id, created_at, who, what from orders,
					(values ('visitor', 'placed'), ('shop', 'confirmed')) as events (who, what)
				where day < current_date;
			insert into payments (order_id, provider, state, amount, return_token, paid_amount, expires_at,
					settled_at, created_at)
				select id, 'stripe', 'paid', 267, md5('r' || id), 267, created_at, created_at, created_at
				from orders where day < current_date;
			${seedToday}`)
		await sql.unsafe('vacuum analyze')
	} finally {
		await sql.end()
	}
}
