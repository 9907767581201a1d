import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { auditAt } from '#app/db/audit.server.ts'
import { connect, type Database, raw } from '#app/db/connect.server.ts'
import { isUnavailable } from '#app/db/errors.server.ts'
import {
	discardEmbedded,
	freePort,
	newPassword,
	startEmbedded,
} from '#drizzle/embedded/embedded.ts'
import { startDice } from '#sandbox/dice.ts'
import { Ended } from '#scripts/shop/child.ts'
import { startServer, startShop } from '#scripts/shop/shop.ts'

import { copyVenue, type VenueChanges } from './copied-venue.ts'
import { type Cluster, openPatroni, send } from './patroni.ts'

export type Contention = {
	attempts: number
	/** The longest duration in minutes. */
	minutes: number
	processes: number
	clients: number
	/** Chooses what visitors want and which process is killed; the order of answers is the machine's. */
	seed: number
	/** Kills a server process every few seconds. */
	kill: boolean
	/** Has the database behind Patroni, with a synchronous standby, and kills its primary again and again. */
	failover: boolean
	/** Removes the lock of the day and the guards of the database, as a negative control. */
	control: boolean
	/** Called every ten seconds. */
	say: (line: string) => void
}

export type Findings = {
	/** Changes that were answered, or cut off while they were under way. */
	attempts: number
	granted: number
	refused: number
	/** Status 503. */
	unavailable: number
	/** Cut off by a kill: unknown whether they were done. */
	reset: number
	/** Any other answer, by status: there must be none. */
	failed: Record<string, number>
	kills: number
	/** Primaries of the database that were killed. */
	failovers: number
	/** Counts of all places and rooms, and the number of them that found one too many. */
	looks: number
	oversold: number
	/** The audit's findings at the end. */
	broken: string[]
	seconds: number
	p50: number
	p99: number
	slowest: number
}

/**
 * Lets visitors fight for a few places on a few days, over HTTP and several server processes on one database of its
 * own, while a second connection counts five times a second whether there is one too many.
 */
export async function contend(options: Contention): Promise<Findings> {
	const arena = await openArena(options)
	try {
		return await fight(arena, options)
	} finally {
		await arena.close()
	}
}

type Arena = Awaited<ReturnType<typeof openArena>>

/** A small venue, so that nearly everything is taken nearly always. */
const changes: VenueChanges = {
	'catalogue.yaml': [['capacity: 250', 'capacity: 60']],
	'venue.yaml': [
		['cartsPerAddress: 30', 'cartsPerAddress: 1000000'],
		['newCartsPerAddress: 100', 'newCartsPerAddress: 1000000'],
		['exclusivePerAddress: 9', 'exclusivePerAddress: 1000000'],
		['placesPerAddress: 80', 'placesPerAddress: 1000000'],
	],
}

async function openArena({ processes, control, failover, seed }: Contention) {
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-contend-'))
	await chmod(folder, 0o711)
	const dataDir = join(folder, 'data')
	await mkdir(dataDir, { mode: 0o711 })
	const database = failover ? await openFailing() : await openLasting(dataDir)
	const { PATH, HOME, TZ } = process.env
	const env = {
		PATH,
		HOME,
		TZ,
		DATABASE_URL: database.url,
		VENUE_DIR: await copyVenue(folder, changes),
		LOG_LEVEL: 'error',
		WORKERS: '1',
		TRUST_PROXY: '1',
	}
	const shop = await startShop({ dataDir, port: await freePort(), env, quiet: true })
	const servers = [{ url: shop.url, isUp: true, server: null as Server | null }]
	for (let index = 1; index < processes; index += 1) {
		const server = await startServer({ env: shop.env, output: 'ignore' })
		servers.push({ url: server.url, isUp: true, server })
	}
	// The shop's own client: postgres.js by itself throws where nobody can catch it when its server is killed.
	const db = connect(shop.databaseUrl, { transactions: 1, statements: 1 })
	if (control) await disarm(db)
	return {
		db,
		servers,
		shop,
		cluster: database.cluster,
		/** Dice for the part of the run with this number: each visitor and each killer has its own. */
		diceOf: (part: number) => startDice(seed * 7919 + part),
		async close() {
			await db.close()
			await Promise.all(servers.map(({ server }) => server?.stop()))
			await shop.stop()
			await database.stop()
			await discardEmbedded(dataDir)
			await rm(folder, { recursive: true, force: true })
		},
	}
}

type Server = Awaited<ReturnType<typeof startServer>>

type Opened = { url: string; cluster: Cluster | null; stop: () => Promise<void> }

/** Opens a database that is never killed: waiting for its disk would only slow the run. */
async function openLasting(dataDir: string): Promise<Opened> {
	const { url, stop } = await startEmbedded({
		dataDir,
		password: newPassword(),
		durable: false,
	})
	return { url, cluster: null, stop }
}

/** Opens a database whose primary can be killed: its standby has every commit that was answered. */
async function openFailing(): Promise<Opened> {
	const cluster = await openPatroni({ isSynchronous: true, etcds: 1 })
	return { url: cluster.url, cluster, stop: cluster.stop }
}

/**
 * Removes the lock of a day, which is its row in `days`: a trigger that drops every insert leaves nothing to lock. The
 * application runs unchanged.
 */
async function disarm(db: Database) {
	const statements = `
		create function no_row() returns trigger language plpgsql as 'begin return null; end';
		create trigger no_days before insert on days for each row execute function no_row();
		delete from days;
		drop trigger allocations_zone_peak_insert on allocations;
		drop trigger allocations_zone_peak_update on allocations;
		alter table allocations drop constraint allocations_exclusive;
	`
	for (const statement of statements.split(/;$/m)) if (statement.trim()) await raw(db, statement)
}

async function fight(arena: Arena, options: Contention): Promise<Findings> {
	const begin = performance.now()
	const findings: Findings = {
		attempts: 0,
		granted: 0,
		refused: 0,
		unavailable: 0,
		reset: 0,
		failed: {},
		kills: 0,
		failovers: 0,
		looks: 0,
		oversold: 0,
		broken: [],
		seconds: 0,
		p50: 0,
		p99: 0,
		slowest: 0,
	}
	const times: number[] = []
	const over = new AbortController()
	const { cluster } = arena
	/** Ignores the failure of `work` where the run takes servers away (`cluster`); otherwise a failure ends the run. */
	const unlessAway = (work: Promise<void>) => (cluster ? work.catch(() => {}) : work)
	const companions = [
		every(200, over.signal, () => unlessAway(look(arena, findings))),
		every(300, over.signal, () => unlessAway(letHoldsRunOut(arena))),
		every(10_000, over.signal, () => options.say(progress(findings, begin))),
		...(options.kill ? [killNowAndThen(arena, findings, over.signal)] : []),
		...(cluster ? [loseNowAndThen(cluster, findings, over.signal)] : []),
	]
	const isOver = () =>
		findings.attempts >= options.attempts ||
		performance.now() - begin > options.minutes * 60_000 ||
		(options.control && findings.oversold > 0)
	await Promise.all(
		Array.from({ length: options.clients }, async (_, client) => {
			const { roll } = arena.diceOf(client + 1)
			while (!isOver()) await visit(arena, roll, (answer) => note(findings, times, answer))
		}),
	)
	over.abort()
	await Promise.all(companions)
	await cluster?.untilWhole()
	await insist(() => look(arena, findings))

	findings.broken = await insist(() => brokenPromises(arena.shop.databaseUrl))
	findings.seconds = (performance.now() - begin) / 1000
	const sorted = times.toSorted((one, other) => one - other)
	const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
	return { ...findings, p50: at(0.5), p99: at(0.99), slowest: at(1) }
}

function progress(findings: Findings, begin: number): string {
	const { attempts, granted, oversold, kills, failovers } = findings
	const seconds = (performance.now() - begin) / 1000
	const rate = Math.round(attempts / seconds)
	return `${Math.round(seconds)} s: ${attempts} attempts (${rate}/s), ${granted} granted, ${kills} kills, ${failovers} failovers, ${oversold} oversold`
}

/** A number from 0 to below 1, from the run's seed. */
type Roll = () => number

/** Makes a visit with a session of its own: adds something, sometimes changes or removes it, and abandons the cart. */
async function visit(
	{ servers }: Arena,
	roll: Roll,
	tell: (answer: Answer) => void,
): Promise<void> {
	const up = servers.filter((server) => server.isUp)
	const origin = pick(roll, up.length > 0 ? up : servers).url
	const visitor = newVisitor(origin, roll)
	const wanted = await visitor.post('/cart', {
		intent: 'add',
		version: 0,
		returnTo: '/',
		...pick(roll, wishes),
	})
	tell(wanted)
	if (wanted.kind !== 'granted' || roll() > 0.05) return

	const page = await visitor.get('/cart')
	const line = /name="line" value="([0-9a-f-]{36})"/.exec(page.text)?.[1]
	const version = /name="version" value="(\d+)"/.exec(page.text)?.[1]
	if (!line || !version) return
	const change = roll() < 0.5 ? { intent: 'remove' } : { intent: 'quantity', quantity: 2 }
	tell(await visitor.post('/cart', { ...change, line, version }))
}

/** Everything that is scarce in the venue, at times that overlap or touch. */
const wishes = openSaturdays(4).flatMap((day) => [
	...['14:00', '15:00', '16:00'].flatMap((time) => [
		{ product: 'ticket-adult', quantity: 1, day, time, duration: 120 },
		{ product: 'ticket-child', quantity: 3, day, time, duration: 90 },
		{ product: 'laser-round', quantity: 2, day, time, duration: 120 },
		{ product: 'room-venus', quantity: 1, day, time, duration: 120 },
		{ product: 'kometen-party', quantity: 7, day, time, duration: 120 },
		{ product: 'galaxie-party', quantity: 6, day, time, duration: 120 },
	]),
	{ product: 'cake-table', quantity: 1, day, time: '14:00', duration: 120 },
])

function openSaturdays(count: number): string[] {
	const day = 24 * 60 * 60 * 1000
	const first = Date.now() + 14 * day
	const saturday = first + ((6 - new Date(first).getUTCDay() + 7) % 7) * day
	return Array.from({ length: count }, (_, week) =>
		new Date(saturday + week * 7 * day).toISOString().slice(0, 10),
	)
}

type Answer = {
	kind: 'granted' | 'refused' | 'unavailable' | 'reset' | 'unreached' | `${number}`
	ms: number
	text: string
}

function note(findings: Findings, times: number[], { kind, ms }: Answer) {
	// No server listened at that moment: that was no attempt.
	if (kind === 'unreached') return
	findings.attempts += 1
	if (kind === 'granted' || kind === 'refused' || kind === 'unavailable' || kind === 'reset') {
		findings[kind] += 1
	} else findings.failed[kind] = (findings.failed[kind] ?? 0) + 1
	if (kind !== 'reset') times.push(ms)
}

/** Makes a visitor who looks to the server like a browser with JavaScript: forms go to the route's data address. */
function newVisitor(origin: string, roll: Roll) {
	let cookie = ''
	// Carts of one address wait for each other and are counted each time: few addresses would slow the run.
	const address = `10.1.${anyOctet(roll)}.${anyOctet(roll)}`

	async function send(method: string, path: string, body = ''): Promise<Answer> {
		const begin = performance.now()
		try {
			const { status, cookies, text } = await exchange(origin, {
				method,
				path,
				body,
				cookie,
				address,
			})
			const [session] = cookies.map((set) => set.split(';')[0] ?? '')
			if (session) cookie = session
			return { kind: kindOf(status), ms: performance.now() - begin, text }
		} catch (error) {
			const isUnreached = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
			if (isUnreached) await delay(50)
			return { kind: isUnreached ? 'unreached' : 'reset', ms: performance.now() - begin, text: '' }
		}
	}

	return {
		get: (path: string) => send('GET', path),
		post: (path: string, fields: Record<string, string | number>) => {
			const form = Object.entries(fields).map(([name, value]) => [name, String(value)])
			return send('POST', `${path}.data`, new URLSearchParams(form).toString())
		},
	}
}

/** Sorts an answer by its status. A redirect comes as 202 where data are asked for. */
function kindOf(status: number): Answer['kind'] {
	if (status === 202 || status === 303 || status === 200) return 'granted'
	if (status === 422) return 'refused'
	return status === 503 ? 'unavailable' : `${status}`
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

type Sent = { method: string; path: string; body: string; cookie: string; address: string }

function exchange(origin: string, { method, path, body, cookie, address }: Sent) {
	return new Promise<{ status: number; cookies: string[]; text: string }>((done, failed) => {
		const headers = {
			Origin: origin,
			'Sec-Fetch-Site': 'same-origin',
			'X-Forwarded-For': address,
			...(cookie && { Cookie: cookie }),
			...(body && { 'Content-Type': 'application/x-www-form-urlencoded' }),
			'Content-Length': Buffer.byteLength(body),
		}
		const outgoing = request(origin + path, { method, agent, headers }, (incoming) => {
			let text = ''
			incoming.setEncoding('utf8')
			incoming.on('data', (part: string) => (text += part))
			incoming.on('error', failed)
			incoming.on('end', () => {
				const { statusCode = 0, headers } = incoming
				done({ status: statusCode, cookies: headers['set-cookie'] ?? [], text })
			})
		})
		outgoing.on('error', failed)
		outgoing.end(body)
	})
}

/** Checks I1 and I2 in one query. A hold is judged after the rows were read, so none that just expired counts. */
async function look({ db }: Arena, findings: Findings): Promise<void> {
	const rows = await raw(
		db,
		`
		with live as (
			select * from allocations where state in ('held', 'pending', 'confirmed')
				and (expires_at is null or expires_at > clock_timestamp())
		), changes as (
			select resource_id, day, lower(blocked) as at, units as delta from live
			union all select resource_id, day, upper(blocked), -units from live
		), loads as (
			select resource_id, day, sum(delta) over (partition by resource_id, day order by at, delta) as load from changes
		)
		select l.resource_id, l.day, max(l.load) as load, r.capacity from loads l
		join resources r on r.id = l.resource_id
		group by l.resource_id, l.day, r.capacity having max(l.load) > case when r.capacity > 0 then r.capacity else 1 end`,
	)
	findings.looks += 1
	if (rows.length > 0) findings.oversold += 1
}

/** Ends holds of abandoned carts early, so that there are always places to fight for. */
async function letHoldsRunOut({ db }: Arena): Promise<void> {
	await db.transaction(async (tx) => {
		await raw(tx, `select from days order by day for update`)
		await raw(
			tx,
			`
			with gone as (
				update carts set expires_at = now() - interval '1 second'
				where order_id is null and random() < 0.3 and id in (
					select cart_id from allocations where state = 'held' and expires_at > now()
				)
				returning id
			)
			update allocations set expires_at = now() - interval '1 second'
			where state = 'held' and cart_id in (select id from gone)`,
		)
	})
}

/** Kills the servers that this run has started, and restarts them; not the shop's first one, which has a supervisor. */
async function killNowAndThen(
	{ servers, shop, diceOf }: Arena,
	findings: Findings,
	over: AbortSignal,
): Promise<void> {
	const { roll } = diceOf(0)
	while (!over.aborted) {
		await delay(2000 + roll() * 3000, undefined, { signal: over }).catch(() => {})
		const victim = pick(
			roll,
			servers.filter(({ server }) => server !== null),
		)
		if (over.aborted || !victim?.server) continue
		const port = Number(new URL(victim.url).port)
		victim.server.kill('SIGKILL')
		findings.kills += 1
		victim.isUp = false
		await delay(100)
		victim.server = await startAgain({ env: shop.env, port, output: 'ignore' })
		victim.isUp = true
	}
}

/** Repeats `work` while the database cannot be reached. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
	for (;;) {
		try {
			return await work()
		} catch (error) {
			if (!isUnavailable(error)) throw error
			await delay(500)
		}
	}
}

/** Starts a server as its supervisor does: again and again, because it does not start while the database is away. */
async function startAgain(options: Parameters<typeof startServer>[0]): Promise<Server> {
	for (;;) {
		try {
			return await startServer(options)
		} catch (error) {
			if (!(error instanceof Ended)) throw error
			await delay(500)
		}
	}
}

/** Kills the primary of the database with kill -9, each time half a minute after the cluster is whole again. */
async function loseNowAndThen(
	cluster: Cluster,
	findings: Findings,
	over: AbortSignal,
): Promise<void> {
	while (!over.aborted) {
		await cluster.untilWhole()
		await delay(30_000, undefined, { signal: over }).catch(() => {})
		if (over.aborted) return
		send(await (await cluster.primary()).postmaster(), 'SIGKILL')
		findings.failovers += 1
	}
}

async function brokenPromises(databaseUrl: string): Promise<string[]> {
	const findings = await auditAt(databaseUrl)
	return findings
		.filter(({ broken }) => broken.length > 0)
		.map(({ id, promise }) => `${id} ${promise}`)
}

async function every(ms: number, over: AbortSignal, work: () => unknown): Promise<void> {
	while (!over.aborted) {
		await delay(ms, undefined, { signal: over }).catch(() => {})
		if (!over.aborted) await work()
	}
}

function anyOctet(roll: Roll): number {
	return Math.floor(roll() * 256)
}

function pick<T>(roll: Roll, things: readonly T[]): T {
	return things[Math.floor(roll() * things.length)] as T
}
