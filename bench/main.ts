import { availableParallelism, loadavg } from 'node:os'

import { benchCalendar } from './calendar.ts'
import { benchClaims } from './claims.ts'
import { openDatabases } from './databases.ts'
import { benchStartPage } from './start-page.ts'

// `npm run bench`: every benchmark measures both sides of its ratio in one run, in turns, so that the
// machine it runs on and whatever else runs there do not matter much. Timings never fail anything.

const past = { few: 1_000, many: 1_000_000 }

const databases = await openDatabases(past)
try {
	console.log(
		`\n${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)} before, Node ${process.version}`,
	)
	for (const bench of [benchCalendar, benchStartPage, benchClaims]) {
		for (const line of await bench(databases)) console.log(line)
	}
} finally {
	await databases.close()
}
