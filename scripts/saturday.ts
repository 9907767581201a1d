import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { simulateSaturday, type SaturdayFigures } from '#testing/saturday.ts'

const USAGE = `npm run saturday -- [--minutes 30] [--seed 1] [--fast] [--no-kill] [--guests 400] [--parties 14] [--json]

A Saturday of 400 guests and 14 parties on a database of its own: booked online at two shop nodes and by
telephone, then lived through by three desks (a counter, a shift, the owner) at two processes and by guests:
names are searched, rests noted with who came, taken back, bookings changed, moved and cancelled, two at once
on one booking, rooms blocked, the last room wanted by a caller and three visitors, the sheet printed. In each
minute one of the four processes is killed and comes back. After each minute the sheet and the page of the
day are compared with the rows, the audit is run, and each deed must have left the rows that its answer
promised; at the end the books of providers and papers agree. --fast waits for nothing between deeds. Exits
with 1 if anything is found, and says where the output of all processes is. Needs the build (npm run build).`

const { values: options } = parseArgs({
	options: {
		minutes: { type: 'string', default: '30' },
		seed: { type: 'string', default: '1' },
		fast: { type: 'boolean', default: false },
		'no-kill': { type: 'boolean', default: false },
		guests: { type: 'string', default: '400' },
		parties: { type: 'string', default: '14' },
		json: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
})

if (options.help) {
	console.log(USAGE)
} else {
	const output = join(tmpdir(), `saturday-${options.seed}-${process.pid}.log`)
	const figures = await simulateSaturday({
		minutes: Number(options.minutes),
		seed: Number(options.seed),
		fast: options.fast,
		kill: !options['no-kill'],
		guests: Number(options.guests),
		parties: Number(options.parties),
		output,
		say: (line) => console.error(line),
	})
	console.log(options.json ? JSON.stringify(figures) : table(figures))
	if (figures.findings.length > 0) console.error(`the output of all processes: ${output}`)
	process.exit(figures.findings.length === 0 ? 0 : 1)
}

function table(figures: SaturdayFigures): string {
	const { deeds, refused, times, kills, cuts, day, comparisons, seconds, findings } = figures
	const lines = (counts: Record<string, number>) =>
		Object.entries(counts).map(([name, value]) => line(name, value))
	return [
		line('seed', options.seed),
		line('seconds', seconds.toFixed(1)),
		'\nthe day',
		...lines(day),
		'\ndeeds',
		...lines(deeds),
		'\nrefusals',
		...lines(refused),
		'\nkills',
		...lines(kills),
		line('requests cut by a kill', cuts),
		'\ncomparisons of sheet and rows',
		...lines(comparisons),
		`\n${row('answers in ms', ['asked', 'median', '99 %', 'slowest'])}`,
		...Object.entries(times).map(([what, { asked, median, p99, slowest }]) =>
			row(what, [asked, median, p99, slowest]),
		),
		line('\nfindings', findings.length),
		...findings.slice(0, 60),
	].join('\n')
}

function line(name: string, value: string | number): string {
	return `  ${name.padEnd(56)}${String(value).padStart(12)}`
}

function row(name: string, values: readonly (string | number)[]): string {
	return `  ${name.padEnd(28)}${values.map((value) => String(value).padStart(10)).join('')}`
}
