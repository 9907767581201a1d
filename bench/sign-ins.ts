import { setTimeout as delay } from 'node:timers/promises'

import { startServer } from '#scripts/shop/shop.ts'

import { makeAccounts, password, postForm } from './accounts.ts'
import type { Databases } from './databases.ts'
import { median, percentile, row, time, title } from './measure.ts'

const rate = 50
const rounds = 3
const seconds = 6

/** Two visitors of the start page: without a cart it comes from the cache; with a session it is made anew. */
const visitors = { kept: {}, 'made anew': { Cookie: 'session=opens-nothing' } }

/** Checks that visitors do not notice many sign-ins: the start page stays under twice its quiet median (faults F8). */
export async function benchSignIns({ few }: Databases): Promise<string[]> {
	const accounts = await makeAccounts(few.adminUrl, rate * seconds)
	const server = await startServer({
		databaseUrl: few.url,
		env: { LOG_LEVEL: 'error', TRUST_PROXY: '1', DATA_DIR: few.dataDir },
	})
	try {
		await visits(server.url, 2) // Warms up.
		await signIns(server.url, accounts.slice(0, rate))
		const quiet: Visits[] = []
		const busy: Visits[] = []
		const answers: SignIn[] = []
		for (let round = 0; round < rounds; round += 1) {
			quiet.push(await visits(server.url, seconds))
			const [pages, signedIn] = await Promise.all([
				visits(server.url, seconds),
				signIns(server.url, accounts),
			])
			busy.push(pages)
			answers.push(...signedIn)
		}
		return [
			...title(
				`The start page while ${rate} sign-ins a second arrive`,
				`one server process; of each kind of page five a second, ${rounds} times ${seconds} s quiet and busy, in turns`,
			),
			...rowsOfPages(quiet, busy),
			...rowsOfSignIns(answers),
		]
	} finally {
		await server.stop()
	}
}

type Visits = Record<string, number[]>
type SignIn = { ms: number; status: number }

/** Measures the start page by kind, in milliseconds; five requests a second, whatever became of the one before. */
async function visits(origin: string, forSeconds: number): Promise<Visits> {
	const times = Object.entries(visitors).map(async ([kind, headers]) => {
		const visit = () => time(() => startPage(origin, headers))
		return [kind, await arriving(forSeconds * 5, 5, visit)] as const
	})
	return Object.fromEntries(await Promise.all(times))
}

async function startPage(origin: string, headers: Record<string, string>): Promise<void> {
	const response = await fetch(origin, { headers })
	if (response.status !== 200) throw new Error(`the start page answered ${response.status}`)
	await response.text()
}

function rowsOfPages(quiet: Visits[], busy: Visits[]): string[] {
	return Object.keys(visitors).flatMap((kind) => {
		const [before, during] = [quiet, busy].map((all) => all.flatMap((it) => it[kind] ?? []))
		const [one = [], other = []] = [before, during]
		return [
			row(`${kind}: quiet, median`, `${median(one).toFixed(1)} ms`),
			row(`${kind}: busy, median`, `${median(other).toFixed(1)} ms`),
			row(`${kind}: busy, 95 %`, `${percentile(other, 95).toFixed(1)} ms`),
			row(`${kind}: ratio (less than 2)`, (median(other) / median(one)).toFixed(2)),
		]
	})
}

function rowsOfSignIns(answers: SignIn[]): string[] {
	const signedIn = answers.filter(({ status }) => status === 303).map(({ ms }) => ms)
	const statuses = [...new Set(answers.map(({ status }) => status))]
	const counts = statuses.map(
		(status) => `${answers.filter((answer) => answer.status === status).length} x ${status}`,
	)
	return [
		row('signed in, a second', (signedIn.length / (rounds * seconds)).toFixed(1)),
		row('a sign-in, median', `${median(signedIn).toFixed(1)} ms`),
		row('a sign-in, 95 %', `${percentile(signedIn, 95).toFixed(1)} ms`),
		row('answers, by status', counts.join(', ')),
	]
}

/** Signs each account in once, with the right password. */
function signIns(origin: string, accounts: readonly string[]) {
	return arriving(accounts.length, rate, async (index) => {
		const begin = performance.now()
		const fields = { username: accounts[index] ?? '', password }
		const status = await postForm(`${origin}/login`, fields)
		return { ms: performance.now() - begin, status }
	})
}

/** Begins `count` works, `perSecond` of them a second, and waits for the last. */
export async function arriving<T>(
	count: number,
	perSecond: number,
	work: (index: number) => Promise<T>,
) {
	const begin = performance.now()
	const works: Promise<T>[] = []
	for (let index = 0; index < count; index += 1) {
		await delay(Math.max(0, begin + (index * 1000) / perSecond - performance.now()))
		works.push(work(index))
	}
	return Promise.all(works)
}
