import { availableParallelism, loadavg } from 'node:os'

import { benchCalendar } from './calendar.ts'
import { benchClaims } from './claims.ts'
import { openDatabases } from './databases.ts'
import { benchKnownAddresses } from './known-addresses.ts'
import { benchSignIns } from './sign-ins.ts'
import { benchStartPage } from './start-page.ts'

// `npm run bench`: every benchmark measures both sides of its ratio in one run, in turns, so that the
// machine it runs on and whatever else runs there do not matter much. Timings never fail anything.
// `npm run bench -- sign-ins known-addresses` runs only those.

const benches = {
	calendar: benchCalendar,
	'start-page': benchStartPage,
	claims: benchClaims,
	'sign-ins': benchSignIns,
	'known-addresses': benchKnownAddresses,
}
const needOrders = new Set(['calendar', 'start-page'])

const names = Object.keys(benches)
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length > 0) {
	console.error(`There is no benchmark ${unknown.join(', ')}, only ${names.join(', ')}`)
	process.exit(1)
}
const chosen = Object.entries(benches).filter(
	([name]) => asked.length === 0 || asked.includes(name),
)
const isLong = chosen.some(([name]) => needOrders.has(name))

const databases = await openDatabases({ few: 1_000, many: isLong ? 1_000_000 : 1_000 })
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
