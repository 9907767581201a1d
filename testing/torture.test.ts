import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Database, connect } from '#app/db/connect.server.ts'

import { createTestDatabase } from './database.ts'
import { type Findings, countViolations, torture } from './torture.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: Database

beforeAll(async () => {
	database = await createTestDatabase()
})

afterAll(async () => {
	await client.close()
	await database.drop()
})

// A longer run: npm run torture
describe.concurrent('while its connections are killed', () => {
	test('C12: our client leaves no transaction half done, reports its outcome correctly, and goes on @machines', async () => {
		const findings = await torture({ url: database.url, seconds: 10, open })

		expect(findings.violations).toEqual({
			torn: 0,
			committedButMissing: 0,
			rejectedButPresent: 0,
			transactionsHung: 0,
			readsWrong: 0,
			readsHung: 0,
			uncaughtExceptions: 0,
			unhandledRejections: 0,
		})
		expect(findings.outcomes.rejected).toBe(0)
		expect(findings.load.kills).toBeGreaterThan(20)
		expect(findings.outcomes.committed).toBeGreaterThan(0)
	})

	// Without this test the one above would prove nothing. It crashes, so it runs in a process of its own.
	test('postgres.js by itself fails the same test @machines', async () => {
		const findings = await tortureInOwnProcess('--plain', '--seconds', '5')

		expect(findings.load.kills).toBeGreaterThan(0)
		expect(countViolations(findings)).toBeGreaterThan(0)
	})
})

function open(url: string, applicationName: string): Database {
	client = connect(url, { applicationName })
	return client
}

async function tortureInOwnProcess(...options: string[]): Promise<Findings> {
	const script = path.resolve(import.meta.dirname, '../scripts/torture.ts')
	const command = ['--import', 'tsx', script, '--json', '--url', database.url, ...options]
	const run = promisify(execFile)(process.execPath, command)
	// Exit code 1 means findings, which execFile takes for an error.
	const { stdout } = await run.catch((error: { stdout: string }) => error)
	return JSON.parse(stdout) as Findings
}
