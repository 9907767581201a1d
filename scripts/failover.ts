import { parseArgs } from 'node:util'

import {
	type FailoverFigures,
	failOver,
	type Loss,
	losses,
	needsThreeEtcds,
} from '#testing/failover.ts'

const USAGE = `npm run failover -- [--loss killed|dead|behind|switched|apart|vote|all] [--times 5] [--rate 30]
                    [--etcd 3|1] [--within S] [--async]

Loses the primary of a PostgreSQL of two machines behind Patroni, as deploy/patroni sets them up, while
visitors book over HTTP at --rate bookings a minute, and compares what they were told with the rows.
killed: kill -9 of its PostgreSQL; dead: its whole machine stands still and comes back later; behind:
the same while the standby lacks the last seconds; switched: handed over on purpose; apart: its machine is
cut off from the other two, and the shop reaches both; vote: the leading one of three etcds stands still.
--async: without a synchronous standby; reconcile makes the lost bookings again at the end. --within: the
seconds after which writes must be back, each time. A visitor whose cart or order is lost begins anew, five
times in all; each that fails is a line with its step. Exits with 1 if writes are not back, if a visitor
does not finish, if a confirmed booking is lost with a synchronous standby, or is lost after that without
one, if a number was given out twice, or if the audit finds a broken promise. Needs the build (npm run build),
Debian's PostgreSQL, and apt-get, which brings Patroni and etcd into a folder of their own.`

const { values: options } = parseArgs({
	options: {
		loss: { type: 'string', default: 'all' },
		times: { type: 'string', default: '5' },
		rate: { type: 'string', default: '30' },
		etcd: { type: 'string', default: '3' },
		within: { type: 'string', default: 'Infinity' },
		async: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
})

async function main(): Promise<number> {
	const etcds = options.etcd === '1' ? 1 : 3
	const within = Number(options.within)
	const chosen = losses
		.filter((loss) => options.loss === 'all' || options.loss === loss)
		.filter((loss) => etcds === 3 || !needsThreeEtcds(loss))
	if (chosen.length === 0) throw new Error(`--loss is none of ${losses.join(', ')}, all`)
	const isSynchronous = !options.async
	let isWhole = true
	const rows: string[] = []
	const inTimes: string[] = []
	for (const loss of chosen) {
		const times = Number(options.times)
		const rate = Number(options.rate)
		const figures = await failOver({
			loss,
			isSynchronous,
			etcds,
			times,
			rate,
			say: console.error,
		})
		const inTime = figures.writesBack.filter((seconds) => seconds <= within).length
		rows.push(row(loss, isSynchronous, figures))
		if (Number.isFinite(within))
			inTimes.push(`${loss}: writes back within ${within} s ${inTime} of ${times} times`)
		isWhole &&= inTime === times && isAsItMust(isSynchronous, figures)
	}
	console.log([HEAD + rows.join('\n'), ...inTimes].join('\n'))
	return isWhole ? 0 : 1
}

const HEAD = `| Primary | Standby | Times | Writes back after, s | Bookings begun, finished | Slowest, s | Writes lost | Bookings lost | Booked again | Lost in the end | Numbers twice | Broken | Same process |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
`

function row(loss: Loss, isSynchronous: boolean, figures: FailoverFigures): string {
	const { bookings, lost, again, writesBack, numbersTwice, broken, isSameProcess } = figures
	const cells = [
		loss,
		isSynchronous ? 'synchronous' : 'asynchronous',
		figures.losses,
		writesBack.map((seconds) => seconds.toFixed(1)).join(', '),
		`${bookings.begun}, ${bookings.finished}`,
		bookings.slowest.toFixed(1),
		lost.writes,
		lost.bookings,
		again.booked,
		again.lost,
		numbersTwice,
		broken.join(' ') || 'none',
		isSameProcess ? 'yes' : 'no',
	]
	return `| ${cells.join(' | ')} |`
}

function isAsItMust(
	isSynchronous: boolean,
	{ bookings, lost, again, numbersTwice, broken, isSameProcess }: FailoverFigures,
): boolean {
	const isLost = isSynchronous && lost.writes + lost.bookings > 0
	const isFinished = bookings.begun === bookings.finished
	const isKept = !isLost && again.lost === 0 && numbersTwice === 0 && broken.length === 0
	return isFinished && isKept && isSameProcess
}

// The command runs last, so that everything above is defined.
if (options.help) console.log(USAGE)
else process.exit(await main())
