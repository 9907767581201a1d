import postgres from 'postgres'

import { newVisitor, type Visitor } from '../e2e/http/visitor.ts'
import { connectionsDrill } from './connections-drill.ts'
import { type Drill, restart, type Stage, untilReady } from './drill-stage.ts'
import { statementsOf } from './guide-statements.ts'
import { withTicket } from './known-visitors.ts'
import { until } from './patroni.ts'
import { serviceDrills } from './service-drills.ts'

/** The drills of the alerts that only real nodes can bring about, with a real PostgreSQL and the services they use. */
export const drills: readonly Drill[] = [
	...serviceDrills,
	{
		alert: 'NodeDown',
		cause: 'kill -9 of a node',
		step: 'the node is started',
		minutes: 4,
		async bring({ nodes, start }) {
			nodes.two.kill('SIGKILL')
			return { mend: () => start('two') }
		},
	},
	{
		alert: 'DeskDown',
		cause: 'kill -9 of a desk that is not started again',
		step: 'the desk is started',
		minutes: 7,
		async bring({ desk }) {
			desk.kill()
			return { mend: () => desk.restart() }
		},
	},
	{
		alert: 'TwoBuilds',
		cause: 'one of two nodes runs another build of one version',
		step: 'that node is restarted with the build of the other',
		minutes: 63,
		async bring(stage) {
			await restart(stage, 'two', { tree: stage.otherRelease })
			return { mend: () => restart(stage, 'two') }
		},
	},
	{
		alert: 'AnswersFail',
		cause: 'a release with a fault on one node',
		step: 'back to the release before',
		minutes: 3,
		async bring(stage) {
			await restart(stage, 'two', { tree: stage.otherRelease })
			return {
				visit: () => times(8, () => newVisitor(stage.nodes.two.url).get('/sitemap.xml')),
				mend: () => restart(stage, 'two'),
			}
		},
	},
	{
		alert: 'VisitorsRefused',
		cause: 'a transaction that somebody left open has a table of the shop locked',
		step: 'pg_terminate_backend of the session that the guide’s statement names',
		minutes: 12,
		async bring(stage) {
			const carts = await fillCarts(stage)
			const culprit = await openSession(stage.database.url)
			await culprit.unsafe('begin; lock table carts in access exclusive mode')
			return {
				visit: () => Promise.all(carts.map(({ get }) => get('/cart'))),
				mend: () => endBlockers(stage, carts, culprit),
			}
		},
	},
	{
		alert: 'PagesSlow',
		cause: 'a job of somebody else locks a table for two seconds, again and again',
		step: 'pg_terminate_backend of the session that the guide’s statement names',
		minutes: 17,
		async bring(stage) {
			const carts = await fillCarts(stage)
			const culprit = await openSession(stage.database.url)
			const locking = lockAgainAndAgain(culprit)
			return {
				visit: () => Promise.all(carts.map(({ get }) => get('/cart'))),
				async mend() {
					await endBlockers(stage, carts, culprit)
					await locking
				},
			}
		},
	},
	connectionsDrill,
	{
		alert: 'DatabaseDown',
		cause: 'PostgreSQL is stopped',
		step: 'PostgreSQL is started; the nodes reconnect by themselves',
		minutes: 3,
		async bring(stage) {
			await stage.database.stop()
			return {
				async mend() {
					await stage.database.start()
					await untilReady(stage)
				},
			}
		},
	},
	{
		alert: 'DatabaseReadOnly',
		cause: 'somebody made the primary read-only',
		step: 'the guide’s statement allows writes',
		minutes: 3,
		async bring(stage) {
			const { asSuperuser } = stage.database
			await asSuperuser('alter system set default_transaction_read_only = on')
			await asSuperuser('select pg_reload_conf()')
			return {
				async mend() {
					for (const statement of await statementsOf('DatabaseReadOnly', /^alter|reload/))
						await asSuperuser(statement)
					await untilReady(stage)
				},
			}
		},
	},
	{
		alert: 'DatabaseReadOnly',
		cause: 'the primary is lost, its standby answers and takes no writes',
		step: 'the guide’s statement promotes it',
		minutes: 3,
		async bring(stage) {
			await stage.database.stopFollowing()
			await stage.database.loseThePrimary()
			return {
				async mend() {
					for (const statement of await statementsOf('DatabaseReadOnly', /promote/))
						await stage.database.asSuperuser(statement)
					await untilReady(stage)
				},
			}
		},
	},
]

function times<T>(count: number, work: () => Promise<T>): Promise<T[]> {
	return Promise.all(Array.from({ length: count }, work))
}

/** Makes visitors with a ticket in their carts, two at each node: the page of a cart reads its rows. */
function fillCarts({ nodes }: Stage): Promise<Visitor[]> {
	const origins = Object.values(nodes).flatMap(({ url }) => [url, url])
	return Promise.all(origins.map(withTicket))
}

/** Opens a session of another program on the shop's database. */
async function openSession(url: string) {
	const sql = postgres(url, { max: 1, onnotice: () => {} })
	await sql`select 1`
	return sql
}

type Session = Awaited<ReturnType<typeof openSession>>

/** Locks a table for two seconds at a time, until the session is ended. */
async function lockAgainAndAgain(session: Session): Promise<void> {
	try {
		for (;;)
			await session.unsafe(
				'begin; lock table carts in access exclusive mode; select pg_sleep(2.2); commit',
			)
	} catch {
		// It was ended.
	}
}

/** Does the guide's step: while pages wait, asks which session they wait for, and ends it. */
async function endBlockers(stage: Stage, carts: Visitor[], culprit: Session): Promise<void> {
	const [find = '', end = ''] = await statementsOf('VisitorsRefused', /pg_blocking|terminate/)
	const waiting = Promise.all(carts.map(({ get }) => get('/cart')))
	let pid = 0
	await until('the guide’s statement names a session', async () => {
		const [found] = await stage.database.asSuperuser(find)
		pid = Number(found?.['pid'])
		return pid > 0
	})
	await stage.database.asSuperuser(end.replace('PID', String(pid)))
	await waiting
	// At once: a session that the server has ended may never say so.
	await culprit.end({ timeout: 0 })
}
