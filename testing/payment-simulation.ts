import { chmod, mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { DateTime } from 'luxon'
import postgres from 'postgres'

import { auditAt } from '#app/db/audit.server.ts'
import type { Asked } from '#app/models/booking/asked-lines.ts'
import { zero } from '#app/models/money.ts'
import {
	discardEmbedded,
	freePort,
	newPassword,
	startEmbedded,
} from '#drizzle/embedded/embedded.ts'
import { startDice } from '#sandbox/dice.ts'
import { startServer, startShop } from '#scripts/shop/shop.ts'

import { orderedPolicy } from './booked-order.ts'
import { copyVenue, type VenueChanges } from './copied-venue.ts'
import { disagreements, readStatement } from './payment-ledgers.ts'
import { sampleOrder } from './sample-order.ts'
import { installAudit, readAudit } from './statement-audit.ts'

export type Simulation = {
	payments: number
	/** The longest duration of the load in minutes. */
	minutes: number
	clients: number
	seed: number
	/** Kills a server every few seconds. */
	kill: boolean
	/** Ends the database's side of a random open transaction five times a second. */
	terminate: boolean
	say: (line: string) => void
}

export type Figures = {
	payments: number
	paid: number
	cancelled: number
	abandoned: number
	returns: number
	refundsOrdered: number
	/** Payments of a rest that were begun, those that came to be paid, and notes of the till meanwhile. */
	rests: number
	restsPaid: number
	notes: number
	/** Changes in force without a payment, those that began to be paid, those of them that came into force, and cancelled bookings. */
	changes: number
	differences: number
	differencesPaid: number
	bookingsCancelled: number
	kills: number
	terminated: number
	captures: number
	refunds: number
	disputes: number
	/** Events of the providers, and the number of them that were never sent. */
	events: number
	eventsLost: number
	confirmed: number
	/** Seconds from the last fault until books and rows agreed. */
	settledWithin: number
	/** Groups of statements that belong together, and statements outside of their transaction. */
	groups: number
	outside: number
	/** Disagreements between books and rows at the end, and the audit's findings. */
	broken: string[]
	seconds: number
}

/** Seconds after the last fault within which books and rows must agree. */
const LONGEST_SETTLING = 120

/** One call in twenty gets no answer, one event in twenty is lost, others come up to ten times and out of order. */
export const plan = {
	timeoutBefore: 0.025,
	timeoutAfter: 0.025,
	tooMany: 0.01,
	broken: 0.01,
	html: 0.005,
	huge: 0.001,
	declined: 0.01,
	pending: 0.02,
	disputed: 0.01,
	lost: 0.05,
	copies: 10,
	lateMs: 8000,
}

/**
 * Lets visitors order and pay with both providers over HTTP, at two server processes that die, while the providers fail
 * by a plan with a seed. Orders are made by the shop's own models; from the payment page on everything goes the way a
 * browser goes.
 */
export async function simulate(options: Simulation): Promise<Figures> {
	const stage = await openStage(options)
	try {
		return await play(stage, options)
	} finally {
		await stage.close()
	}
}

export type Stage = Awaited<ReturnType<typeof openStage>>
type Server = Awaited<ReturnType<typeof startServer>>

const venueChanges: VenueChanges = {
	'venue.yaml': [
		['cartsPerAddress: 30', 'cartsPerAddress: 1000000'],
		['newCartsPerAddress: 100', 'newCartsPerAddress: 1000000'],
		['placesPerAddress: 80', 'placesPerAddress: 1000000'],
	],
	'catalogue.yaml': [
		[
			'capacity: 2, picture: /pictures/magician.svg',
			'capacity: 500, picture: /pictures/magician.svg',
		],
	],
}

/** Opens two server processes of the built shop and both pretend providers, on a database of their own. */
export async function openStage({
	seed,
	terminate,
	catalogue = [],
}: Pick<Simulation, 'seed' | 'terminate'> & {
	/** Texts of the catalogue and their replacements. */
	catalogue?: VenueChanges[string]
}) {
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-payments-'))
	await chmod(folder, 0o711)
	const dataDir = join(folder, 'data')
	await mkdir(dataDir, { mode: 0o711 })
	// Servers are killed, the database is not: waiting for its disk would only slow the run.
	const database = await startEmbedded({ dataDir, password: newPassword(), durable: false })
	const { PATH, HOME, TZ } = process.env
	const env = {
		PATH,
		HOME,
		TZ,
		DATABASE_URL: database.url,
		VENUE_DIR: await copyVenue(folder, { ...venueChanges, 'catalogue.yaml': catalogue }),
		LOG_LEVEL: 'error',
		WORKERS: '1',
		// Visitors have addresses of their own.
		TRUST_PROXY: '1',
	}
	const shop = await startShop({ dataDir, port: await freePort(), env, quiet: true })
	// The shop's parts write there as well.
	const output = await open(join(dataDir, 'output.log'), 'a')
	const second: Server = await startServer({ env: shop.env, output: output.fd })
	const sql = postgres(shop.databaseUrl, { max: 3, onnotice: () => {} })
	if (terminate) await installAudit(sql)

	Object.assign(process.env, shop.env)
	const models = await importModels()
	const sandboxUrl = shop.sandboxUrl ?? ''
	const stage = {
		sql,
		shop,
		sandboxUrl,
		second,
		/** The file to which all processes of the run write. */
		output: output.fd,
		/** Answers that were a fault of the shop, a line each. */
		wrong: [] as string[],
		models,
		dice: startDice(seed),
		/** Notes a 5xx, except 503, which asks to come again. */
		noteAnswer(path: string, status: number) {
			if (status >= 500 && status !== 503)
				stage.wrong.push(`${path} answered ${status} at ${new Date().toISOString()}`)
		},
		/** Calls the pretend providers' controls. */
		async control(method: 'POST' | 'DELETE', path: string, body: object = {}) {
			const init = method === 'POST' ? { method, body: JSON.stringify(body) } : { method }
			const response = await fetch(`${sandboxUrl}/test/${path}`, init)
			if (!response.ok) throw new Error(`${path}: ${response.status}`)
		},
		async close() {
			await models.db.close()
			await sql.end()
			await stage.second.stop()
			await shop.stop()
			await database.stop()
			await output.close()
			const isKept = stage.wrong.length > 0
			if (isKept) await rename(join(dataDir, 'output.log'), join(folder, 'output.log'))
			await discardEmbedded(dataDir)
			await rm(isKept ? dataDir : folder, { recursive: true, force: true })
		},
		/** Tells what was wrong, and the file in which its cause is found. */
		wrongs(): string[] {
			return stage.wrong.map((line) => `${line}, see ${join(folder, 'output.log')}`)
		},
	}
	return stage
}

/** Imports the models, after the environment names the database. */
async function importModels() {
	const [
		client,
		current,
		change,
		details,
		place,
		refund,
		rest,
		difference,
		revise,
		cancel,
		onSite,
	] = await Promise.all([
		import('#app/db/client.server.ts'),
		import('#app/models/venue/current.server.ts'),
		import('#app/models/cart/change.server.ts'),
		import('#app/models/cart/details.server.ts'),
		import('#app/models/booking/place.server.ts'),
		import('#app/models/payment/refund.server.ts'),
		import('#app/models/payment/rest.server.ts'),
		import('#app/models/payment/change.server.ts'),
		import('#app/models/booking/revise.server.ts'),
		import('#app/models/booking/cancel.server.ts'),
		import('#app/models/invoice/on-site.server.ts'),
	])
	const venue = await current.loadVenue()
	const booking = { ...change, ...details, ...place, ...revise, ...cancel }
	const money = { ...refund, ...rest, ...difference, ...onSite }
	return { ...client, ...booking, ...money, venue }
}

async function play(stage: Stage, options: Simulation): Promise<Figures> {
	const begin = performance.now()
	const figures = emptyFigures()
	await stage.control('POST', 'faults', { plan: { ...plan, seed: options.seed } })
	const over = new AbortController()
	const companions = [
		every(10_000, over.signal, () => options.say(progress(figures, begin))),
		...(options.kill ? [killNowAndThen(stage, figures, over.signal)] : []),
		...(options.terminate ? [every(200, over.signal, () => terminateOne(stage, figures))] : []),
	]
	let begun = 0
	const isOver = () =>
		begun >= options.payments || performance.now() - begin > options.minutes * 60_000
	await Promise.all(
		Array.from({ length: options.clients }, async () => {
			while (!isOver()) {
				begun += 1
				await visit(stage, begun, figures)
			}
		}),
	)
	over.abort()
	await Promise.all(companions)
	await calm(stage)
	figures.settledWithin = await untilAgreed(stage, figures, options.say)
	await conclude(stage, options, figures)
	figures.seconds = (performance.now() - begin) / 1000
	return figures
}

/** Ends all faults; payments pending at the providers are decided. */
export async function calm({ control, sandboxUrl, dice }: Stage): Promise<void> {
	await control('DELETE', 'faults')
	const { sessions, orders } = await readStatement(sandboxUrl)
	const outcome = () => ({ outcome: dice.roll() < 0.7 ? 'succeeded' : 'failed' })
	for (const { sessionId, isPending } of sessions)
		if (isPending) await control('POST', `sessions/${sessionId}/settle`, outcome())
	for (const { orderId, capture } of orders)
		if (capture === 'PENDING') await control('POST', `orders/${orderId}/settle`, outcome())
}

/** Waits until the providers' books and our rows agree, or it takes too long; returns the seconds. */
export async function untilAgreed(
	{ sql, sandboxUrl }: Pick<Stage, 'sql' | 'sandboxUrl'>,
	figures: { broken: string[] },
	say: Simulation['say'],
): Promise<number> {
	const begin = performance.now()
	for (let before = -1; ;) {
		figures.broken = await disagreements(sql, await readStatement(sandboxUrl))
		const seconds = (performance.now() - begin) / 1000
		const { length } = figures.broken
		if (length !== before) say(`${seconds.toFixed(0)} s after the last fault: ${length} disagree`)
		before = length
		if (figures.broken.length === 0 || seconds > LONGEST_SETTLING) return seconds
		await delay(1000)
	}
}

async function conclude(stage: Stage, { terminate }: Simulation, figures: Figures): Promise<void> {
	const { sql, shop, sandboxUrl } = stage
	const { captures, refunds, disputes, events } = await readStatement(sandboxUrl)
	const [row] = await sql`
		select count(*)::int as confirmed, (
			select count(*)::int from payments where purpose = 'rest' and state = 'paid'
		) as rests, (
			select count(*)::int from payments where purpose = 'change' and state = 'paid'
		) as differences from orders where state = 'confirmed'`
	const findings = await auditAt(shop.databaseUrl)
	figures.broken.push(
		...stage.wrongs(),
		...findings
			.filter(({ broken }) => broken.length > 0)
			.map(({ id, promise, broken }) => `${id} ${promise}: ${broken.join(', ')}`),
	)
	if (terminate) Object.assign(figures, await readAudit(sql))
	Object.assign(figures, {
		captures: captures.length,
		refunds: refunds.length,
		disputes: disputes.length,
		events: events.length,
		eventsLost: events.filter(({ state }) => state === 'lost').length,
		confirmed: row?.['confirmed'],
		restsPaid: row?.['rests'],
		differencesPaid: row?.['differences'],
	})
}

/** Plays one visitor, from the order to the end of the visit. */
async function visit(stage: Stage, number: number, figures: Figures): Promise<void> {
	const { dice, models } = stage
	const way = dice.roll() < 0.5 ? 'stripe' : 'paypal'
	const placed = await persist(() => placeOrder(stage, number, way))
	if (!placed) return
	figures.payments += 1
	await payAt(stage, placed.token, figures)
	if (dice.roll() < 0.5) await changeTheBooking(stage, placed.id, figures)
	if (dice.roll() < 0.4) await payTheRest(stage, placed.id, figures)
	if (dice.roll() < 0.2) await changeTheBooking(stage, placed.id, figures)
	if (dice.roll() > 0.02) return
	const [order] = await stage.sql`select number from orders where id = ${placed.id}`
	const ordered = await models.orderRefund(order?.['number'], null).catch(() => null)
	if (ordered?.ok) figures.refundsOrdered += 1
}

/** Leaves for the provider, pays there or turns back, and comes back to the shop or not. */
export async function payAt(
	stage: Stage,
	token: string,
	figures: Pick<Figures, 'paid' | 'cancelled' | 'abandoned' | 'returns'>,
): Promise<void> {
	const { dice } = stage
	const page = await persist(() => leave(stage, token))
	const mind = dice.roll()
	if (!page || mind < 0.04) return void (figures.abandoned += 1)
	const intent = mindOf(mind)
	const left = await fetch(page, {
		method: 'POST',
		redirect: 'manual',
		body: new URLSearchParams({ intent }),
	})
	if (intent === 'pay') figures.paid += 1
	else figures.cancelled += 1
	const back = left.headers.get('Location')
	const times = Math.floor(dice.roll() * 3)
	if (back && /\/checkout\/success\//.test(back)) {
		figures.returns += times
		const { pathname, search } = new URL(back)
		const come = () => ask(stage, pathname + search).catch(() => null)
		await Promise.all(Array.from({ length: times }, come))
	}
}

/** Pays the rest of a booking, if it is confirmed by now; the till takes one in five meanwhile. */
async function payTheRest(stage: Stage, orderId: string, figures: Figures): Promise<void> {
	const { dice, models, sql } = stage
	const way = dice.roll() < 0.5 ? 'stripe' : 'paypal'
	const begun = await models.payRest(orderId, way, DateTime.utc()).catch(() => null)
	if (!begun?.ok || !('token' in begun.value)) return
	figures.rests += 1
	const isTaken = dice.roll() < 0.2
	const [order] = await sql`select number, on_site from orders where id = ${orderId}`
	const note = { amount: order?.['on_site'], method: 'card', receipt: orderId } as const
	const [noted] = await Promise.all([
		isTaken ? models.noteOnSite(order?.['number'], note, DateTime.utc()).catch(() => null) : null,
		payAt(stage, begun.value.token, figures),
	])
	if (noted?.ok) figures.notes += 1
}

/**
 * Changes a booking, if it is confirmed by now: more or fewer guests, another day, or a magician, who is paid online
 * first. One in eight is cancelled by the venue while that is being paid.
 */
async function changeTheBooking(stage: Stage, orderId: string, figures: Figures): Promise<void> {
	const { dice, models, sql } = stage
	const [order] = await sql`
		update orders set policy = ${sql.json(orderedPolicy())} where id = ${orderId} returning number, revision, day::text`
	const asked = askedFor(dice.roll(), String(order?.['day']))
	const revision = { revision: Number(order?.['revision']), asked, actor: 'customer' }
	const revised = await models.reviseBooking(orderId, revision, DateTime.utc()).catch(() => null)
	if (!revised?.ok) return
	if (revised.value.kind === 'applied') return void (figures.changes += 1)
	const { changeId } = revised.value
	const way = dice.roll() < 0.5 ? 'stripe' : 'paypal'
	const begun = await models.payChange(orderId, changeId, way, DateTime.utc()).catch(() => null)
	if (!begun?.ok || !('token' in begun.value)) return
	figures.differences += 1
	const isCancelled = dice.roll() < 0.125
	const number = String(order?.['number'])
	const [cancelled] = await Promise.all([
		isCancelled ? models.cancelBooking(number, zero, DateTime.utc()).catch(() => null) : null,
		payAt(stage, begun.value.token, figures),
	])
	if (cancelled?.ok) figures.bookingsCancelled += 1
}

function askedFor(mind: number, day: string): Asked {
	if (mind < 0.6) return { kind: 'change', added: [{ productId: 'magician', quantity: 1 }] }
	if (mind < 0.8) return { kind: 'change', quantities: { 1: mind < 0.7 ? 2 : 1 } }
	const week = DateTime.fromISO(day).plus({ weeks: 1 }).toISODate() ?? day
	return { kind: 'move', day: week, time: null }
}

function mindOf(mind: number): 'cancel' | 'decline' | 'pay' {
	if (mind < 0.1) return 'cancel'
	return mind < 0.13 ? 'decline' : 'pay'
}

const times = ['10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']

async function placeOrder({ models }: Stage, number: number, provider: 'stripe' | 'paypal') {
	const { venue } = models
	const day = openDays[number % openDays.length] ?? ''
	const time = times[Math.floor(number / openDays.length) % times.length] ?? ''
	const wish = { productId: 'ticket-adult', quantity: 1, day, time, duration: 120, parentId: null }
	const now = DateTime.utc()
	const added = await models.addToCart({ id: null, version: 0, day: null }, wish, {
		venue,
		now,
		addressHash: null,
	})
	if (!added.ok) throw new Refusal(added.message.key)
	const { id } = added.value
	const saved = await models.saveDetails(id, { person: sampleOrder.person, party: null })
	if (!saved.ok) throw new Refusal(saved.message.key)
	const { version } = saved.value
	const ordering = { venue, locale: 'de-DE', provider, now } as const
	const placed = await models.placeOrder({ id, version, day }, ordering)
	if (!placed.ok) throw new Refusal(placed.message.key)
	return { id: placed.value.id, token: placed.value.paymentToken ?? '' }
}

/** Saturdays of the next months, on which the venue is open in any case. */
const openDays = Array.from({ length: 20 }, (_, week) =>
	DateTime.utc()
		.plus({ weeks: week + 1 })
		.set({ weekday: 6 })
		.toISODate(),
).filter((day) => !/-(12-2[456]|12-31|01-01)$/.test(day))

export class Refusal extends Error {}

/** Leaves for the provider; returns its page, or null where the order was given up for another way to pay. */
export async function leave(stage: Stage, token: string): Promise<string | null> {
	const { status, location } = await ask(stage, `/payment/${token}?go=1`)
	if (status === 503) throw new Error('not now')
	return location?.startsWith('http://127') ? location : null
}

async function ask({ shop, second, dice, noteAnswer }: Stage, path: string) {
	const origin = dice.roll() < 0.5 ? shop.url : second.url
	const response = await fetch(origin + path, { redirect: 'manual' })
	await response.text()
	noteAnswer(path, response.status)
	return { status: response.status, location: response.headers.get('Location') }
}

/** Retries as a visitor who presses the button again while no answer comes. */
export async function persist<T>(work: () => Promise<T>): Promise<T | null> {
	for (let tries = 0; tries < 100; tries += 1) {
		try {
			return await work()
		} catch (error) {
			if (error instanceof Refusal) throw error
			await delay(200)
		}
	}
	return null
}

/**
 * Kills servers now and then. The first has a supervisor, which gives up after five deaths a minute; the other is
 * restarted here.
 */
export async function killNowAndThen(
	stage: Stage,
	figures: Pick<Figures, 'kills'>,
	over: AbortSignal,
): Promise<void> {
	for (let turn = 0; !over.aborted; turn += 1) {
		await delay(3000 + stage.dice.roll() * 3000, undefined, { signal: over }).catch(() => {})
		if (over.aborted) return
		figures.kills += 1
		const pid = turn % 5 === 0 ? stage.shop.serverPid() : undefined
		if (pid !== undefined) {
			process.kill(pid, 'SIGKILL')
			continue
		}
		const port = Number(new URL(stage.second.url).port)
		stage.second.kill('SIGKILL')
		await delay(100)
		stage.second = await startServer({ env: stage.shop.env, port, output: stage.output })
	}
}

/** Ends one connection as an operator, a failover or the kernel does. */
async function terminateOne({ sql }: Stage, figures: Figures): Promise<void> {
	const killed = await sql`
		select pg_terminate_backend(pid) from (
			select pid from pg_stat_activity
			where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
				and backend_type = 'client backend'
			order by random() limit 1
		) victim`
	figures.terminated += killed.length
}

export async function every(ms: number, over: AbortSignal, work: () => unknown): Promise<void> {
	while (!over.aborted) {
		await delay(ms, undefined, { signal: over }).catch(() => {})
		if (!over.aborted) await work()
	}
}

function progress({ payments, paid, kills, terminated }: Figures, begin: number): string {
	const seconds = Math.round((performance.now() - begin) / 1000)
	return `${seconds} s: ${payments} payments, ${paid} paid, ${kills} kills, ${terminated} transactions ended`
}

function emptyFigures(): Figures {
	const counts = { payments: 0, paid: 0, cancelled: 0, abandoned: 0, returns: 0, refundsOrdered: 0 }
	const rests = { rests: 0, restsPaid: 0, notes: 0 }
	const revised = { changes: 0, differences: 0, differencesPaid: 0, bookingsCancelled: 0 }
	const faults = { kills: 0, terminated: 0, events: 0, eventsLost: 0, groups: 0, outside: 0 }
	const books = { captures: 0, refunds: 0, disputes: 0, confirmed: 0 }
	const ended = { settledWithin: 0, broken: [], seconds: 0 }
	return { ...counts, ...rests, ...revised, ...faults, ...books, ...ended }
}
