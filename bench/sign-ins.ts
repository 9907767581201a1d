import { setTimeout as delay } from 'node:timers/promises'

import { startServer } from '#scripts/shop/shop.ts'

import { makeAccounts, password, postForm } from './accounts.ts'
import type { Databases } from './databases.ts'
import { median, percentile, row, time, title } from './measure.ts'

const rate = 50
const rounds = 3
const seconds = 6

/** Whether visitors notice that many sign in: the start page stays under twice its quiet median (faults F8). */
export async function benchSignIns({ few }: Databases): Promise<string[]> {
	const accounts = await makeAccounts(few.adminUrl, rate * seconds)
	const server = await startServer({
		databaseUrl: few.url,
		env: { LOG_LEVEL: 'error', TRUST_PROXY: '1', DATA_DIR: few.dataDir },
	})
	try {
		await visit(server.url, 1) // Warms up.
		await signIns(server.url, accounts.slice(0, rate))
		const quiet: number[] = []
		const busy: number[] = []
		const signedIn: number[] = []
		const statuses = new Map<number, number>()
		for (let round = 0; round < rounds; round += 1) {
			quiet.push(...(await visit(server.url, seconds)))
			const [pages, answers] = await Promise.all([
				visit(server.url, seconds),
				signIns(server.url, accounts),
			])
			busy.push(...pages)
			for (const { ms, status } of answers) {
				signedIn.push(ms)
				statuses.set(status, (statuses.get(status) ?? 0) + 1)
			}
		}
		return [
			...title(
				`The start page while ${rate} sign-ins a second arrive`,
				`one server process; a visitor ten times a second, ${rounds} times ${seconds} s quiet and busy, in turns`,
			),
			row('quiet, median', `${median(quiet).toFixed(1)} ms`),
			row('busy, median', `${median(busy).toFixed(1)} ms`),
			row('busy, 95 %', `${percentile(busy, 95).toFixed(1)} ms`),
			row('ratio (less than 2)', (median(busy) / median(quiet)).toFixed(2)),
			row('a sign-in, median', `${median(signedIn).toFixed(1)} ms`),
			row('a sign-in, 95 %', `${percentile(signedIn, 95).toFixed(1)} ms`),
			row('answers, by status', [...statuses].map(([of, count]) => `${count} x ${of}`).join(', ')),
		]
	} finally {
		await server.stop()
	}
}

/** The start page ten times a second, whatever became of the visit before. */
async function visit(origin: string, forSeconds: number): Promise<number[]> {
	return arriving(forSeconds * 10, 10, () =>
		time(async () => {
			const response = await fetch(origin)
			if (response.status !== 200) throw new Error(`the start page answered ${response.status}`)
			await response.text()
		}),
	)
}

/** Each account once, with the right password. */
function signIns(origin: string, accounts: readonly string[]) {
	return arriving(accounts.length, rate, async (index) => {
		const begin = performance.now()
		const fields = { username: accounts[index] ?? '', password }
		const status = await postForm(`${origin}/login`, fields)
		return { ms: performance.now() - begin, status }
	})
}

/** Begins `count` works, `perSecond` of them a second, and waits for the last. */
async function arriving<T>(count: number, perSecond: number, work: (index: number) => Promise<T>) {
	const begin = performance.now()
	const works: Promise<T>[] = []
	for (let index = 0; index < count; index += 1) {
		await delay(Math.max(0, begin + (index * 1000) / perSecond - performance.now()))
		works.push(work(index))
	}
	return Promise.all(works)
}
