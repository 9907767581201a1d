import { setTimeout as delay } from 'node:timers/promises'

import { DateTime } from 'luxon'
import type postgres from 'postgres'

import { auditAt } from '#app/db/audit.server.ts'
import type { Asked, AskedChange, AskedMove } from '#app/models/booking/asked-lines.ts'
import { cents } from '#app/models/money.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { startDice } from '#sandbox/dice.ts'

import { newVisitor, type Answer, type Visitor } from '../e2e/http/visitor.ts'
import { Killed, startBookingVerbs } from './booking-verbs.ts'
import { paperFaults, placeFaults, voucherFaults } from './month-books.ts'
import {
	count,
	countTo,
	inTurns,
	LONGEST_AHEAD,
	order,
	seconds,
	untilWorked,
	whole,
} from './month.ts'
import {
	calm,
	every,
	killNowAndThen,
	openStage,
	payAt,
	persist,
	plan,
	untilAgreed,
	type Stage,
} from './payment-simulation.ts'

export type Lives = {
	bookings: number
	clients: number
	seed: number
	/** Kills a process every few seconds: one of both servers, or the one that changes bookings. */
	kill: boolean
	say: (line: string) => void
}

export type LivesFigures = {
	/** Orders that were placed, by what was ordered, and wishes that were refused, by the reason. */
	ordered: Record<string, number>
	refused: Record<string, number>
	/** Bookings that lived, and those of them that the build before had left. */
	bookings: number
	ofTheBuildBefore: number
	/** The deeds of the lives, by kind, with the reasons of those that were refused. */
	deeds: Record<string, number>
	/** Errors that were thrown, other than by a killed process; the customer tried again. */
	errors: Record<string, number>
	/** Payments of rests and changes, as their customers left the provider. */
	paid: number
	cancelled: number
	abandoned: number
	returns: number
	kills: number
	/** Bookings by the number of their revisions. */
	revisions: Record<string, number>
	/** Changes by their state, payments by purpose and state, orders by state, papers by kind. */
	rows: Record<string, number>
	/** Seconds from the last fault until books and rows agreed. */
	settledWithin: number
	broken: string[]
	seconds: number
}

/**
 * Lets customers order, then change, move and cancel their bookings and pay rests and differences with both providers,
 * while the providers fail by a plan with a seed and processes die. A part of the bookings is as the build before leaves
 * them. Payments, rests, cancellations and a part of changes and moves go over HTTP, the others through a process of the models. At
 * the end the audit is whole, the books of providers, vouchers and papers agree, and no booking has lost its places.
 */
export async function simulateLives(lives: Lives): Promise<LivesFigures> {
	const stage = await openStage({ seed: lives.seed, terminate: false, catalogue })
	const verbs = await startBookingVerbs(stage.shop.env, stage.output).catch(
		async (error: unknown) => {
			await stage.close()
			throw error
		},
	)
	try {
		return await play(
			{ stage, verbs, models: await importModels(), figures: emptyFigures() },
			lives,
		)
	} finally {
		await verbs.stop()
		await stage.close()
	}
}

/** Child tickets are paid online, so that a change with more of them counts once it is paid. */
const catalogue: [string, string][] = [
	['popular: true\n    due: deposit', 'popular: true\n    due: online'],
]

type Play = {
	stage: Stage
	verbs: Awaited<ReturnType<typeof startBookingVerbs>>
	models: Awaited<ReturnType<typeof importModels>>
	figures: LivesFigures
}

/** Imports the models, after the environment names the database. */
async function importModels() {
	const [redeem, complete, sweep, key, code] = await Promise.all([
		import('#app/models/cart/redeem.server.ts'),
		import('#app/models/order/complete.server.ts'),
		import('#app/models/invoice/sweep.server.ts'),
		import('#app/models/booking/key.server.ts'),
		import('#app/models/booking/code.server.ts'),
	])
	return { ...redeem, ...complete, ...sweep, ...key, ...code }
}

async function play(playing: Play, lives: Lives): Promise<LivesFigures> {
	const begin = performance.now()
	const { stage, models, figures } = playing
	const { bookings, clients, seed, say } = lives
	// A disputed payment goes back past the desk; `npm run payments` has those.
	const faults = { plan: { ...plan, disputed: 0, seed } }
	await stage.control('POST', 'faults', faults)
	await inTurns(clients, countTo(bookings), async (number) => {
		await order({ stage, models, figures, seed }, number)
		if (number % 100 === 0) say(`${number} ordered, ${seconds(begin)} s`)
	})
	await calm(stage)
	await untilAgreed(stage, figures, say)
	await untilWorked(stage, say)

	const rows = await stage.sql<{ id: string; number: string }[]>`
		select id, number from orders where state = 'confirmed' order by number`
	figures.bookings = rows.length
	const older = rows.filter((_, index) => index % 3 === 0).map(({ id }) => id)
	figures.ofTheBuildBefore = await leaveAsBefore(stage, older)

	await stage.control('POST', 'faults', faults)
	const over = new AbortController()
	let lived = 0
	const progress = () => {
		const deeds = Object.values(figures.deeds).reduce((sum, times) => sum + times, 0)
		say(`${seconds(begin)} s: ${lived} lived, ${deeds} deeds, ${figures.kills} kills`)
	}
	const companions = [
		every(10_000, over.signal, progress),
		...(lives.kill
			? [
					killNowAndThen(stage, figures, over.signal),
					every(10_000, over.signal, async () => {
						await playing.verbs.kill()
						figures.kills += 1
					}),
				]
			: []),
	]
	await inTurns(clients, rows, async ({ id, number }) => {
		const { roll } = startDice(seed * 7919 + Number(number.slice(5)))
		for (let deeds = 2 + whole(roll(), 4); deeds > 0; deeds--) await act(playing, id, roll)
		lived += 1
	})
	over.abort()
	await Promise.all(companions)
	await calm(stage)
	figures.settledWithin = await untilAgreed(stage, figures, say)
	await untilWorked(stage, say)
	await judge(playing, 'as they stand', say)

	await models.completeOrders(DateTime.utc().plus({ days: LONGEST_AHEAD + 2 }))
	await models.sweepInvoices(DateTime.utc())
	await untilWorked(stage, say)
	await judge(playing, 'after the visits', say)
	figures.broken.push(...stage.wrongs())
	await countRows(playing)
	figures.seconds = (performance.now() - begin) / 1000
	return figures
}

/** Makes orders look as the build before leaves them: no policy, no terms of a voucher, places without their line. */
async function leaveAsBefore({ sql }: Stage, ids: readonly string[]): Promise<number> {
	await sql`
		update orders set policy = null, voucher_terms = null, cancel_tier = 0, terms_version = '2026-11-26'
		where id = any(${ids})`
	await sql`update allocations set line_position = null where order_id = any(${ids})`
	return ids.length
}

type Roll = () => number

type Line = {
	position: number
	parent: number | null
	productId: string
	quantity: number
	isGift: boolean
}

type Seen = {
	id: string
	publicId: string
	number: string
	state: string
	day: string | null
	revision: number
	onSite: number
	party: { type: string; name: string } | null
	lines: Line[]
}

/** Looks at the booking and does one thing with it, as its customer, as two at once, or as the venue. */
async function act(playing: Play, id: string, roll: Roll): Promise<void> {
	const booking = await see(playing.stage, id)
	if (booking?.state !== 'confirmed' || booking.day === null) return
	const deed = roll()
	const provider = roll() < 0.5 ? 'stripe' : 'paypal'
	if (deed < 0.03) return changeTexts(playing, booking)
	if (deed < 0.05) return askForLink(playing, booking)
	if (deed < 0.17) return changeOnPage(playing, booking, changeOf(booking, roll), provider)
	if (deed < 0.35) return customerRevises(playing, booking, changeOf(booking, roll), provider)
	if (deed < 0.45) return customerRevises(playing, booking, moveOf(roll), provider)
	if (deed < 0.58) return moveOnPage(playing, booking, moveOf(roll), provider)
	if (deed < 0.66) {
		const both = [changeOf(booking, roll), moveOf(roll)]
		await Promise.all(both.map((asked) => customerRevises(playing, booking, asked, provider)))
		return
	}
	if (deed < 0.7) {
		const asked = changeOf(booking, roll)
		await Promise.all([1, 2].map(() => customerRevises(playing, booking, asked, provider)))
		return
	}
	if (deed < 0.78) return staffRevises(playing, booking, changeOf(booking, roll))
	if (deed < 0.88) return payRest(playing, booking, provider)
	if (deed < 0.93) return noteRest(playing, booking)
	if (deed < 0.95) {
		await Promise.all([
			cancel(playing, booking),
			customerRevises(playing, booking, changeOf(booking, roll), provider),
		])
		return
	}
	return cancel(playing, booking)
}

async function see({ sql }: Stage, id: string): Promise<Seen | undefined> {
	const [seen] = await sql<Seen[]>`
		select id, public_id as "publicId", number, state, day, revision, on_site as "onSite", party, (
			select json_agg(json_build_object('position', position, 'parent', parent_position,
				'productId', product_id, 'quantity', quantity, 'isGift', gift is not null) order by position)
			from order_lines where order_id = o.id
		) as lines from orders o where id = ${id}`
	return seen
}

/** Some more or fewer of one line, or a further pizza; what a package has one of for each guest goes along. */
function changeOf({ lines }: Seen, roll: Roll): AskedChange {
	const some = lines.filter(({ isGift }) => !isGift)
	const line = some[whole(roll(), some.length)]
	const wished = whole(roll(), 6) - 2
	if (!line || roll() < 0.15)
		return { kind: 'change', added: [{ productId: 'pizza', quantity: 1 + Math.abs(wished) }] }
	const quantity = Math.max(line.parent === null ? 1 : 0, line.quantity + wished)
	const along = some.filter(
		({ parent, quantity: pieces }) => parent === line.position && pieces === line.quantity,
	)
	const quantities = [line, ...along].map(({ position }) => [position, quantity])
	return { kind: 'change', quantities: Object.fromEntries(quantities) }
}

function moveOf(roll: Roll): AskedMove {
	const day = DateTime.utc()
		.plus({ days: 3 + whole(roll(), LONGEST_AHEAD - 3) })
		.toISODate()
	return { kind: 'move', day, time: roll() < 0.5 ? null : `${10 + whole(roll(), 7)}:00` }
}

/** Changes or moves a booking and pays what is due at once. */
async function customerRevises(
	playing: Play,
	{ id, revision }: Seen,
	asked: Asked,
	provider: ProviderName,
): Promise<void> {
	const { verbs, figures, stage } = playing
	const what = asked.kind
	const revised = await again(playing, what, () =>
		verbs.call('revise', id, { revision, asked, actor: 'customer' }),
	)
	if (revised?.ok !== true || revised.value.kind === 'applied') return
	count(figures.deeds, `${what}: due`)
	const { changeId } = revised.value
	const begun = await again(playing, `${what} paid`, () =>
		verbs.call('payChange', id, changeId, provider),
	)
	if (begun?.ok && 'token' in begun.value) await payAt(stage, begun.value.token, figures)
}

/** Changes a booking on its page, which the key of a letter opens: the form, the check page, the button, the payment. */
async function changeOnPage(
	playing: Play,
	booking: Seen,
	{ quantities = {}, added = [] }: AskedChange,
	wayToPay: ProviderName,
): Promise<void> {
	const { publicId, revision, lines } = booking
	const fields = lines
		.filter(({ position }) => quantities[position] !== undefined)
		.map(({ position, parent, productId }) => {
			const name = parent === null ? `lines.${position}` : `pieces.${parent}.${productId}`
			return [name, quantities[position] ?? 0] as const
		})
	const extras = added.map(({ productId, quantity }) => [`extras.${productId}`, quantity] as const)
	const asked = { revision, wayToPay, ...Object.fromEntries([...fields, ...extras]) }
	const page = `/booking/${publicId}/change`
	const way = await persist(async () => {
		const visitor = await comeByKey(playing, booking)
		const checked = await visitor.post(page, { ...asked, intent: 'check' })
		return takeShown(visitor, checked, { page, asked })
	})
	await payAsked(playing, 'change on its page', way)
}

/** Names the party and the text on the cake anew on the page of the change, as far as the booking has them. */
async function changeTexts(playing: Play, booking: Seen): Promise<void> {
	const { publicId, revision, party, lines } = booking
	const name = `Byron ${revision}`
	const asked = {
		revision,
		...(party && { 'party.type': party.type, [`party.${party.type}`]: name }),
		...(lines.some(({ productId }) => productId === 'cake') && { 'answers.cake': name }),
	}
	if (Object.keys(asked).length === 1) return askForLink(playing, booking)
	const page = `/booking/${publicId}/change`
	const way = await persist(async () => {
		const visitor = await comeByKey(playing, booking)
		const checked = await visitor.post(page, { ...asked, intent: 'check' })
		return takeShown(visitor, checked, { page, asked })
	})
	await payAsked(playing, 'texts on their page', way)
}

/** Asks on the booking's page for a letter with another key. */
async function askForLink(playing: Play, booking: Seen): Promise<void> {
	const answer = await persist(async () => {
		const visitor = await comeByKey(playing, booking)
		const asked = await visitor.post(`/booking/${booking.publicId}`, { intent: 'sendLink' })
		if (asked.status >= 500) throw new Error('not now')
		return asked.location?.endsWith('?sent=1') ? 'sent' : `refused: ${asked.status}`
	})
	count(playing.figures.deeds, `link again: ${answer}`)
}

/** Moves a booking on its page, which the key of a letter opens: the times, the check page, the button, the payment. */
async function moveOnPage(
	playing: Play,
	booking: Seen,
	{ day, time }: AskedMove,
	wayToPay: ProviderName,
): Promise<void> {
	const { publicId, revision } = booking
	const page = `/booking/${publicId}/move`
	const to = { day, time: time ?? 'any' }
	const way = await persist(async () => {
		const visitor = await comeByKey(playing, booking)
		const checked = await visitor.get(`${page}?${new URLSearchParams(to)}`)
		return takeShown(visitor, checked, { page, asked: { ...to, revision, wayToPay } })
	})
	await payAsked(playing, 'move on its page', way)
}

type Answered = { status: number; text: string }

/** Presses the button of a check page; returns where it leads, or the status of a refusal. */
async function takeShown(
	visitor: Pick<Visitor, 'post'>,
	{ status, text }: Answered,
	{ page, asked }: { page: string; asked: Record<string, string | number> },
): Promise<string> {
	if (status >= 500) throw new Error('not now')
	const [, shown] = /name="shown"[^>]*value="([^"]*)"/.exec(text) ?? []
	const [, intent] = /value="(order|take)"/.exec(text) ?? []
	if (shown === undefined || intent === undefined) return `refused: ${status}`
	const made = await visitor.post(page, { ...asked, intent, shown })
	if (made.status >= 500) throw new Error('not now')
	return made.location ?? `refused: ${made.status}`
}

/** Counts where a button led, and pays there when the change is due. */
async function payAsked({ stage, figures }: Play, what: string, way: string | null): Promise<void> {
	const [, token] = /^\/payment\/([\w-]+)$/.exec(way ?? '') ?? []
	const done = way?.endsWith('?done') ? 'done' : way?.replace(/\/booking\/[\w-]+|\?to=.*/g, '')
	count(figures.deeds, `${what}: ${token ? 'due' : done}`)
	if (token) await payAt(stage, token, figures)
}

async function staffRevises(playing: Play, { id, revision }: Seen, asked: Asked): Promise<void> {
	const { verbs } = playing
	const by = { actor: 'Grace', reason: 'asked for by telephone' }
	await again(playing, 'change by the venue', () =>
		verbs.call('revise', id, { revision, asked, ...by }),
	)
}

/** Pays the rest on its page, which the key of a letter opens. */
async function payRest(playing: Play, booking: Seen, wayToPay: ProviderName): Promise<void> {
	const { stage, figures } = playing
	if (booking.onSite === 0) return
	const begun = await persist(async () => {
		const visitor = await comeByKey(playing, booking)
		const page = `/booking/${booking.publicId}/rest`
		const asked = await visitor.post(page, { intent: 'pay', wayToPay })
		if (asked.status >= 500) throw new Error('not now')
		return asked
	})
	const [, token] = /^\/payment\/([\w-]+)$/.exec(begun?.location ?? '') ?? []
	count(figures.deeds, token ? 'rest: begun' : `rest: ${begun?.status}`)
	if (token) await payAt(stage, token, figures)
}

/** The till takes the rest or a part of it, perhaps while it is being paid or changed. */
async function noteRest({ stage, figures }: Play, { number, onSite }: Seen): Promise<void> {
	if (onSite === 0) return
	const amount = cents(Math.ceil(onSite / 2))
	const taken = { amount, method: 'cash', receipt: `${number}-lives` } as const
	const noted = await stage.models.noteOnSite(number, taken, DateTime.utc())
	count(figures.deeds, noted.ok ? 'noted' : `noted, refused: ${noted.message.key}`)
}

/** Cancels on the booking's own page in two steps, with the key of a letter and the code of another. */
async function cancel(playing: Play, booking: Seen): Promise<void> {
	const { models, figures } = playing
	const page = `/booking/${booking.publicId}/cancel`
	const answer = await persist(async () => {
		const visitor = await comeByKey(playing, booking)
		const code = await models.newBookingCode(booking.id)
		await visitor.post(`/booking/${booking.publicId}/code`, { intent: 'useCode', code })
		const { text } = await visitor.get(`${page}?check=1`)
		const sumOf = (name: string) => new RegExp(`name="${name}"[^>]*value="(\\d+)"`).exec(text)?.[1]
		const [fee, back] = [sumOf('fee'), sumOf('back')]
		if (fee === undefined || back === undefined) return 'not offered'
		const { status } = await visitor.post(page, { fee, back })
		if (status >= 500) throw new Error('not now')
		return status === 303 ? 'done' : String(status)
	})
	count(figures.deeds, `cancel: ${answer}`)
}

async function comeByKey({ stage, models }: Play, { id, publicId }: Seen) {
	const origin = stage.dice.roll() < 0.5 ? stage.shop.url : stage.second.url
	const visitor = watched(stage, newVisitor(origin))
	const { location, status } = await visitor.post(
		`/booking/${await models.newBookingKey(stage.models.db, id)}`,
		{},
	)
	if (location !== `/booking/${publicId}`) throw new Error(`the key opens nothing: ${status}`)
	return visitor
}

/** Lets the stage note the answers that are a fault of the shop. */
function watched({ noteAnswer }: Stage, visitor: Visitor): Pick<Visitor, 'get' | 'post'> {
	const noted = async (path: string, answer: Promise<Answer>) => {
		noteAnswer(path, (await answer).status)
		return answer
	}
	return {
		get: (path) => noted(`GET ${path}`, visitor.get(path)),
		post: (path, fields) => noted(`POST ${path}`, visitor.post(path, fields)),
	}
}

type Told = { ok: true } | { ok: false; message: { key: string } }

/** Calls a verb as a customer who sends the form again after an error, and counts how it ended. */
async function again<T extends Told>(
	{ figures }: Play,
	what: string,
	work: () => Promise<T>,
): Promise<T | null> {
	for (let tries = 0; tries < 8; tries += 1) {
		try {
			const told = await work()
			count(figures.deeds, told.ok ? what : `${what}, refused: ${told.message.key}`)
			return told
		} catch (error) {
			if (!(error instanceof Killed))
				count(figures.errors, `${what}: ${String(error).slice(0, 160)}`)
			await delay(300)
		}
	}
	count(figures.deeds, `${what}, given up`)
	return null
}

async function judge({ stage, figures }: Play, when: string, say: Lives['say']): Promise<void> {
	const { sql, shop } = stage
	const findings = await auditAt(shop.databaseUrl)
	const broken = [
		...findings
			.filter((finding) => finding.broken.length > 0)
			.map(({ id, promise, broken: of }) => `${id} ${promise}: ${of.join(', ')}`),
		...(await voucherFaults(sql)),
		...(await paperFaults(sql)),
		...(await placeFaults(sql)),
	]
	figures.broken.push(...broken.map((line) => `${when}: ${line}`))
	const numbers = new Set(broken.flatMap((line) => line.match(/\b20\d\d-\d{6}\b/g) ?? []))
	for (const number of numbers) say(await traceOf(sql, number))
}

/** Tells all that happened to an order, for the search after the reason. */
async function traceOf(sql: postgres.Sql, number: string): Promise<string> {
	const rows = await sql<{ at: Date; what: string }[]>`
		with o as (select * from orders where number = ${number})
		select at, who || ': ' || what as what from order_events where order_id = (select id from o)
		union all select created_at, concat_ws(' ', 'paper', kind, slug, number, gross,
			content ->> 'kind', 'due', content -> 'due' ->> 'gross') from invoices where order_id = (select id from o)
		union all select made_at, concat_ws(' ', 'revision', number, content - 'lines' - 'places')
			from order_revisions where order_id = (select id from o)
		union all select created_at, concat_ws(' ', 'payment', purpose, state, amount, 'paid', paid_amount)
			from payments where order_id = (select id from o)
		union all select created_at, concat_ws(' ', 'change', state, revision) from order_changes
			where order_id = (select id from o)
		union all select now(), concat_ws(' ', 'now', state, revision, day, 'total', total, 'voucher', voucher,
			'online', online, 'on site', on_site, 'kept', kept, 'policy', policy is not null) from o
		order by 1`
	const lines = rows.map(({ at, what }) => `  ${at.toISOString().slice(11, 23)} ${what}`)
	return [number, ...lines].join('\n')
}

async function countRows({ stage, figures }: Play): Promise<void> {
	const rows = await stage.sql<{ what: string; rows: number }[]>`
		select 'changes ' || state as what, count(*)::int as rows from order_changes group by 1
		union all select 'payments ' || purpose || ' ' || state, count(*)::int from payments group by 1
		union all select 'orders ' || state, count(*)::int from orders group by 1
		union all select 'papers ' || kind, count(*)::int from invoices group by 1
		union all select 'refunds of revisions', count(*)::int from refunds where revision is not null
		order by 1`
	for (const { what, rows: amount } of rows) figures.rows[what] = amount
	const revisions = await stage.sql<{ revision: number; bookings: number }[]>`
		select revision, count(*)::int as bookings from orders group by 1 order by 1`
	for (const { revision, bookings } of revisions) figures.revisions[revision] = bookings
}

function emptyFigures(): LivesFigures {
	const counts = { bookings: 0, ofTheBuildBefore: 0, kills: 0, settledWithin: 0, seconds: 0 }
	const payments = { paid: 0, cancelled: 0, abandoned: 0, returns: 0 }
	const kinds = { ordered: {}, refused: {}, deeds: {}, errors: {}, revisions: {}, rows: {} }
	return { ...kinds, ...counts, ...payments, broken: [] }
}
