import { readFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'

import { benchCalendar } from './calendar.ts'
import { benchClaims } from './claims.ts'
import { openDatabases } from './databases.ts'
import { benchDay } from './day.ts'
import { benchKnownAddresses } from './known-addresses.ts'
import { benchReload } from './reload.ts'
import { benchSignIns } from './sign-ins.ts'
import { benchStartPage } from './start-page.ts'
import { measureBeside } from './table/beside.ts'
import { benchCrowd, benchMemory, benchStampede } from './table/crowd.ts'
import { comparisonOf, tableOf, writeReport } from './table/report.ts'
import type { Run } from './table/run.ts'
import { measureTable } from './table/table.ts'

// `npm run bench`: the table of `docs/performance.md`. Everything that is compared is measured in one run, in turns, so
// that the machine and its other work matter little. Timings never fail the run. `npm run bench -- --beside FOLDER`
// compares with a build in another folder, `npm run bench -- crowd stampede memory sign-ins day reload` runs others.

const benches = {
	calendar: benchCalendar,
	'start-page': benchStartPage,
	claims: benchClaims,
	'sign-ins': benchSignIns,
	'known-addresses': benchKnownAddresses,
	day: benchDay,
}
/** Benches with a shop of their own. */
const withShops = {
	crowd: benchCrowd,
	stampede: benchStampede,
	memory: () => benchMemory(Number(values.requests)),
	reload: () => benchReload(Number(values.turns)),
}
const needOrders = new Set(['calendar', 'start-page', 'day'])

const { values, positionals: asked } = parseArgs({
	allowPositionals: true,
	options: {
		seconds: { type: 'string' },
		rounds: { type: 'string', default: '2' },
		workers: { type: 'string', default: '1' },
		only: { type: 'string', default: '' },
		requests: { type: 'string', default: '100000' },
		past: { type: 'string', default: '1000000' },
		compare: { type: 'string' },
		beside: { type: 'string' },
		turns: { type: 'string', default: '8' },
		write: { type: 'boolean', default: false },
	},
})
const names = [...Object.keys(benches), ...Object.keys(withShops)]
const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length > 0) {
	console.error(`There is no benchmark ${unknown.join(', ')}, only ${names.join(', ')}`)
	process.exit(1)
}
const only = values.only.split(',').filter((name) => name !== '')
if (values.beside) {
	const settings = { turns: Number(values.turns), seconds: Number(values.seconds ?? 1), only }
	await measureBeside(values.beside, settings, (line) => console.log(line))
} else if (asked.length === 0) await table()
else await others()

async function table() {
	const earlier = values.compare && (JSON.parse(await readFile(values.compare, 'utf8')) as Run)
	const settings = {
		seconds: Number(values.seconds ?? 3),
		rounds: Number(values.rounds),
		workers: Number(values.workers),
		only,
	}
	const run = await measureTable(settings, (line) => console.error(line))
	for (const line of tableOf(run)) console.log(line)
	if (earlier) for (const line of comparisonOf(run, earlier)) console.log(line)
	if (values.write) await writeReport(run)
}

async function others() {
	for (const [name, bench] of Object.entries(withShops)) {
		if (asked.includes(name)) for (const line of await bench()) console.log(line)
	}
	const chosen = Object.entries(benches).filter(([name]) => asked.includes(name))
	if (chosen.length === 0) return
	const isLong = chosen.some(([name]) => needOrders.has(name))
	const databases = await openDatabases({ few: 1_000, many: isLong ? Number(values.past) : 1_000 })
	try {
		console.log(
			`\n${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)} before, Node ${process.version}`,
		)
		for (const [, bench] of chosen) {
			for (const line of await bench(databases)) console.log(line)
		}
	} finally {
		await databases.close()
	}
}
