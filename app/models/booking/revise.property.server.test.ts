import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { orders } from '#app/db/schema.ts'
import type { Asked } from '#app/models/booking/asked-lines.ts'
import { cents } from '#app/models/money.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import { addDays } from '#app/models/venue/day.ts'
import { orderedPolicy } from '#testing/booked-order.ts'
import { trials } from '#testing/oracle/random-shop.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'
import { visitDay } from '#testing/visit-day.ts'

// Random sequences of changes of three bookings that share twelve places and two magicians, beside a slow model, which
// counts places by the slot and money by the cent.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let model: typeof import('#app/models/booking/revise.server.ts')
let changes: typeof import('#app/models/order/change.server.ts')
let cancelling: typeof import('#app/models/booking/cancel.server.ts')
let refunding: typeof import('#app/models/payment/refund.server.ts')
let issuing: typeof import('#app/models/invoice/issue.server.ts')
let redeeming: typeof import('#app/models/cart/redeem.server.ts')
let placing: typeof import('#app/models/booking/place.server.ts')

const now = () => DateTime.utc()

beforeAll(async () => {
	shop = await openPayingShop()
	model = await import('#app/models/booking/revise.server.ts')
	changes = await import('#app/models/order/change.server.ts')
	cancelling = await import('#app/models/booking/cancel.server.ts')
	refunding = await import('#app/models/payment/refund.server.ts')
	issuing = await import('#app/models/invoice/issue.server.ts')
	redeeming = await import('#app/models/cart/redeem.server.ts')
	placing = await import('#app/models/booking/place.server.ts')
})
afterAll(() => shop.close())

const times = ['14:00', '15:00'] as const
const [PLACES, MAGICIANS] = [12, 2]

/** A Saturday and, when there is one, a day in the weeks after it that has the prices of weekdays. */
function openDays(): string[] {
	const after = Array.from({ length: 30 }, (_, days) => addDays(visitDay, days + 1))
	const cheap = after.find((day) => {
		const { hours, class: dayClass } = openingOn(shop.venue.calendar, day)
		return dayClass === 'weekday' && hours && hours.opens <= '14:00' && hours.closes >= '17:00'
	})
	return [visitDay, ...(cheap ? [cheap] : [])]
}

type Step = { who: number } & (
	| { what: 'guests'; to: number }
	| { what: 'magician'; to: number }
	| { what: 'move'; day: number; time: number }
	| { what: 'pay' | 'expire' | 'cancel' }
	| { what: 'refund'; amount: number }
)

const who = fc.nat({ max: 2 })
const steps = fc.array(
	fc.oneof(
		fc.record({ who, what: fc.constant('guests' as const), to: fc.integer({ min: 1, max: 8 }) }),
		fc.record({ who, what: fc.constant('magician' as const), to: fc.nat({ max: 1 }) }),
		fc.record({
			who,
			what: fc.constant('move' as const),
			day: fc.nat({ max: 1 }),
			time: fc.nat({ max: 1 }),
		}),
		fc.record({ who, what: fc.constantFrom('pay' as const, 'expire' as const, 'pay' as const) }),
		fc.record({ who, what: fc.constant('cancel' as const) }),
		fc.record({
			who,
			what: fc.constant('refund' as const),
			amount: fc.integer({ min: 1, max: 900 }),
		}),
	),
	{ minLength: 6, maxLength: 14 },
)

/** A booked visit: `guests` places of a slot, and a magician or none. */
type Content = { day: string; time: string; guests: number; magician: number }
type Slow = Content & {
	state: 'confirmed' | 'cancelled'
	revision: number
	online: number
	voucher: number
	refundable: number
	/** The change that waits, with what it makes due. */
	waiting: (Content & { due: number }) | null
}

function priceOf(productId: string, day: string): number {
	const product = shop.venue.products.find(({ id }) => id === productId)
	const price = product?.prices[openingOn(shop.venue.calendar, day).class]
	if (typeof price !== 'number') throw new Error(`no price of ${productId}`)
	return price
}

function totalOf({ day, guests, magician }: Content): number {
	return guests * priceOf('laser-round', day) + magician * priceOf('magician', day)
}

const onlineOf = ({ day, magician }: Content) => magician * priceOf('magician', day)
const slotOf = ({ day, time }: Content) => `${day} ${time}`

/** The places that a booking takes of each slot: its own, and what a waiting change needs beyond them. */
function takenBy(booking: Slow, what: 'guests' | 'magician'): Map<string, number> {
	const taken = new Map<string, number>()
	if (booking.state === 'cancelled') return taken
	for (const content of [booking, ...(booking.waiting ? [booking.waiting] : [])]) {
		const before = taken.get(slotOf(content)) ?? 0
		taken.set(slotOf(content), Math.max(before, content[what]))
	}
	return taken
}

function fits(all: readonly Slow[], own: Slow, to: Content): boolean {
	const others = (what: 'guests' | 'magician') =>
		all
			.filter((booking) => booking !== own)
			.reduce((sum, booking) => sum + (takenBy(booking, what).get(slotOf(to)) ?? 0), 0)
	return others('guests') + to.guests <= PLACES && others('magician') + to.magician <= MAGICIANS
}

/** Asks for `to`; answers whether it is granted, and changes the booking. */
function ask(all: readonly Slow[], own: Slow, to: Content): boolean {
	if (own.state === 'cancelled') return false
	if (!fits(all, own, to)) return false
	const isSame = (one: Content) =>
		slotOf(one) === slotOf(to) && one.guests === to.guests && one.magician === to.magician
	if (isSame(own)) return true
	let { online, voucher, refundable } = own
	while (online + voucher > totalOf(to)) {
		if (online > 0 && refundable > 0) [online, refundable] = [online - 1, refundable - 1]
		else if (voucher > 0) voucher -= 1
		else return false
	}
	const open = totalOf(to) - online - voucher
	const due = Math.min(Math.max(0, onlineOf(to) - onlineOf(own)), open)
	if (due >= 50) {
		own.waiting = { ...to, due }
		return true
	}
	Object.assign(own, to, { online, voucher, refundable, waiting: null })
	own.revision += 1
	return true
}

function askedBy(step: Step, days: readonly string[]): Asked | null {
	if (step.what === 'guests') return { kind: 'change', quantities: { 1: step.to } }
	if (step.what === 'magician')
		return { kind: 'change', added: [{ productId: 'magician', quantity: step.to }] }
	if (step.what !== 'move') return null
	return { kind: 'move', day: days[step.day] ?? visitDay, time: times[step.time] ?? '14:00' }
}

function contentBy(step: Step, own: Slow, days: readonly string[]): Content {
	const { day, time, guests, magician } = own
	const content = { day, time, guests, magician }
	if (step.what === 'guests') return { ...content, guests: step.to }
	if (step.what === 'magician') return { ...content, magician: step.to }
	if (step.what !== 'move') return content
	return { ...content, day: days[step.day] ?? visitDay, time: times[step.time] ?? '14:00' }
}

type Real = { left: Left; number: string; changeId: string | null }

async function place(guests: number, code: string | null): Promise<{ real: Real; slow: Slow }> {
	const wish = { productId: 'laser-round', duration: null, time: '14:00', quantity: guests }
	let left: Left
	if (code === null) left = await shop.leave('stripe', undefined, wish)
	else {
		const cart = await shop.fillCart(wish)
		const visitor = { venue: shop.venue, now: now(), addressHash: null }
		const redeemed = await redeeming.redeemVoucher(cart, code, visitor)
		if (!redeemed.ok) throw new Error(redeemed.message.key)
		const { id, version, day } = redeemed.value
		const ordering = { venue: shop.venue, locale: 'de-DE', provider: null, now: now() } as const
		const placed = await placing.placeOrder({ id, version, day }, ordering)
		if (!placed.ok) throw new Error(placed.message.key)
		const { id: orderId, publicId } = placed.value
		left = { provider: 'stripe', orderId, publicId, paymentId: '', providerId: '' }
	}
	if (code === null) await shop.paid(left)
	const [row] = await shop.admin
		.update(orders)
		.set({
			policy: orderedPolicy({ move: { days: 0, time: 'start', times: 99, price: 'newDay' } }),
		})
		.where(eq(orders.id, left.orderId))
		.returning()
	if (!row) throw new Error('no order')
	const { number, online, voucher } = row
	const content = { day: visitDay, time: '14:00', guests, magician: 0 }
	const money = { online, voucher, refundable: online, waiting: null }
	return {
		real: { left, number, changeId: null },
		slow: { ...content, ...money, state: 'confirmed', revision: 1 },
	}
}

/** Does a step in the shop; answers whether it was granted. */
async function perform(real: Real, slow: Slow, step: Step, days: readonly string[]) {
	const { orderId } = real.left
	const asked = askedBy(step, days)
	if (asked) {
		const wanted = { revision: slow.revision, asked, actor: 'customer' }
		const outcome = await model.reviseBooking(orderId, wanted, now())
		if (outcome.ok && outcome.value.kind === 'due') real.changeId = outcome.value.changeId
		return outcome.ok
	}
	const { changeId } = real
	switch (step.what) {
		case 'pay': {
			if (!changeId || !slow.waiting) return false
			return shop.db.transaction(async (tx) => {
				await raw(
					tx,
					`insert into payments (order_id, provider, state, purpose, change_id, amount, paid_amount,
						capture_id, return_token, settled_at, expires_at)
					values ($1, 'stripe', 'paid', 'change', $2, $3, $3, $4, $4, now(), now())`,
					[orderId, changeId, slow.waiting?.due, `ch_${changeId}`],
				)
				return changes.applyChange(tx, changeId, now())
			})
		}
		case 'expire':
			if (changeId) await shop.db.transaction((tx) => changes.endChange(tx, changeId))
			return true
		case 'cancel':
			return (await cancelling.cancelBooking(real.number, cents(0), now())).ok
		case 'refund':
			return (await refunding.orderRefund(real.number, cents(step.amount))).ok
		default:
			return false
	}
}

/** Does a step in the model, which is told whether a refund was granted: the shop gives one amount once an hour. */
function imagine(all: readonly Slow[], own: Slow, step: Step, days: readonly string[]): boolean {
	switch (step.what) {
		case 'pay': {
			if (!own.waiting || own.state === 'cancelled') return false
			const { due, ...content } = own.waiting
			Object.assign(own, content, { online: own.online + due, waiting: null })
			own.refundable += due
			own.revision += 1
			return true
		}
		case 'expire':
			own.waiting = null
			return true
		case 'cancel': {
			const isBooked = own.state === 'confirmed'
			if (isBooked) Object.assign(own, { state: 'cancelled', waiting: null })
			return isBooked
		}
		case 'refund':
			own.refundable -= step.amount
			return true
		default:
			return ask(all, own, contentBy(step, own, days))
	}
}

async function lookAt(reals: readonly Real[]) {
	const rows = await raw(
		shop.admin,
		`select o.id, o.state, o.revision, o.day::text, o.total, o.online, o.voucher, (
			select json_object_agg(slot, units) from (
				select resource_id || ' ' || to_char(lower(during) at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') as slot,
					sum(units) as units
				from allocations where order_id = o.id and state in ('pending', 'confirmed') group by 1
			) slots) as places
		from orders o`,
	)
	return reals.map(({ left }) => rows.find(({ id }) => id === left.orderId))
}

function pictureOf(booking: Slow, id: string) {
	const { state, revision, day, online, voucher } = booking
	if (state === 'cancelled') return { id, state, revision, places: null }
	const places: Record<string, number> = {}
	for (const [resource, what] of [
		['laser-arena', 'guests'],
		['magicians', 'magician'],
	] as const)
		for (const [slot, units] of takenBy(booking, what))
			if (units > 0) places[`${resource} ${slot}`] = units
	return { id, state, revision, day, online, voucher, total: totalOf(booking), places }
}

test(
	'random changes, moves, payments, refunds and cancellations end as in a slow model',
	{ timeout: 600_000 },
	async () => {
		const days = openDays()
		let stories = 0
		await fc.assert(
			fc.asyncProperty(steps, async (sequence) => {
				stories += 1
				await raw(
					shop.admin,
					'truncate attempts, counters, invoices, order_revisions, order_changes, vouchers cascade',
				)
				await shop.clear()
				await raw(
					shop.admin,
					`with added as (insert into vouchers (code, kind, amount) values ($1, 'value', 5000) returning id)
					insert into voucher_entries (voucher_id, sequence, kind, amount, balance)
					select id, 1, 'issued', 5000, 5000 from added`,
					[`STERNE${stories}`],
				)
				const booked = [
					await place(2, null),
					await place(3, `STERNE${stories}`),
					await place(4, null),
				]
				const slows = booked.map(({ slow }) => slow)
				for (const step of sequence) {
					const { real, slow } = booked[step.who] ?? {}
					if (!real || !slow) throw new Error('no such booking')
					const isGranted = await perform(real, { ...slow }, step, days)
					if (step.what === 'refund' && !isGranted) continue
					if (slow.waiting === null && step.what === 'expire') continue
					expect({ step, isGranted }).toEqual({
						step,
						isGranted: imagine(slows, slow, step, days),
					})
					const seen = await lookAt(booked.map((it) => it.real))
					expect(seen).toMatchObject(booked.map((it) => pictureOf(it.slow, it.real.left.orderId)))
				}
				for (const { real } of booked) await issuing.issueInvoices(real.left.orderId, now())
				await raw(shop.admin, `update refunds set created_at = created_at - interval '2 hours'`)
				await raw(shop.admin, `update refunds set refunded_at = created_at, provider_id = id`)
				const findings = await audit(shop.admin)
				expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([])
			}),
			trials('changes of bookings', 12),
		)
	},
)
