import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { startServer } from '#scripts/shop/shop.ts'

import type { Databases } from './databases.ts'
import { inTurns, median, percentile, row, time, title } from './measure.ts'

const rounds = 60
const seconds = 5
const clients = 8

/** Measures the start page over HTTP from one server process: the visitor's wait, and the pages a second. */
export async function benchStartPage({ few, many }: Databases): Promise<string[]> {
	const heading = 'Start page over HTTP'
	if (!existsSync(join(import.meta.dirname, '../build/server/index.js'))) {
		return title(heading, 'left out: there is no build (npm run build)')
	}
	const env = { LOG_LEVEL: 'error' }
	const servers = [
		await startServer({ databaseUrl: few.url, env }),
		await startServer({ databaseUrl: many.url, env }),
	] as const
	try {
		const month = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 7)
		const pages = servers.map(
			({ url }) =>
				() =>
					time(() => get(`${url}/?month=${month}`)),
		)
		const [small = [], large = []] = await inTurns(rounds, pages)
		const origin = servers[1].url
		const [plain = []] = await inTurns(rounds, [() => time(() => get(origin))])
		const served = await serveAtOnce(origin)
		return [
			...title(
				heading,
				`one server process; ${rounds} times each, in turns; then ${clients} visitors at once for ${seconds} s`,
			),
			row('with month, few orders, median', `${median(small).toFixed(1)} ms`),
			row('with month, many orders, median', `${median(large).toFixed(1)} ms`),
			row('with month, ratio (at most 1.3)', (median(large) / median(small)).toFixed(2)),
			row('plain, median', `${median(plain).toFixed(1)} ms`),
			row('plain, 95 %', `${percentile(plain, 95).toFixed(1)} ms`),
			row(`plain, ${clients} at once, pages a second`, served.toFixed(0)),
		]
	} finally {
		await Promise.all(servers.map((server) => server.stop()))
	}
}

async function serveAtOnce(origin: string): Promise<number> {
	const end = performance.now() + seconds * 1000
	let pages = 0
	await Promise.all(
		Array.from({ length: clients }, async () => {
			while (performance.now() < end) {
				await get(origin)
				pages += 1
			}
		}),
	)
	return pages / seconds
}

async function get(url: string): Promise<void> {
	const response = await fetch(url)
	if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
	await response.text()
}
