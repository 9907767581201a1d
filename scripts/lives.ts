import { parseArgs } from 'node:util'

import { simulateLives, type LivesFigures } from '#testing/lives.ts'

const USAGE = `npm run lives -- [--bookings 500] [--clients 8] [--seed 1] [--kill] [--json]

Simulated customers who order, then change, move and cancel their bookings and pay rests and differences with
both providers, at two server processes of the built shop and a process of its models, on a database of their
own. A third of the bookings is as the build before leaves them. The pretend providers misbehave by the plan
of \`npm run payments\`; with --kill one of the three processes is killed every few seconds. At the end
\`verify\` must be whole, the books of providers, vouchers and papers agree with the rows, and no booking has
lost its places. Exits with 1 if anything disagrees. Needs the build (npm run build).`

const { values: options } = parseArgs({
	options: {
		bookings: { type: 'string', default: '500' },
		clients: { type: 'string', default: '8' },
		seed: { type: 'string', default: '1' },
		kill: { type: 'boolean', default: false },
		json: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
})

if (options.help) {
	console.log(USAGE)
} else {
	const figures = await simulateLives({
		bookings: Number(options.bookings),
		clients: Number(options.clients),
		seed: Number(options.seed),
		kill: options.kill,
		say: (line) => console.error(line),
	})
	console.log(options.json ? JSON.stringify(figures) : table(figures))
	process.exit(figures.broken.length === 0 ? 0 : 1)
}

function table({ broken, ...figures }: LivesFigures): string {
	return [
		line('seed', options.seed),
		...Object.entries(figures).flatMap(([name, value]) =>
			typeof value === 'number'
				? [line(name, Number.isInteger(value) ? value : value.toFixed(1))]
				: [name, ...Object.entries(value).map(([part, count]) => line(part, count))],
		),
		line('broken promises', broken.length),
		...broken.slice(0, 20),
	].join('\n')
}

function line(name: string, value: string | number): string {
	return `  ${name.padEnd(64)}${String(value).padStart(12)}`
}
