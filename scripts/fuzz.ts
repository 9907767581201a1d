import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import routes from '#app/routes.ts'
import { discardEmbedded, freePort } from '#drizzle/embedded/embedded.ts'
import { startShop } from '#scripts/shop/shop.ts'
import { type Findings, fuzz } from '#testing/fuzz.ts'
import { patternsOf } from '#testing/fuzzed-requests.ts'
import { knownVisitors } from '#testing/known-visitors.ts'
import { besideWorst, type Waits } from '#testing/worst-crowd.ts'

const USAGE = `npm run fuzz -- [--count 100000] [--minutes 30] [--clients 16] [--seed 1] [--json]
npm run fuzz -- --worst [--seconds 20] [--connections 60]

Sends odd requests to every route of a shop of its own on this machine: all methods, spellings of paths, headers,
cookies and bodies, with and without a cart or an account, and bytes that are no request. Prints how often each status
came. Exits with 1 if any answer is a 5xx, lacks our headers or sets a cookie in a shared cache, and if anything is
printed past the log or logged as an error. Request number n of a seed is always the same but for its cookies.

--worst: lets so many connections send the cookies, fields, pictures and documents that cost most, and prints how long
others wait for their carts and for the start page, before and meanwhile. Needs the build (npm run build).`

const { values: options } = parseArgs({
	options: {
		count: { type: 'string', default: '100000' },
		minutes: { type: 'string', default: '30' },
		clients: { type: 'string', default: '16' },
		seed: { type: 'string', default: '1' },
		worst: { type: 'boolean', default: false },
		seconds: { type: 'string', default: '20' },
		connections: { type: 'string', default: '60' },
		json: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
})

if (options.help) console.log(USAGE)
else process.exitCode = await withShop(options.worst ? measureWorst : sendOdd)

type Shop = Awaited<ReturnType<typeof startShop>>

async function withShop(work: (shop: Shop) => Promise<number>): Promise<number> {
	const dataDir = await mkdtemp(join(tmpdir(), 'raumzeit-fuzz-'))
	const { PATH, HOME, TZ } = process.env
	// Each simulated visitor has a network address of its own.
	const env = { PATH, HOME, TZ, LOG_LEVEL: 'warn', TRUST_PROXY: '1', WORKERS: '1' }
	const shop = await startShop({
		dataDir,
		port: await freePort(),
		env,
		quiet: true,
		durable: false,
	})
	try {
		return await work(shop)
	} finally {
		await shop.stop()
		await discardEmbedded(dataDir)
	}
}

async function sendOdd(shop: Shop): Promise<number> {
	const findings = await fuzz({
		shop,
		seed: Number(options.seed),
		count: Number(options.count),
		minutes: Number(options.minutes),
		clients: Number(options.clients),
		known: () => knownVisitors(shop.url, patternsOf(routes)),
		say: (line) => console.error(line),
	})
	const statuses = [...findings.statuses].toSorted(([one], [other]) => one - other)
	console.log(options.json ? JSON.stringify({ ...findings, statuses }) : table(findings, statuses))
	return findings.wrong.length + findings.printed.length === 0 ? 0 : 1
}

function table({ sent, wrong, printed, seconds }: Findings, statuses: [number, number][]): string {
	const rows: [string, string | number][] = [
		['seed', options.seed],
		['requests', sent],
		...statuses.map(([status, count]): [string, number] => [
			status === 0 ? 'no answer' : `status ${status}`,
			count,
		]),
		['wrong answers', wrong.length],
		['lines past the log, or errors in it', printed.length],
		['seconds', seconds.toFixed(1)],
	]
	const examples = wrong
		.slice(0, 20)
		.map(({ what, index, request }) => `${what}: number ${index} ${request}`)
	return [...rows.map(row), ...examples, ...printed.slice(0, 20)].join('\n')
}

async function measureWorst(shop: Shop): Promise<number> {
	const { quiet, crowded, statuses } = await besideWorst(shop, {
		seconds: Number(options.seconds),
		connections: Number(options.connections),
	})
	console.log(
		[
			waits('carts, alone', quiet.carts),
			waits('carts, beside the crowd', crowded.carts),
			waits('start page, alone', quiet.pages),
			waits('start page, beside the crowd', crowded.pages),
			...[...statuses].map(([name, count]) => row([name, count])),
		].join('\n'),
	)
	return 0
}

function waits(name: string, { count, p50, p95, slowest }: Waits): string {
	const times = [p50, p95, slowest].map((ms) => Math.round(ms))
	return row([name, `${count}, p50 ${times[0]}, p95 ${times[1]}, slowest ${times[2]} ms`])
}

function row([name, value]: [string, string | number]): string {
	return `  ${name.padEnd(40)}${String(value).padStart(12)}`
}
