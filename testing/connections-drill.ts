import { type Drill, restartBoth } from './drill-stage.ts'
import { openFaultyNetwork } from './faulty-network.ts'
import { statementsOf } from './guide-statements.ts'
import { withTicket } from './known-visitors.ts'

/** Milliseconds that each answer of the database is late, so that connections are busy and not processors. */
const LATE_MS = 20
/** Visitors at once at each node. */
const CROWD = 20
/** The number of times that all of them come in a minute. */
const TIMES = 4

/** The drill of ConnectionsScarce: one crowd comes to a role with few connections, and after the step to one with all. */
export const connectionsDrill: Drill = {
	alert: 'ConnectionsScarce',
	cause: 'the role may open ten connections, for two nodes and a desk',
	step: 'the guide’s statement raises the limit, and the nodes are restarted',
	minutes: 12,
	async bring(stage) {
		const network = await openFaultyNetwork(stage.database.url)
		network.slow(LATE_MS)
		const env = { DATABASE_URL: network.url }
		async function restartAfter(statement: string) {
			// All end first: what they hold would leave no connection to the first one that starts.
			await Promise.all([stage.nodes.one.stop(), stage.nodes.two.stop(), stage.desk.stop()])
			await stage.database.asSuperuser(statement)
			await stage.start('one', { env })
			await stage.start('two', { env })
			await stage.desk.restart()
		}
		await restartAfter('alter role raumzeit connection limit 10')
		const carts = await Promise.all(Object.values(stage.nodes).map(({ url }) => withTicket(url)))
		const crowd = carts.flatMap((cart) => Array.from({ length: CROWD }, () => cart))
		return {
			async visit() {
				for (let time = 0; time < TIMES; time += 1)
					await Promise.all(crowd.map(({ get }) => get('/cart')))
			},
			async mend() {
				const [raise = ''] = await statementsOf('ConnectionsScarce', /connection limit/)
				await restartAfter(raise)
			},
			async end() {
				await stage.database.asSuperuser('alter role raumzeit connection limit -1')
				await restartBoth(stage, {})
				await network.close()
			},
		}
	},
}
