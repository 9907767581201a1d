import { availableParallelism } from 'node:os'

import postgres from 'postgres'

import type { Databases } from './databases.ts'
import { busyShare, cpuSeconds, cpuTimes, median, row, title } from './measure.ts'
import { startShopProcess } from './shop-client.ts'

const rounds = 3
const seconds = 4
const processes = 2
/** Clients of each process: fewer than its connections, more than there are days. */
const clients = 8

/**
 * Checks that changes of different days run side by side: at least 3 times as many, or all that the processors can do.
 */
export async function benchClaims({ few }: Databases): Promise<string[]> {
	const shops = await Promise.all(
		Array.from({ length: processes }, () => startShopProcess(few.url)),
	)
	const sql = postgres(few.adminUrl, { max: 1, onnotice: () => {} })
	try {
		const results = { 1: [] as Run[], 8: [] as Run[] }
		await measure(8) // Opens the connections.
		for (let round = 0; round < rounds; round += 1) {
			results[1].push(await measure(1))
			results[8].push(await measure(8))
		}
		const [one, eight] = [rateOf(results[1]), rateOf(results[8])]
		return [
			...title(
				'Claims on eight days against one',
				`${processes} processes with ${clients} visitors each put a ticket into a cart and take it out, ${rounds} times ${seconds} s each, in turns; median`,
			),
			row('one day, changes a second', one.toFixed(0)),
			row('eight days, changes a second', eight.toFixed(0)),
			row('ratio (at least 3, or bound by processors)', (eight / one).toFixed(2)),
			...loadRows('one day', results[1]),
			...loadRows('eight days', results[8]),
			row('processors', String(availableParallelism())),
			row('eight days are bound by them', isFull(results[8]) ? 'yes' : 'no'),
		]
	} finally {
		await sql.end()
		for (const shop of shops) shop.stop()
	}

	async function measure(days: number): Promise<Run> {
		const backends = await sql`select pid from pg_stat_activity where pid <> pg_backend_pid()`
		const postgresPids = backends.map((backend) => Number(backend['pid']))
		const shopPids = shops.map((shop) => shop.pid)
		const before = [cpuTimes(), await cpuSeconds(shopPids), await cpuSeconds(postgresPids)] as const
		const changes = await Promise.all(
			shops.map((shop) => shop.ask({ task: 'claims', days, seconds, clients })),
		)
		return {
			rate: changes.reduce((sum, count) => sum + count, 0) / seconds,
			busy: busyShare(before[0]),
			shops: difference(await cpuSeconds(shopPids), before[1]),
			postgres: difference(await cpuSeconds(postgresPids), before[2]),
		}
	}
}

/** `shops` and `postgres`: the number of processors they kept busy; NaN where the system does not tell. */
type Run = { rate: number; busy: number; shops: number; postgres: number }

function rateOf(runs: readonly Run[]): number {
	return median(runs.map((run) => run.rate))
}

function loadRows(name: string, runs: readonly Run[]): string[] {
	const of = (key: keyof Run) => median(runs.map((run) => run[key]))
	return [
		row(`${name}, processors busy with the shop`, of('shops').toFixed(2)),
		row(`${name}, processors busy with PostgreSQL`, of('postgres').toFixed(2)),
		row(`${name}, the machine is busy`, `${(of('busy') * 100).toFixed(0)} %`),
	]
}

function isFull(runs: readonly Run[]): boolean {
	return median(runs.map((run) => run.busy)) >= 0.95
}

function difference(after: number | undefined, before: number | undefined): number {
	return after === undefined || before === undefined ? Number.NaN : (after - before) / seconds
}
