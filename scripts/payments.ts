import { parseArgs } from 'node:util'

import { simulate, type Figures } from '#testing/payment-simulation.ts'

const USAGE = `npm run payments -- [--payments 10000] [--minutes 60] [--clients 32] [--seed 1] [--calm] [--terminate] [--json]

Simulated payments with both providers over HTTP, at two server processes of the built shop on a database of
its own. The pretend providers misbehave by a plan with a seed: 5 % of the calls get no answer, 5 % of the
webhooks are lost, others come up to ten times and out of order; a server is killed every few seconds (not
with --calm). At the end the providers' books and the shop's rows must agree within 120 s after the last
fault. --terminate ends a random open transaction of the database five times a second, and triggers note
which transaction wrote what. Exits with 1 if anything disagrees. Needs the build (npm run build).`

const { values: options } = parseArgs({
	options: {
		payments: { type: 'string', default: '10000' },
		minutes: { type: 'string', default: '60' },
		clients: { type: 'string', default: '32' },
		seed: { type: 'string', default: '1' },
		calm: { type: 'boolean', default: false },
		terminate: { type: 'boolean', default: false },
		json: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
})

if (options.help) {
	console.log(USAGE)
} else {
	const figures = await simulate({
		payments: Number(options.payments),
		minutes: Number(options.minutes),
		clients: Number(options.clients),
		seed: Number(options.seed),
		kill: !options.calm,
		terminate: options.terminate,
		say: (line) => console.error(line),
	})
	console.log(options.json ? JSON.stringify(figures) : table(figures))
	process.exit(figures.broken.length === 0 && figures.outside === 0 ? 0 : 1)
}

function table({ broken, seconds, settledWithin, ...counts }: Figures): string {
	const rows: [string, string | number][] = [
		['seed', options.seed],
		...Object.entries(counts),
		['seconds to settle after the last fault', settledWithin.toFixed(1)],
		['seconds in all', seconds.toFixed(1)],
		['broken promises', broken.length],
	]
	const lines = rows.map(([name, value]) => `  ${name.padEnd(40)}${String(value).padStart(10)}`)
	return [...lines, ...broken.slice(0, 20)].join('\n')
}
