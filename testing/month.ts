import { setTimeout as delay } from 'node:timers/promises'

import { DateTime } from 'luxon'

import { auditAt } from '#app/db/audit.server.ts'
import type { Cart, SeenCart, Wish } from '#app/models/cart/cart.ts'
import type { OnSiteMethod } from '#app/models/invoice/invoice.ts'
import { cents } from '#app/models/money.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import { startDice } from '#sandbox/dice.ts'

import { ada } from './ada.ts'
import { paperFaults, voucherFaults } from './month-books.ts'
import {
	calm,
	leave,
	openStage,
	persist,
	plan,
	Refusal,
	untilAgreed,
	type Stage,
} from './payment-simulation.ts'

export type Month = {
	orders: number
	clients: number
	seed: number
	say: (line: string) => void
}

export type MonthFigures = {
	/** Orders that were placed, by what was ordered. */
	ordered: Record<string, number>
	/** Wishes that the shop refused, by the reason. */
	refused: Record<string, number>
	/** Counts of the deeds at the venue, by kind. */
	desk: Record<string, number>
	/** Papers by kind, and orders by state. */
	papers: Record<string, number>
	states: Record<string, number>
	/** Sums in cents. */
	money: Record<string, number>
	broken: string[]
	seconds: number
}

/**
 * Plays a month of the shop with everything of it: visitors order and pay over HTTP with both providers, which lose and
 * repeat webhooks; then the venue cancels, gives back, notes rests, reverses and pays back at its desk; then all visits
 * are over. At the end the audit is whole, and the books of providers, vouchers and papers agree with the rows.
 */
export async function simulateMonth(month: Month): Promise<MonthFigures> {
	const stage = await openStage({ seed: month.seed, terminate: false })
	try {
		return await play(stage, month)
	} finally {
		await stage.close()
	}
}

type Ordering = {
	stage: Stage
	models: Pick<typeof import('#app/models/cart/redeem.server.ts'), 'redeemVoucher'>
	figures: Pick<MonthFigures, 'ordered' | 'refused'>
	seed: number
}

type Play = Ordering & {
	models: Awaited<ReturnType<typeof importModels>>
	figures: MonthFigures
}

/** Imports the models of the desk, after the environment names the database. */
async function importModels() {
	const [redeem, cancel, refund, onSite, complete, sweep] = await Promise.all([
		import('#app/models/cart/redeem.server.ts'),
		import('#app/models/booking/cancel.server.ts'),
		import('#app/models/payment/refund.server.ts'),
		import('#app/models/invoice/on-site.server.ts'),
		import('#app/models/order/complete.server.ts'),
		import('#app/models/invoice/sweep.server.ts'),
	])
	return { ...redeem, ...cancel, ...refund, ...onSite, ...complete, ...sweep }
}

async function play(stage: Stage, { orders, clients, seed, say }: Month): Promise<MonthFigures> {
	const begin = performance.now()
	const figures: MonthFigures = {
		ordered: {},
		refused: {},
		desk: {},
		papers: {},
		states: {},
		money: {},
		broken: [],
		seconds: 0,
	}
	const playing = { stage, models: await importModels(), figures, seed }
	// A disputed payment goes back past the desk; `npm run payments` has those.
	await stage.control('POST', 'faults', { plan: { ...plan, disputed: 0, seed } })
	await inTurns(clients, countTo(orders), async (number) => {
		await order(playing, number)
		if (number % 100 === 0) say(`${number} visitors, ${seconds(begin)} s`)
	})
	await calm(stage)
	await untilAgreed(stage, figures, say)
	await untilWorked(stage, say)

	const rows = await stage.sql<Booked[]>`
		select id, number, online, voucher, on_site as "onSite", day is null as "isGift" from orders
		where state = 'confirmed' order by number`
	await inTurns(clients, rows, async (row) => {
		await atDesk(playing, row)
		if (Number(row.number.slice(5)) % 100 === 0) say(`desk: ${row.number}, ${seconds(begin)} s`)
	})
	await untilAgreed(stage, figures, say)
	await playing.models.completeOrders(DateTime.utc().plus({ days: LONGEST_AHEAD + 2 }))
	await playing.models.sweepInvoices(DateTime.utc())
	await untilWorked(stage, say)
	await conclude(stage, figures)
	figures.seconds = (performance.now() - begin) / 1000
	return figures
}

/** The number of days ahead that the latest visits are. */
export const LONGEST_AHEAD = 40

/** Orders one thing of the month's mix and pays it as far as it is due online. */
export async function order(ordering: Ordering, number: number): Promise<void> {
	const { stage, models, figures, seed } = ordering
	const { roll } = startDice(seed * 1_000_003 + number)
	const provider = roll() < 0.5 ? 'stripe' : 'paypal'
	const basket = pick(baskets, roll())
	const placed = await persist(async () => {
		const { venue } = stage.models
		const now = DateTime.utc()
		const visitor = { venue, now, addressHash: null }
		const cart = await fill(ordering, basket.wishes(roll), roll)
		const { organisation } = basket
		const person = {
			...ada,
			email: `visitor-${number}@example.org`,
			...(organisation && { organisation }),
		}
		const saved = await stage.models.saveDetails(cart.id, { person, party: basket.party })
		if (!saved.ok) throw new Refusal(saved.message.key)
		const code = await codeOf(ordering, basket, roll())
		const seen = { id: cart.id, version: saved.value.version, day: cart.day }
		const redeemed = code && (await models.redeemVoucher(seen, code, visitor))
		if (redeemed && !redeemed.ok) count(figures.refused, `voucher: ${redeemed.message.key}`)
		const version = redeemed && redeemed.ok ? redeemed.value.version : seen.version
		const result = await stage.models.placeOrder(
			{ id: cart.id, version, day: cart.day },
			{ venue, locale: roll() < 0.1 ? 'en-EN' : 'de-DE', provider, now },
		)
		if (!result.ok) throw new Refusal(result.message.key)
		return result.value
	}).catch((error: unknown) => {
		if (!(error instanceof Refusal)) throw error
		count(figures.refused, error.message)
		return null
	})
	if (!placed) return
	count(figures.ordered, basket.name)
	const token = placed.paymentToken
	if (token === null) return
	const page = await persist(() => leave(stage, token))
	const mind = roll()
	if (!page || mind < 0.02) return
	const intent = mind < 0.04 ? 'cancel' : 'pay'
	await persist(() =>
		fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ intent }) }),
	)
}

type Roll = () => number
/** A wish without its day, and what goes with it. */
type Piece = { productId: string; quantity: number; with?: Piece[] }
type Basket = {
	name: string
	/** The visitors who do this as a part of all: 0.25 is one in four. */
	share: number
	wishes: (roll: Roll) => Piece[]
	party: OrderedParty | null
	organisation?: OrderedPerson['organisation']
	/** Codes that some of these visitors have. */
	codes: string[]
}

const birthday: OrderedParty = { type: 'birthday', name: 'Byron', contactPerson: null }
const company: OrderedParty = {
	type: 'company',
	name: 'Sternwarte & Söhne GmbH',
	contactPerson: null,
}

const school = {
	name: 'Grundschule am Sternenplatz',
	reference: 'Ausflug 3b',
	leitwegId: '04011000-1234512345-06',
}

const baskets: Basket[] = [
	{
		name: 'schools with a Leitweg-ID',
		share: 0.05,
		wishes: (roll) => [
			{ productId: 'ticket-child', quantity: 8 + whole(roll(), 8) },
			{ productId: 'pizza', quantity: 3 },
		],
		party: null,
		organisation: school,
		codes: [],
	},
	{
		name: 'tickets',
		share: 0.4,
		wishes: (roll) => [
			{ productId: 'ticket-adult', quantity: 1 + whole(roll(), 2) },
			{ productId: 'ticket-child', quantity: 1 + whole(roll(), 3) },
			{ productId: 'socks', quantity: 1 + whole(roll(), 4) },
		],
		party: null,
		codes: ['KOMET10', 'WOCHENTAG15', 'WILLKOMMEN5'],
	},
	{
		name: 'tickets with food',
		share: 0.15,
		wishes: (roll) => [
			{ productId: 'ticket-child', quantity: 2 + whole(roll(), 3) },
			{ productId: 'pizza', quantity: 1 + whole(roll(), 2) },
			{ productId: 'cake', quantity: 1 },
		],
		party: null,
		codes: ['KOMET10', 'WILLKOMMEN5'],
	},
	{
		name: 'comet parties',
		share: 0.1,
		wishes: (roll) => {
			const quantity = 6 + whole(roll(), 5)
			const extras = [
				{ productId: 'menu-nuggets', quantity },
				{ productId: 'jug-juice', quantity: 2 + whole(roll(), 2) },
				{ productId: 'decor-astronauts', quantity: 1 },
			]
			return [{ productId: 'kometen-party', quantity, with: extras }]
		},
		party: birthday,
		codes: ['PARTY20', 'KOMET10'],
	},
	{
		name: 'galaxy parties',
		share: 0.08,
		wishes: (roll) => {
			const quantity = 6 + whole(roll(), 7)
			const extras = [
				{ productId: 'pizza', quantity: 2 + whole(roll(), 3) },
				...['decor-aliens', 'invitations', 'crown'].map((productId) => ({
					productId,
					quantity: 1,
				})),
				...(roll() < 0.3 ? [{ productId: 'magician', quantity: 1 }] : []),
			]
			return [{ productId: 'galaxie-party', quantity, with: extras }]
		},
		party: birthday,
		codes: ['PARTY20'],
	},
	{
		name: 'rooms of companies',
		share: 0.05,
		wishes: (roll) => [
			{ productId: roll() < 0.5 ? 'room-mars' : 'room-venus', quantity: 1 },
			{ productId: 'ticket-adult', quantity: 4 + whole(roll(), 4) },
			{ productId: 'pizza', quantity: 2 },
		],
		party: company,
		codes: [],
	},
	{
		name: 'gift vouchers',
		share: 0.12,
		wishes: (roll) => {
			const all = ['gift-25-mail', 'gift-50-mail', 'gift-100-mail', 'gift-50-post']
			return [{ productId: all[whole(roll(), 4)] ?? '', quantity: 1 + whole(roll(), 2) }]
		},
		party: null,
		codes: [],
	},
	{
		name: 'tickets and a gift voucher',
		share: 0.05,
		wishes: () => [
			{ productId: 'ticket-adult', quantity: 2 },
			{ productId: 'gift-50-post', quantity: 1 },
		],
		party: null,
		codes: [],
	},
]

/** Fills a cart on a day that has room, of five at most. */
async function fill(ordering: Ordering, pieces: readonly Piece[], roll: Roll): Promise<Cart> {
	for (let tries = 1; ; tries++) {
		const day = DateTime.utc()
			.plus({ days: 3 + whole(roll(), LONGEST_AHEAD - 3) })
			.toISODate()
		const time = `${10 + whole(roll(), 7)}:00`
		const duration = roll() < 0.5 ? 120 : 90
		try {
			return await fillOn(ordering, pieces, { day, time, duration })
		} catch (error) {
			if (!(error instanceof Refusal) || tries === 5) throw error
		}
	}
}

async function fillOn(
	{ stage }: Ordering,
	pieces: readonly Piece[],
	when: Pick<Wish, 'day' | 'time' | 'duration'>,
): Promise<Cart> {
	const { venue, addToCart } = stage.models
	let cart: Cart | null = null
	const add = async ({ productId, quantity }: Piece, parentId: string | null): Promise<Cart> => {
		const seen: SeenCart = cart ?? { id: null, version: 0, day: null }
		const isGift = productId.startsWith('gift-')
		const time = isGift ? { day: null, time: null, duration: null } : when
		const wish = { productId, quantity, parentId, ...time }
		const added = await addToCart(seen, wish, { venue, now: DateTime.utc(), addressHash: null })
		if (!added.ok) throw new Refusal(added.message.key)
		return added.value
	}
	for (const piece of pieces) {
		cart = await add(piece, null)
		const parent = cart.lines.find(({ productId }) => productId === piece.productId)?.id ?? null
		for (const extra of piece.with ?? []) cart = await add(extra, parent)
	}
	if (!cart) throw new Error('nothing to order')
	return cart
}

/** A code for some of the visitors: a discount of the house, or a gift voucher that somebody bought before. */
async function codeOf(
	{ stage }: Ordering,
	{ codes }: Basket,
	mind: number,
): Promise<string | null> {
	if (mind < 0.15) return codes[whole(mind / 0.15, codes.length)] ?? null
	if (mind > 0.35) return null
	return (await soldVoucher(stage, (mind - 0.15) / 0.2))?.code ?? null
}

/** Picks one of the gift vouchers that visitors bought and have not spent. */
async function soldVoucher({ sql }: Stage, mind: number) {
	const sold = await sql<{ code: string; balance: number }[]>`
		select code, balance from vouchers v join lateral (
			select balance from voucher_entries where voucher_id = v.id order by sequence desc limit 1
		) ledger on balance > 0
		where kind = 'value' and activated_at is not null order by created_at, id limit 40`
	return sold[whole(mind, sold.length)]
}

type Booked = {
	id: string
	number: string
	online: number
	voucher: number
	onSite: number
	isGift: boolean
}

/** Lets the venue deal with one booking: cancels it, gives a part back, notes it paid in one way or two, or wrong. */
async function atDesk(playing: Play, booked: Booked): Promise<void> {
	const { number, online, voucher, onSite, isGift } = booked
	const { roll } = startDice(playing.seed * 7919 + Number(number.slice(5)))
	const deed = roll()
	if (deed < 0.06) return cancel(playing, booked, 0)
	if (deed < 0.1) return cancel(playing, booked, Math.floor((online + voucher) / 2))
	if (deed < 0.15 && online > 100)
		await tell(playing, 'given back in part', () =>
			playing.models.orderRefund(number, cents(Math.ceil(online * roll() * 0.5))),
		)
	if (isGift && deed > 0.94)
		await tell(playing, 'gift vouchers given back', () => playing.models.orderRefund(number, null))
	if (onSite === 0) return
	const way = roll()
	if (way < 0.06) return
	if (way < 0.12) await noteWrong(playing, booked)
	if (way > 0.3 && way < 0.42) return payByVoucher(playing, booked, roll())
	const first = way < 0.3 ? Math.ceil(onSite / 3) : onSite
	await note(playing, booked, { amount: first, method: roll() < 0.5 ? 'cash' : 'card', turn: 1 })
	if (first < onSite)
		await note(playing, booked, { amount: onSite - first, method: 'card', turn: 2 })
	if (way > 0.97) {
		await cancel(playing, booked, 0)
		const back = { amount: cents(onSite), method: 'cash', receipt: `${number}-back` } as const
		await tell(playing, 'paid back at the till', () =>
			playing.models.notePayBack(number, back, DateTime.utc()),
		)
	}
}

function cancel(playing: Play, { number }: Booked, fee: number): Promise<void> {
	const what = fee > 0 ? 'cancelled for a fee' : 'cancelled'
	return tell(playing, what, () => playing.models.cancelBooking(number, cents(fee), DateTime.utc()))
}

/** Notes too little under a receipt, and reverses it. */
async function noteWrong(playing: Play, booked: Booked): Promise<void> {
	const wrong = { amount: Math.ceil(booked.onSite / 2), method: 'cash', turn: 9 } as const
	await note(playing, booked, wrong)
	await tell(playing, 'reversed', () =>
		playing.models.reverseNote(booked.number, `${booked.number}-9`, DateTime.utc()),
	)
}

/** Pays the rest at the till by a gift voucher as far as it goes, and in cash. */
async function payByVoucher(playing: Play, booked: Booked, mind: number): Promise<void> {
	const { onSite } = booked
	const voucher = await soldVoucher(playing.stage, mind)
	const spent = Math.min(voucher?.balance ?? 0, onSite)
	if (voucher)
		await note(playing, booked, {
			amount: spent,
			method: 'voucher',
			turn: 3,
			code: voucher.code,
		})
	if (spent < onSite)
		await note(playing, booked, { amount: onSite - spent, method: 'cash', turn: 1 })
}

type Note = { amount: number; method: OnSiteMethod; turn: number; code?: string }

function note(playing: Play, { number }: Booked, { turn, amount, ...more }: Note): Promise<void> {
	const taken = { ...more, amount: cents(amount), receipt: `${number}-${turn}` }
	const { method } = more
	return tell(playing, `noted: ${method}`, () =>
		playing.models.noteOnSite(number, taken, DateTime.utc()),
	)
}

type Told = { ok: true } | { ok: false; message: { key: string } }

/** Does something at the desk and counts it, or the reason why it was refused. */
async function tell({ figures }: Play, what: string, work: () => Promise<Told>): Promise<void> {
	const done = await work()
	count(figures.desk, done.ok ? what : `${what}, refused: ${done.message.key}`)
}

/** Waits until the servers have worked off their jobs: letters, papers and refunds. */
export async function untilWorked({ sql }: Pick<Stage, 'sql'>, say: Month['say']): Promise<void> {
	for (let before = Infinity; ;) {
		const [row] = await sql<{ waiting: number }[]>`
			select count(*)::int as waiting from pgboss.job
			where state in ('created', 'retry', 'active') and start_after < now() and name not in (
				select name from pgboss.schedule
			)`
		const waiting = row?.waiting ?? 0
		if (waiting < before) say(`${waiting} jobs wait`)
		if (waiting === 0) return
		before = waiting
		await delay(2000)
	}
}

async function conclude({ sql, shop }: Stage, figures: MonthFigures): Promise<void> {
	const findings = await auditAt(shop.databaseUrl)
	figures.broken.push(
		...findings
			.filter(({ broken }) => broken.length > 0)
			.map(({ id, promise, broken }) => `${id} ${promise}: ${broken.join(', ')}`),
		...(await voucherFaults(sql)),
		...(await paperFaults(sql)),
	)
	const [money] = await sql<Record<string, number>[]>`
		select (select coalesce(sum(paid_amount), 0)::int from payments where paid_amount is not null) as "paid online",
			(select coalesce(sum(amount), 0)::int from refunds where failed_at is null) as "given back online",
			(select coalesce(sum(counts), 0)::int from on_site_payments) as "at the till",
			(select coalesce(-sum(amount), 0)::int from voucher_entries where redemption_id is not null)
				as "spent of vouchers online",
			(select coalesce(sum(case when kind = 'final' then (content -> 'due' ->> 'gross')::int else gross end), 0)::int
				from invoices) as "on papers"`
	figures.money = { ...money }
	for (const { kind, papers } of await sql`
		select kind, count(*)::int as papers from invoices group by 1 order by 1`)
		figures.papers[String(kind)] = Number(papers)
	for (const { state, orders } of await sql`
		select state, count(*)::int as orders from orders group by 1 order by 1`)
		figures.states[String(state)] = Number(orders)
}

/** Works through all in so many turns at once. */
export async function inTurns<T>(turns: number, all: Iterable<T>, work: (one: T) => Promise<void>) {
	const rest = all[Symbol.iterator]()
	const turn = async () => {
		for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value)
	}
	await Promise.all(Array.from({ length: turns }, turn))
}

export function* countTo(last: number): Generator<number, void> {
	for (let number = 1; number <= last; number++) yield number
}

function pick(all: readonly Basket[], mind: number): Basket {
	let rest = mind
	const found = all.find(({ share }) => (rest -= share) < 0) ?? all[0]
	if (!found) throw new Error('no basket')
	return found
}

/** A whole number from 0 to below `below`. */
export function whole(mind: number, below: number): number {
	return Math.floor(mind * below)
}

export function count(counts: Record<string, number>, what: string): void {
	counts[what] = (counts[what] ?? 0) + 1
}

export function seconds(begin: number): string {
	return ((performance.now() - begin) / 1000).toFixed(0)
}
