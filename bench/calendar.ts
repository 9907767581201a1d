import type { Databases } from './databases.ts'
import { inTurns, median, row, title } from './measure.ts'
import { startShopProcess } from './shop-client.ts'

const rounds = 100

/** Checks that month and slots cost about the same however many orders lie behind: at most 1.3 times as much. */
export async function benchCalendar({ few, many }: Databases): Promise<string[]> {
	const shops = [await startShopProcess(few.url), await startShopProcess(many.url)] as const
	try {
		const lines = title(
			`Month calendar and slot list: ${many.orders.toLocaleString('en')} past orders against ${few.orders.toLocaleString('en')}`,
			`${rounds} times each in turns, query and counting, 3,000 bookings ahead; median`,
		)
		for (const task of ['month', 'slots'] as const) {
			const [small = [], large = []] = await inTurns(
				rounds,
				shops.map((shop) => () => shop.ask({ task })),
			)
			lines.push(
				row(`${task}, few orders`, `${median(small).toFixed(2)} ms`),
				row(`${task}, many orders`, `${median(large).toFixed(2)} ms`),
				row(`${task}, ratio (at most 1.3)`, (median(large) / median(small)).toFixed(2)),
			)
		}
		const roundTrips = await shops[1].ask({ task: 'roundTrips' })
		lines.push(row('month with session and cart, round trips (<= 3)', String(roundTrips)))
		return lines
	} finally {
		for (const shop of shops) shop.stop()
	}
}
