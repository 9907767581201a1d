import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

import { type Findings, contend } from '#testing/contention.ts'

const USAGE = `npm run contend -- [--attempts 100000] [--minutes N] [--seed N] [--processes 2] [--clients 64] [--kill] [--failover] [--control] [--json]

Lets many visitors fight for a few places, over HTTP and several server processes on one database of
its own, and looks five times a second whether there is one too many. --kill: kill -9 of a process
every few seconds. --failover: the database stands behind Patroni as in npm run failover, with a
synchronous standby, and its primary is killed again and again. --seed: what visitors want and who is
killed; without it a new one is taken and printed. --control: without the lock of the day and the
guards of the database, which must oversell. Says every ten seconds how far it is, and ends after
--attempts, or after --minutes where they are given and over sooner. Exits with 1 if anything was oversold
(with --control: if nothing was), if the audit at the end finds a broken promise, or if anybody got an
answer nobody may get. Needs the build (npm run build); --failover also what npm run failover needs.`

const { values: options } = parseArgs({
	options: {
		attempts: { type: 'string', default: '100000' },
		minutes: { type: 'string', default: 'Infinity' },
		processes: { type: 'string', default: '2' },
		clients: { type: 'string', default: '64' },
		seed: { type: 'string', default: String(randomInt(1_000_000)) },
		failover: { type: 'boolean', default: false },
		kill: { type: 'boolean', default: false },
		control: { type: 'boolean', default: false },
		json: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
})

if (options.help) {
	console.log(USAGE)
} else {
	const { kill, failover, control } = options
	console.error(`--seed ${options.seed}`)
	const findings = await contend({
		seed: Number(options.seed),
		attempts: Number(options.attempts),
		minutes: Number(options.minutes),
		processes: Number(options.processes),
		clients: Number(options.clients),
		kill,
		failover,
		control,
		say: (line) => console.error(line),
	})
	console.log(options.json ? JSON.stringify(findings) : table(findings))
	process.exit(isAsItMust(findings) ? 0 : 1)
}

function isAsItMust({ oversold, broken, failed }: Findings): boolean {
	if (options.control) return oversold > 0
	return oversold === 0 && broken.length === 0 && Object.keys(failed).length === 0
}

function table({ failed, broken, p50, p99, slowest, seconds, ...counts }: Findings): string {
	const rows: [string, string | number][] = [
		['seed', options.seed],
		...Object.entries(counts),
		...Object.entries(failed).map(([status, count]): [string, number] => [
			`status ${status}`,
			count,
		]),
		['broken promises', broken.join(', ') || 'none'],
		['seconds', seconds.toFixed(1)],
		['attempts a second', Math.round(counts.attempts / seconds)],
		['answer p50', `${p50.toFixed(0)} ms`],
		['answer p99', `${p99.toFixed(0)} ms`],
		['answer slowest', `${slowest.toFixed(0)} ms`],
	]
	return rows.map(([name, value]) => `  ${name.padEnd(20)}${String(value).padStart(12)}`).join('\n')
}
