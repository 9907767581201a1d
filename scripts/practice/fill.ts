import { DateTime } from 'luxon'

import type { Cart, SeenCart, Visitor } from '#app/models/cart/cart.ts'
import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { instantAt } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { startDice } from '#sandbox/dice.ts'

import { month, practiceMonth, type PracticeBooking } from './month.ts'

/** The numbers of what a fill of the shop did, by kind ('tickets', 'rest noted'). */
type Filled = Record<string, number>

type Filling = {
	/** The busy day in the middle of the month. */
	day: Day
	around?: typeof month
	seed: number
	now: DateTime
	say: (line: string) => void
}

/**
 * Fills the shop with a month of invented bookings around `day`: each is ordered and paid by the verbs that customers
 * use, at the pretend providers; then some are changed, moved, cancelled or paid ahead, and the till notes the rests of
 * the visits that are over. Orders, cancellations and notes have the moments that they would have had in that month;
 * papers are dated by them, letters by the time of the fill. The caller has set environment and sandbox before.
 */
export async function fillMonth({ day, around = month, seed, now, say }: Filling): Promise<Filled> {
	const models = await importModels()
	const venue = withoutNotice(await models.loadVenue())
	const { roll } = startDice(seed)
	const filling: Play = { models, venue, now, filled: {}, receipts: 1000 }
	const steps = practiceMonth(venue, { day, around, roll, now }).flatMap((booking) =>
		stepsOf(filling, booking),
	)
	let done = 0
	for (const { at, work } of steps.toSorted(
		(one, other) => one.at.toMillis() - other.at.toMillis(),
	)) {
		await work(at)
		done += 1
		if (done % 100 === 0) say(`${done} of ${steps.length}`)
	}
	await models.completeOrders(now)
	await models.sweepInvoices(now)
	return filling.filled
}

type Play = {
	models: Awaited<ReturnType<typeof importModels>>
	venue: Venue
	now: DateTime
	filled: Filled
	/** The number of the till's last receipt. */
	receipts: number
}

type Step = { at: DateTime; work: (at: DateTime) => Promise<void> }

/** Imports the models whose verbs are called. It runs after the environment names database and sandbox. */
async function importModels() {
	const [client, current, change, redeem, details, place, outcome, rows, settle] =
		await Promise.all([
			import('#app/db/client.server.ts'),
			import('#app/models/venue/current.server.ts'),
			import('#app/models/cart/change.server.ts'),
			import('#app/models/cart/redeem.server.ts'),
			import('#app/models/cart/details.server.ts'),
			import('#app/models/booking/place.server.ts'),
			import('#app/models/payment/outcome.server.ts'),
			import('#app/models/payment/payment.server.ts'),
			import('#app/models/payment/settle.server.ts'),
		])
	const [rest, revise, cancel, till, issue, complete, sweep, find, notes, raw] = await Promise.all([
		import('#app/models/payment/rest.server.ts'),
		import('#app/models/booking/revise.server.ts'),
		import('#app/models/booking/cancel.server.ts'),
		import('#app/models/invoice/on-site.server.ts'),
		import('#app/models/invoice/issue.server.ts'),
		import('#app/models/order/complete.server.ts'),
		import('#app/models/invoice/sweep.server.ts'),
		import('#app/models/order/find.server.ts'),
		import('#app/models/order/notes.server.ts'),
		import('#app/db/connect.server.ts'),
	])
	const ordering = { ...client, ...current, ...change, ...redeem, ...details, ...place }
	const paying = { ...outcome, ...rows, ...settle, ...rest }
	return {
		...ordering,
		...paying,
		...revise,
		...cancel,
		...till,
		...issue,
		...complete,
		...sweep,
		...find,
		...notes,
		...raw,
	}
}

/**
 * Returns the venue without notice for its products, as it sells by telephone, so that a party of today can be booked.
 */
function withoutNotice(venue: Venue): Venue {
	return {
		...venue,
		products: venue.products.map((product) => ({ ...product, notice: undefined })),
	}
}

/** Returns the steps of an invented booking: its order, and what happens to it later, up to now. */
function stepsOf(play: Play, booking: PracticeBooking): Step[] {
	const { now } = play
	const { at, fate, mind } = booking
	let orderId: string | null = null
	const later = (what: keyof typeof deeds, moment: DateTime): Step => ({
		at: moment,
		async work(then) {
			const order = orderId === null ? null : await play.models.findOrderById(orderId)
			if (order?.state === 'confirmed') await deeds[what](play, { order, booking, at: then })
		},
	})
	const order: Step = {
		at,
		async work(then) {
			orderId = await placeAndPay(play, booking, then)
		},
	}
	const visit = visitTime(booking)
	if (visit === null) return [order]
	if (fate === 'cancelled' && at < now) {
		const last = Math.min(visit.toMillis(), now.toMillis())
		const moment = DateTime.fromMillis(at.toMillis() + Math.floor((last - at.toMillis()) * mind))
		return [order, later('cancelled', moment)]
	}
	// Some rests are still open after the visit, as on any evening of a venue.
	const till = visit < now.minus({ minutes: 20 }) && mind < 0.93 ? [later('noted', visit)] : []
	const isAhead = visit > now.plus({ days: 1 }) && fate !== 'stands' && fate !== 'cancelled'
	return [order, ...till, ...(isAhead ? [later(fate, now)] : [])]
}

/**
 * Returns the time at which the visit of a booking would begin by its first choice; another start time may be taken.
 * Null for products without a day.
 */
function visitTime({ day, times: [first] }: PracticeBooking): DateTime | null {
	if (day === null) return null
	return DateTime.fromJSDate(instantAt(day, first ?? '12:00'))
}

async function placeAndPay(
	play: Play,
	booking: PracticeBooking,
	at: DateTime,
): Promise<string | null> {
	const { models, venue } = play
	const cart = await fillCart(play, booking, { venue, now: at, addressHash: null })
	if (!cart) return null
	const { person, party, answers, provider, remark } = booking
	const saved = await models.saveDetails(cart.id, { person, party, answers })
	if (!saved.ok) return tell(play, `refused: ${saved.message.key}`)
	const seen = { id: cart.id, version: saved.value.version, day: cart.day }
	const code = booking.hasVoucher ? await soldCode(play) : null
	const redeemed =
		code === null
			? null
			: await models.redeemVoucher(seen, code, { venue, now: at, addressHash: null })
	const { version } = redeemed?.ok ? redeemed.value : seen
	const placed = await models.placeOrder(
		{ ...seen, version },
		{ venue, locale: 'de-DE', provider, now: at },
	)
	if (!placed.ok) return tell(play, `refused: ${placed.message.key}`)
	const { id, paymentToken } = placed.value
	if (paymentToken !== null) await pay(play, paymentToken, at)
	await models.issueInvoices(id, at)
	if (remark !== null) await models.addNote(id, { text: remark, form: null }, { actor: 'operator' })
	await backdate(play, id, at)
	const visit = party ? 'parties and rooms' : 'tickets'
	count(play, booking.day === null ? 'gift vouchers' : visit)
	return id
}

/** Fills a cart at the first of a booking's start times that is free; null when none of the first six is. */
async function fillCart(
	play: Play,
	{ day, wishes, pieces, times }: PracticeBooking,
	visitor: Visitor,
): Promise<Cart | null> {
	const { setInCart } = play.models
	for (const time of day === null ? [null] : times.slice(0, 6)) {
		const timed = wishes.map((wish) => ({ ...wish, day, time, parentId: null }))
		const chosen = await setInCart({ id: null, version: 0, day: null }, { wishes: timed }, visitor)
		if (!chosen.ok) continue
		const [first] = chosen.value.lines
		if (!first || Object.keys(pieces).length === 0) return chosen.value
		const seen: SeenCart = { id: chosen.value.id, version: chosen.value.version, day }
		const extras = { lineId: first.id, quantities: pieces }
		const filled = await setInCart(seen, { wishes: [], pieces: extras }, visitor)
		if (filled.ok) return filled.value
		await play.models.removeFromCart(seen, first.id, visitor)
	}
	return tell(play, 'full')
}

/** Pays on the page of the pretend provider, as a customer who then closes the window. */
async function pay({ models }: Play, token: string, at: DateTime): Promise<void> {
	const found = await models.findPaymentByToken(token)
	const start = await models.goOnPaying(token, at)
	if (!found || typeof start === 'string' || !('redirectUrl' in start))
		throw new Error('the pretend provider takes no payment')
	const body = new URLSearchParams({ intent: 'pay-and-close' })
	const paid = await fetch(start.redirectUrl, { method: 'POST', redirect: 'manual', body })
	await paid.text()
	await models.settlePayment(found.payment.id, at)
}

type Deed = { order: Order; booking: PracticeBooking; at: DateTime }

/** The events of a booking after its order, each by its verb. */
const deeds = {
	async cancelled(play: Play, { order, at }: Deed): Promise<void> {
		const done = await play.models.cancelBooking(order.number, cents(0), at)
		if (done.ok) await backdate(play, order.id, at)
		count(play, done.ok ? 'cancelled' : 'not cancelled')
	},
	/** Adds two guests to a booking, with their menus. */
	async grown(play: Play, { order, at }: Deed): Promise<void> {
		const [first] = order.lines
		if (!first) return
		const menu = order.lines.find(
			(line) =>
				line.parentPosition === first.position &&
				line.included === line.quantity &&
				line.quantity > 2,
		)
		const more = [first, ...(menu ? [menu] : [])].map((line) => [line.position, line.quantity + 2])
		const asked = { kind: 'change' as const, quantities: Object.fromEntries(more) }
		await revise(play, order, { asked, at, what: 'grown' })
	},
	async moved(play: Play, { order, at }: Deed): Promise<void> {
		if (order.day === null) return
		const later = DateTime.fromISO(order.day).plus({ days: 7 }).toISODate()
		if (later === null) return
		await revise(play, order, {
			asked: { kind: 'move', day: later, time: null },
			at,
			what: 'moved',
		})
	},
	async paidAhead(play: Play, { order, booking, at }: Deed): Promise<void> {
		const begun = await play.models.payRest(order.id, booking.provider, at)
		if (begun.ok && 'token' in begun.value) await pay(play, begun.value.token, at)
		count(play, begun.ok ? 'rest paid online' : 'no rest')
	},
	/** Notes that the till took the rest of a booking; for one in five bookings in two parts. */
	async noted(play: Play, { order, booking: { mind }, at }: Deed): Promise<void> {
		const { onSite, number, id } = order
		const [first] = order.lines.flatMap(({ startsAt }) => startsAt ?? [])
		if (onSite === 0 || (first && first > play.now.toJSDate())) return
		const method = mind < 0.6 ? ('card' as const) : ('cash' as const)
		const part = mind < 0.2 ? Math.ceil(onSite / 2) : onSite
		for (const amount of [part, onSite - part].filter((money) => money > 0)) {
			const receipt = `Z-${(play.receipts += 1)}`
			await play.models.noteOnSite(number, { amount: cents(amount), method, receipt }, at)
		}
		await backdate(play, id, at)
		count(play, 'rest noted')
	},
	async stands(): Promise<void> {},
}

type Revising = {
	asked: Parameters<Play['models']['reviseBooking']>[1]['asked']
	at: DateTime
	what: string
}

async function revise(play: Play, order: Order, { asked, at, what }: Revising): Promise<void> {
	const { id, revision } = order
	const done = await play.models.reviseBooking(id, { revision, asked, actor: 'customer' }, at)
	count(play, done.ok ? what : `not ${what}`)
}

/** Returns the code of a gift voucher that a visitor bought and nobody has spent; null when there is none. */
async function soldCode({ models }: Play): Promise<string | null> {
	const [sold] = await models.raw(
		models.db,
		`select code from vouchers v where kind = 'value' and order_line_id is not null and activated_at is not null
			and not exists (select from redemptions where voucher_id = v.id) order by created_at limit 1`,
	)
	return sold ? String(sold['code']) : null
}

/**
 * Dates the events, notes and till notes of an order, which the database dated by its own clock, back to the moment at
 * which they happened in the month.
 */
async function backdate({ models }: Play, orderId: string, at: DateTime): Promise<void> {
	const moment = at.toJSDate().toISOString()
	await models.raw(
		models.db,
		`with events as (
			update order_events set at = $2::timestamptz
			where order_id = $1::uuid and at > now() - interval '2 minutes'
		), remarks as (
			update order_notes set at = $2::timestamptz
			where order_id = $1::uuid and at > now() - interval '2 minutes'
		), notes as (
			update on_site_payments set paid_at = $2::timestamptz
			where order_id = $1::uuid and paid_at > now() - interval '2 minutes'
		)
		update orders set created_at = least(created_at, $2::timestamptz),
			confirmed_at = least(confirmed_at, $2::timestamptz),
			cancelled_at = case when cancelled_at is not null then $2::timestamptz end
		where id = $1::uuid`,
		[orderId, moment],
	)
}

function tell(play: Play, what: string): null {
	count(play, what)
	return null
}

function count({ filled }: Play, what: string): void {
	filled[what] = (filled[what] ?? 0) + 1
}
