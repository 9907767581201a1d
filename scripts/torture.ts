import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'

import { connect } from '#app/db/connect.server.ts'
import { discardEmbedded, newPassword, startEmbedded } from '#drizzle/embedded/embedded.ts'
import { type Findings, type Victim, countViolations, torture } from '#testing/torture.ts'

const USAGE = `npm run torture -- [--seconds 60] [--workers 8] [--url URL] [--plain] [--json]

Kills database connections under load and reports what the client made of it; exits with 1 if
anything was torn, falsely reported, hung or crashed. Uses a PostgreSQL of its own unless --url
(a superuser's) names one. --plain tortures postgres.js as it is, which must fail.`

const { values: options } = parseArgs({
	options: {
		seconds: { type: 'string', default: '60' },
		workers: { type: 'string', default: '8' },
		url: { type: 'string' },
		plain: { type: 'boolean', default: false },
		json: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
})

if (options.help) {
	console.log(USAGE)
} else {
	const findings = options.url ? await run(options.url) : await runOnOwnServer()
	console.log(options.json ? JSON.stringify(findings) : table(findings))
	// The plain client leaves connections behind that would keep the process for ever.
	process.exit(countViolations(findings) === 0 ? 0 : 1)
}

async function runOnOwnServer(): Promise<Findings> {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), 'raumzeit-torture-'))
	const server = await startEmbedded({ dataDir, password: newPassword(), durable: false })
	try {
		return await run(server.adminUrl)
	} finally {
		await server.stop()
		await discardEmbedded(dataDir)
	}
}

function run(url: string): Promise<Findings> {
	const [seconds, workers] = [Number(options.seconds), Number(options.workers)]
	return torture({ url, seconds, workers, open: options.plain ? openPlain : openOurs })
}

function openOurs(url: string, applicationName: string): Victim {
	return connect(url, { applicationName })
}

function openPlain(url: string, applicationName: string): Victim {
	const connection = { application_name: applicationName }
	return drizzle(postgres(url, { connection, onnotice: () => {} }))
}

function table(findings: Findings): string {
	return Object.entries(findings)
		.flatMap(([title, figures]) => ['', title, ...Object.entries(figures).map(line)])
		.join('\n')
}

function line([name, figure]: [string, number]): string {
	const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
	return `  ${words.padEnd(28)}${String(figure).padStart(10)}`
}
