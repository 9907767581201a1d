import { randomInt } from 'node:crypto'

import { startServer } from '#scripts/shop/shop.ts'

import { makeAccounts, newUsername, password, postForm } from './accounts.ts'
import type { Databases } from './databases.ts'
import { median, row, time, title } from './measure.ts'

const pairs = 200
const warmUp = 20

/**
 * Checks that response times do not tell known from unknown addresses (faults F6): the medians differ by less than 2
 * ms.
 */
export async function benchKnownAddresses({ few }: Databases): Promise<string[]> {
	const server = await startServer({
		databaseUrl: few.url,
		env: { LOG_LEVEL: 'error', TRUST_PROXY: '1', DATA_DIR: few.dataDir },
	})
	try {
		const lines = title(
			'Addresses that have an account against such that have none',
			`${pairs} posts each over HTTP, in pairs of random order, each from an address of its own; medians`,
		)
		for (const [path, page] of Object.entries(pages)) {
			const accounts = await makeAccounts(few.adminUrl, warmUp + pairs)
			const times = await inPairs(accounts, (username) => post(server.url + path, page, username))
			const [known, unknown] = [median(times.known), median(times.unknown)]
			const within = times.known.map((ms, index) => ms - (times.unknown[index] ?? 0))
			lines.push(
				row(`${path}, known`, `${known.toFixed(2)} ms`),
				row(`${path}, unknown`, `${unknown.toFixed(2)} ms`),
				row(`${path}, difference (less than 2)`, `${(known - unknown).toFixed(2)} ms`),
				row(`${path}, difference within the pairs`, `${median(within).toFixed(2)} ms`),
			)
		}
		return lines
	} finally {
		await server.stop()
	}
}

/** Takes one of each kind in turns, in random order, because the work that one leaves behind slows the next. */
async function inPairs(accounts: readonly string[], work: (username: string) => Promise<number>) {
	const known: number[] = []
	const unknown: number[] = []
	for (const account of accounts) {
		if (randomInt(2) === 0) {
			known.push(await work(account))
			unknown.push(await work(newUsername()))
		} else {
			unknown.push(await work(newUsername()))
			known.push(await work(account))
		}
	}
	return { known: known.slice(warmUp), unknown: unknown.slice(warmUp) }
}

function post(url: string, { status, form }: Page, username: string): Promise<number> {
	return time(async () => {
		const answered = await postForm(url, form(username))
		if (answered !== status) throw new Error(`${url} answered ${answered}`)
	})
}

type Page = { status: number; form: (username: string) => Record<string, string> }

const pages: Record<string, Page> = {
	'/login': { status: 422, form: (username) => ({ username, password: 'falsch' }) },
	'/register': {
		status: 303,
		form: (email) => ({
			firstName: 'Ada',
			lastName: 'Lovelace',
			email,
			emailRepeat: email,
			newPassword: password,
			newPasswordRepeat: password,
			privacy: 'on',
		}),
	},
	'/forgot-password': { status: 303, form: (email) => ({ email }) },
}
