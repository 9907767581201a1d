import { parseArgs } from 'node:util'

import { type FailoverFigures, failOver, type Loss, losses } from '#testing/failover.ts'

const USAGE = `npm run failover -- [--loss killed|dead|behind|switched|all] [--times 5] [--rate 30] [--async]

Loses the primary of a PostgreSQL of two machines behind Patroni, as deploy/patroni sets them up, while
visitors book over HTTP at --rate bookings a minute, and compares what they were told with the rows.
killed: kill -9 of its PostgreSQL; dead: its whole machine stands still and comes back later; behind:
the same while the standby lacks the last seconds; switched: handed over on purpose. --async: without a
synchronous standby. Exits with 1 if a confirmed booking is lost with a synchronous standby, if a number
was given out twice, or if the audit finds a broken promise. Needs the build (npm run build), Debian's
PostgreSQL, and apt-get, which brings Patroni and etcd into a folder of their own.`

const { values: options } = parseArgs({
	options: {
		loss: { type: 'string', default: 'all' },
		times: { type: 'string', default: '5' },
		rate: { type: 'string', default: '30' },
		async: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
})

async function main(): Promise<number> {
	const chosen = losses.filter((loss) => options.loss === 'all' || options.loss === loss)
	if (chosen.length === 0) throw new Error(`--loss is none of ${losses.join(', ')}, all`)
	const isSynchronous = !options.async
	let isWhole = true
	const rows: string[] = []
	for (const loss of chosen) {
		const times = Number(options.times)
		const rate = Number(options.rate)
		const figures = await failOver({ loss, isSynchronous, times, rate, say: console.error })
		rows.push(row(loss, isSynchronous, figures))
		isWhole &&= isAsItMust(isSynchronous, figures)
	}
	console.log(HEAD + rows.join('\n'))
	return isWhole ? 0 : 1
}

const HEAD = `| Primary | Standby | Times | Writes back after, s | Bookings begun, finished | Slowest, s | Writes lost | Bookings lost | Numbers twice | Broken | Same process |
|---|---|---|---|---|---|---|---|---|---|---|
`

function row(loss: Loss, isSynchronous: boolean, figures: FailoverFigures): string {
	const { bookings, lost, writesBack, numbersTwice, broken, isSameProcess } = figures
	const cells = [
		loss,
		isSynchronous ? 'synchronous' : 'asynchronous',
		figures.losses,
		writesBack.map((seconds) => seconds.toFixed(1)).join(', '),
		`${bookings.begun}, ${bookings.finished}`,
		bookings.slowest.toFixed(1),
		lost.writes,
		lost.bookings,
		numbersTwice,
		broken.join(' ') || 'none',
		isSameProcess ? 'yes' : 'no',
	]
	return `| ${cells.join(' | ')} |`
}

function isAsItMust(
	isSynchronous: boolean,
	{ lost, numbersTwice, broken, isSameProcess }: FailoverFigures,
): boolean {
	const isLost = isSynchronous && lost.writes + lost.bookings > 0
	return !isLost && numbersTwice === 0 && broken.length === 0 && isSameProcess
}

// Last, so that everything above is defined.
if (options.help) console.log(USAGE)
else process.exit(await main())
