import { parseArgs } from 'node:util'

import { simulateMonth, type MonthFigures } from '#testing/month.ts'
import { simulate, type Figures } from '#testing/payment-simulation.ts'

const USAGE = `npm run payments -- [--payments 10000] [--minutes 60] [--clients 32] [--seed 1] [--calm] [--terminate] [--json]
npm run payments -- --month [--orders 2000] [--clients 8] [--seed 1] [--json]

Simulated payments with both providers over HTTP, at two server processes of the built shop on a database of
its own. The pretend providers misbehave by a plan with a seed: 5 % of the calls get no answer, 5 % of the
webhooks are lost, others come up to ten times and out of order; a server is killed every few seconds (not
with --calm). Half of the visitors change their booking afterwards: guests, the day, or something that has
to be paid online first. At the end the providers' books and the shop's rows must agree within 120 s after the last
fault. --terminate ends a random open transaction of the database five times a second, and triggers note
which transaction wrote what.

--month plays a month with everything of it instead: tickets, parties, rooms of companies, gift vouchers and
discounts are ordered and paid, then cancelled, given back, noted, reversed and paid back at the venue's desk,
and visited. \`verify\` must be whole, and the books of providers, vouchers and papers agree with the rows. Exits with 1 if anything disagrees. Needs the build (npm run build).`

const { values: options } = parseArgs({
	options: {
		payments: { type: 'string', default: '10000' },
		minutes: { type: 'string', default: '60' },
		clients: { type: 'string' },
		seed: { type: 'string', default: '1' },
		calm: { type: 'boolean', default: false },
		terminate: { type: 'boolean', default: false },
		month: { type: 'boolean', default: false },
		orders: { type: 'string', default: '2000' },
		json: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
})

if (options.help) {
	console.log(USAGE)
} else if (options.month) {
	const figures = await simulateMonth({
		orders: Number(options.orders),
		clients: Number(options.clients ?? '8'),
		seed: Number(options.seed),
		say: (line) => console.error(line),
	})
	console.log(options.json ? JSON.stringify(figures) : monthTable(figures))
	process.exit(figures.broken.length === 0 ? 0 : 1)
} else {
	const figures = await simulate({
		payments: Number(options.payments),
		minutes: Number(options.minutes),
		clients: Number(options.clients ?? '32'),
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

function monthTable({ broken, seconds, money, ...counts }: MonthFigures): string {
	return [
		line('seed', options.seed),
		...Object.entries(counts).flatMap(([what, parts]) => [
			what,
			...Object.entries(parts).map(([name, value]) => line(name, value)),
		]),
		'money in EUR',
		...Object.entries(money).map(([name, value]) => line(name, (value / 100).toFixed(2))),
		line('seconds in all', seconds.toFixed(1)),
		line('broken promises', broken.length),
		...broken.slice(0, 20),
	].join('\n')
}

function line(name: string, value: string | number): string {
	return `  ${name.padEnd(56)}${String(value).padStart(12)}`
}
