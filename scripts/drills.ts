import { parseArgs } from 'node:util'

import { drills } from '#testing/drills.ts'
import { type DrillResult, holdDrills } from '#testing/hold-drills.ts'
import { bringPromtool } from '#testing/promtool.ts'

const USAGE = `npm run drills -- [ALERT...]

Brings about what alerts of deploy/prometheus/alerts.yml are about, on two nodes of the built shop and a
PostgreSQL of their own: a node is killed, the database is stopped or takes no writes, a release has a fault,
somebody locks a table, connections are few. Does the step of docs/alerts.md, and lets promtool judge the
metrics by the rules: the alert is quiet before, fires, and is quiet after the step, though the same visitors
still come. Exits with 1 if one is not. The other alerts have their drills beside their metrics
(testing/alerts-fire.server.test.ts). Needs the build (npm run build), and
promtool, or apt-get, which brings it into a folder of its own.`

const { values: options, positionals } = parseArgs({
	allowPositionals: true,
	options: { help: { type: 'boolean', default: false } },
})

async function main(): Promise<number> {
	const unknown = positionals.filter((name) => !drills.some(({ alert }) => alert === name))
	if (unknown.length > 0) throw new Error(`There is no drill for ${unknown.join(', ')}`)
	const chosen = drills.filter(
		({ alert }) => positionals.length === 0 || positionals.includes(alert),
	)
	const promtool = bringPromtool('npm run drills')
	const results = await holdDrills(chosen, { promtool, say: console.error })
	console.log([HEAD, ...results.map(row)].join('\n'))
	for (const { drill, wrong } of results) if (wrong) console.error(`${drill.alert}: ${wrong}`)
	return results.every(({ wrong }) => wrong === null) ? 0 : 1
}

const HEAD = `| Alert | Brought about by | Fires | Step of the guide | Quiet again | Seconds |
|---|---|---|---|---|---|`

function row({ drill, wrong, seconds }: DrillResult): string {
	const { alert, cause, step, minutes } = drill
	const cells =
		wrong === null ? [`within ${minutes} min`, step, 'yes'] : ['not as it must', step, 'no']
	return `| ${[alert, cause, ...cells, seconds.toFixed(0)].join(' | ')} |`
}

// The command runs last, so that everything above is defined.
if (options.help) console.log(USAGE)
else process.exit(await main())
