import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

import { auditAt } from '#app/db/audit.server.ts'
import { connect, raw, type Database } from '#app/db/connect.server.ts'
import { messageOf } from '#app/db/errors.server.ts'
import { dayOf, timeAt } from '#app/models/venue/day.ts'
import { freePort } from '#drizzle/embedded/embedded.ts'
import { startSandbox } from '#sandbox/server.ts'
import { ROOT } from '#scripts/shop/child.ts'
import { sandboxEnv } from '#scripts/shop/sandbox-env.ts'
import { startServer } from '#scripts/shop/shop.ts'

import { type Answer, newVisitor } from '../e2e/http/visitor.ts'
import { type Cluster, type Member, openPatroni, send, until } from './patroni.ts'

const run = promisify(execFile)

/**
 * The losses of a primary. `killed`: its PostgreSQL, by kill -9. `dead`: all of its machine stands still, and comes
 * back after another one has taken over. `behind`: the same while the standby has not got the last seconds.
 * `switched`: handed over on purpose. `apart`: its machine is cut off from the other two, while visitors' nodes reach
 * both databases. `vote`: the etcd that leads stands still, and no primary is lost. The last two need three etcds.
 */
export const losses = ['killed', 'dead', 'behind', 'switched', 'apart', 'vote'] as const
export type Loss = (typeof losses)[number]

export function needsThreeEtcds(loss: Loss): boolean {
	return loss === 'apart' || loss === 'vote'
}

export type Failover = {
	loss: Loss
	isSynchronous: boolean
	etcds: 1 | 3
	/** The number of times that the primary is lost. */
	times: number
	/** Bookings that are begun in a minute. */
	rate: number
	say: (line: string) => void
}

export type FailoverFigures = {
	losses: number
	/** The longest pause of each loss, in seconds, in the answers to a client that writes all the time. */
	writesBack: number[]
	bookings: { begun: number; finished: number; slowest: number }
	/** Writes of that client, and bookings shown to visitors as confirmed, that the database does not have. */
	lost: { writes: number; bookings: number }
	/** The bookings that `reconcile` made again, and those that are lost even then, by the number that was shown. */
	again: { booked: number; lost: number }
	/** Order numbers that two visitors were shown, or that two orders have in the end. */
	numbersTwice: number
	/** Promises that the audit finds broken at the end. */
	broken: string[]
	/** True when the server process is the one that was started. */
	isSameProcess: boolean
}

/** Loses the primary again and again while visitors book; then compares what they were told with the rows. */
export async function failOver(options: Failover): Promise<FailoverFigures> {
	const undo: (() => Promise<unknown>)[] = []
	try {
		const folder = await mkdtemp(join(tmpdir(), 'raumzeit-failing-over-'))
		undo.push(() => rm(folder, { recursive: true, force: true }))
		await chmod(folder, 0o711)
		const cluster = await openPatroni(options)
		undo.push(cluster.stop)
		const shop = await openShop(cluster.url, folder, undo)
		return await lose(cluster, shop, options)
	} finally {
		for (const step of undo.toReversed()) await step()
	}
}

/** Opens a node of the built shop, a pretend provider, and a table for the client that writes all the time. */
async function openShop(
	databaseUrl: string,
	folder: string,
	undo: (() => Promise<unknown>)[],
): Promise<Shop> {
	const sandbox = await startSandbox({ webhookSecret: 'whsec_failover', webhookId: 'WH' })
	undo.push(() => sandbox.close())
	const dataDir = join(folder, 'data')
	await mkdir(dataDir)
	const server = await startServer({
		port: await freePort(),
		databaseUrl,
		sandboxUrl: sandbox.url,
		// A start that is refused says why, and so does each error: outages are no errors.
		output: 'inherit',
		env: { DATA_DIR: dataDir, TRUST_PROXY: '1', LOG_LEVEL: 'error', SMTP_URL: '' },
	})
	undo.push(server.stop)
	const database = connect(databaseUrl, { transactions: 1, statements: 1 })
	undo.push(() => database.close())
	await raw(database, 'create schema trial')
	await raw(database, 'create table trial.writes (id int primary key)')
	const env = {
		...process.env,
		...sandboxEnv(sandbox.url, 'whsec_failover'),
		DATABASE_URL: databaseUrl,
		DATA_DIR: dataDir,
		APP_ORIGIN: server.url,
	}
	return { database, origin: server.url, pid: server.pid ?? 0, env }
}

type Shop = { database: Database; origin: string; pid: number; env: NodeJS.ProcessEnv }

async function lose(cluster: Cluster, shop: Shop, options: Failover): Promise<FailoverFigures> {
	const { loss, times, say } = options
	const began = new Date()
	const writer = startWriting(shop.database)
	const visitors = startBooking(shop.origin, options)
	const writesBack: number[] = []
	for (let time = 1; time <= times; time += 1) {
		await cluster.untilWhole()
		await visitors.untilSomeFinish(2)
		const { undo, at, since = at } = await LOSE[loss](cluster)
		const seconds = (await writer.pauseAfter(at, since)) / 1000
		writesBack.push(seconds)
		say(`${loss} ${time} of ${times}: writes are back after ${seconds.toFixed(1)} s`)
		await undo()
	}
	await cluster.untilWhole()
	const [written, booked] = [await writer.end(), await visitors.end()]
	const numbers = booked.confirmed.map(({ number }) => number)
	const lost = {
		writes: await countMissing(shop.database, written, 'select id::text from trial.writes'),
		bookings: await countMissing(
			shop.database,
			booked.confirmed.map(({ bookingId }) => bookingId),
			`select public_id as id from orders where state in ('confirmed', 'completed')`,
		),
	}
	const again = await reconcileSince(began, shop, say)
	const found = await auditAt(cluster.url)
	return {
		losses: times,
		writesBack,
		bookings: {
			begun: booked.begun,
			finished: booked.confirmed.length,
			slowest: Math.max(...booked.confirmed.map(({ seconds }) => seconds)),
		},
		lost,
		again: {
			booked: again,
			lost: await countMissing(
				shop.database,
				numbers,
				`select number as id from orders where state in ('confirmed', 'completed')`,
			),
		},
		numbersTwice: numbers.length - new Set(numbers).size,
		broken: found.filter(({ broken }) => broken.length > 0).map(({ id }) => id),
		isSameProcess: isAlive(shop.pid),
	}
}

/** Has the operator's command name the lost money and make its bookings again; returns how many it made. */
async function reconcileSince(began: Date, { env }: Shop, say: Failover['say']): Promise<number> {
	const program = join(ROOT, 'scripts', 'venue.mjs')
	const words = ['reconcile', dayOf(began), timeAt(began), '--yes']
	const { stdout } = await run(process.execPath, [program, ...words], { env }).catch(
		(error: { stdout?: string; stderr?: string }) => {
			say(error.stderr ?? '')
			return { stdout: error.stdout ?? '' }
		},
	)
	say(stdout)
	return stdout.split('\n').filter((line) => line.includes('Booked again as')).length
}

/** `at`: the moment of the loss; `since`: that after which it was complete; `undo` brings the machine back. */
type Lost = { at: number; since?: number; undo: () => Promise<void> }

/** The ways to lose a primary. */
const LOSE: Record<Loss, (cluster: Cluster) => Promise<Lost>> = {
	async killed(cluster) {
		const primary = await cluster.primary()
		send(await primary.postmaster(), 'SIGKILL')
		return { at: performance.now(), undo: async () => {} }
	},
	async dead(cluster) {
		const primary = await cluster.primary()
		return stand(primary)
	},
	async behind(cluster) {
		const primary = await cluster.primary()
		// The sender, not the receiver: what was sent waits in the sockets, and would arrive in the end.
		for (const pid of await primary.senders()) send(pid, 'SIGSTOP')
		await delay(3_000)
		return stand(primary)
	},
	async switched(cluster) {
		const primary = await cluster.primary()
		const standby = cluster.members.find((each) => each !== primary)
		const asked = { leader: primary.name, candidate: standby?.name }
		let at = 0
		// 412: Patroni has not noted yet that the standby has all.
		await until('it is handed over', async () => {
			at = performance.now()
			return (await cluster.post('switchover', asked)) === 200
		})
		// It is answered when it is done.
		return { at, since: performance.now(), undo: async () => {} }
	},
	async apart(cluster) {
		const primary = await cluster.primary()
		const mend = cluster.cutOff(primary)
		const at = performance.now()
		const others = cluster.members.filter((each) => each !== primary)
		await until('another one takes over', async () =>
			(await Promise.all(others.map((each) => each.isPrimary()))).includes(true),
		)
		return { at, since: performance.now(), undo: async () => mend() }
	},
	async vote(cluster) {
		const { process, name } = await cluster.etcdLeader()
		send(process.pid ?? 0, 'SIGSTOP')
		const at = performance.now()
		await until('another etcd leads', async () => (await cluster.etcdLeader()).name !== name)
		// As long as a lock lasts: a primary that could not renew it would have lost it by then.
		await delay(LOCK_SECONDS * 1_000)
		const undo = async () => send(process.pid ?? 0, 'SIGCONT')
		return { at, since: performance.now(), undo }
	},
}

/** `ttl` of deploy/patroni/patroni.yml. */
const LOCK_SECONDS = 20

/** Stops every process of a machine where it stands; `undo` lets them go on, as a machine that comes back. */
async function stand(machine: Member) {
	const processes = await machine.processes()
	for (const pid of processes) send(pid, 'SIGSTOP')
	return {
		at: performance.now(),
		undo: async () => {
			for (const pid of processes) send(pid, 'SIGCONT')
		},
	}
}

/** Writes a row ten times a second, and notes each that was answered. */
function startWriting(database: Database) {
	const answered: { id: number; begun: number; at: number }[] = []
	const stop = new AbortController()
	async function write() {
		for (let id = 1; !stop.signal.aborted; id += 1) {
			const begun = performance.now()
			await raw(database, `insert into trial.writes values (${id})`).then(
				() => answered.push({ id, begun, at: performance.now() }),
				() => {},
			)
			await delay(100)
		}
	}
	const writing = write()
	return {
		/**
		 * Waits for the answer to a write that began after `since`; returns the longest pause between answers from `at` on,
		 * in milliseconds.
		 */
		async pauseAfter(at: number, since: number): Promise<number> {
			await until('a write is answered', async () => answered.some(({ begun }) => begun > since))
			const times = [at, ...answered.map((write) => write.at).filter((time) => time > at)]
			return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)))
		},
		async end(): Promise<string[]> {
			stop.abort()
			await writing
			return answered.map(({ id }) => String(id))
		},
	}
}

type Confirmed = { bookingId: string; number: string; seconds: number }

/**
 * Begins bookings at a steady rate; each visitor tries every step again until it is answered. Says each beginning that
 * failed.
 */
function startBooking(origin: string, { rate, say }: Pick<Failover, 'rate' | 'say'>) {
	const confirmed: Confirmed[] = []
	const underWay = new Set<Promise<void>>()
	const stop = new AbortController()
	let begun = 0
	async function begin() {
		while (!stop.signal.aborted) {
			const since = performance.now()
			const nth = (begun += 1)
			const visit = book(origin, nth, say)
				.then((found) => {
					if (found) confirmed.push({ ...found, seconds: (performance.now() - since) / 1000 })
				})
				.finally(() => underWay.delete(visit))
			underWay.add(visit)
			await delay(60_000 / rate, undefined, { signal: stop.signal }).catch(() => {})
		}
	}
	const beginning = begin()
	return {
		async untilSomeFinish(many: number) {
			const before = confirmed.length
			await until('visitors book', async () => confirmed.length >= before + many)
		},
		async end() {
			stop.abort()
			await beginning
			await Promise.all(underWay)
			return { begun, confirmed }
		},
	}
}

const MOST_BEGINNINGS = 5

/**
 * Books until it is confirmed; null when no beginning got there. A cart or an order that was lost with the primary is
 * begun anew, as a person would.
 */
async function book(
	origin: string,
	nth: number,
	say: Failover['say'],
): Promise<Omit<Confirmed, 'seconds'> | null> {
	for (let tries = 1; tries <= MOST_BEGINNINGS; tries += 1) {
		try {
			return await bookOnce(origin, nth)
		} catch (error) {
			const time = new Date().toISOString().slice(11, 19)
			say(`${time} visitor ${nth}, beginning ${tries} of ${MOST_BEGINNINGS}: ${messageOf(error)}`)
		}
	}
	return null
}

const details = {
	firstName: 'Ada',
	lastName: 'Lovelace',
	email: 'ada@example.org',
	emailRepeat: 'ada@example.org',
	street: 'Sternweg 1',
	postcode: '80331',
	city: 'München',
}

async function bookOnce(origin: string, nth: number): Promise<Omit<Confirmed, 'seconds'>> {
	const visitor = newVisitor(origin)
	const wish = { intent: 'add', product: 'ticket-adult', quantity: 1, time: '14:00', duration: 120 }
	const day = saturday(nth % 8)
	const cart = { ...wish, version: 0, day, returnTo: '/' }
	await step('cart', () => visitor.post('/cart', cart), 303)
	await step('address', () => visitor.post('/checkout/address', details), 303)
	const { text } = await step('overview', () => visitor.get('/checkout/overview'), 200)
	const version = /name="version"[^>]*value="(\d+)"/.exec(text)?.[1] ?? '0'
	const ordered = { intent: 'order', version, terms: 'on', wayToPay: 'stripe' }
	const order = () => visitor.post('/checkout/overview', ordered)
	const { location: payment } = await step('order', order, 303)
	const { location: page } = await step('payment', () => visitor.get(`${payment}?go=1`), 303)
	const back = await pay(page ?? '')
	const { location } = await step('return', () => visitor.get(back), 303)
	const confirmation = await step('confirmation', () => visitor.get(location ?? ''), 200)
	const number = /\b\d{4}-\d{6}\b/.exec(confirmation.text)?.[0]
	if (!number) throw new Error(`confirmation: no number at ${location}`)
	return { bookingId: location?.split('/').at(-1)?.split('?')[0] ?? '', number }
}

/** Pays on the provider's page; returns the path by which the visitor comes back to the shop. */
async function pay(page: string): Promise<string> {
	const body = new URLSearchParams({ intent: 'pay' })
	const paid = await fetch(page, { method: 'POST', redirect: 'manual', body }).catch(
		(error: unknown) => {
			throw new Error(`provider: ${page}: ${messageOf(error)}`)
		},
	)
	const location = paid.headers.get('Location')
	if (!location) throw new Error(`provider: ${paid.status} in place of 303`)
	const back = new URL(location)
	return back.pathname + back.search
}

/** Asks again while no answer comes, or 503; rejects when the answer is another one than `status`. */
async function step(name: string, ask: () => Promise<Answer>, status: number): Promise<Answer> {
	let answer: Answer | undefined
	await until(`${name} is answered`, async () => {
		answer = await ask()
		return answer.status !== 503
	})
	if (answer?.status === status) return answer
	const said = REFUSAL.exec(answer?.text ?? '')?.[1]?.replaceAll(/(<[^>]*>|\s)+/g, ' ')
	const instead = said ?? answer?.location ?? ''
	throw new Error(`${name}: ${answer?.status} in place of ${status} ${instead}`.trim())
}

/** Matches what a page says of a form that was refused: above it, or at a field. */
const REFUSAL = /(?:role="alert"|id="[^"]*-error")[^>]*>(.*?)<\/(?:section|ul)>/s

/** Returns a Saturday as `YYYY-MM-DD`, so many weeks after the one in two weeks. */
function saturday(weeks: number): string {
	const day = new Date()
	day.setUTCDate(day.getUTCDate() + ((6 - day.getUTCDay() + 7) % 7) + 14 + weeks * 7)
	return day.toISOString().slice(0, 10)
}

async function countMissing(database: Database, ids: string[], query: string): Promise<number> {
	const rows = await raw(database, query)
	const known = new Set(rows.map(({ id }) => String(id)))
	return ids.filter((id) => !known.has(id)).length
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0)
	} catch {
		return false
	}
}
