import { asc, eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { countRoundTrips } from '#app/db/round-trips.server.ts'
import { allocations, orderEvents, orderLines, orderRevisions, orders } from '#app/db/schema.ts'
import type { Asked } from '#app/models/booking/asked-lines.ts'
import type { Revision } from '#app/models/booking/revise.server.ts'
import type { Wish } from '#app/models/cart/cart.ts'
import { cents } from '#app/models/money.ts'
import { keptAt } from '#app/models/order/policy.ts'
import { daySheet } from '#app/models/order/visit.ts'
import { addDays } from '#app/models/venue/day.ts'
import { runSheet } from '#scripts/shop/day-words.ts'
import { wordsIn } from '#scripts/shop/words.ts'
import { orderedPolicy } from '#testing/booked-order.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'
import { visitDay } from '#testing/visit-day.ts'

// A booking is revised in the database: all of it or nothing, once, by whoever asks.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let model: typeof import('#app/models/booking/revise.server.ts')
let redeeming: typeof import('#app/models/cart/redeem.server.ts')
let placing: typeof import('#app/models/booking/place.server.ts')
let moves: typeof import('#app/models/booking/moves.server.ts')
let changes: typeof import('#app/models/order/change.server.ts')
let visits: typeof import('#app/models/order/visits.server.ts')
let confirming: typeof import('#app/models/order/confirmation.server.ts')
let cancelling: typeof import('#app/models/booking/cancel.server.ts')
let finding: typeof import('#app/models/order/find.server.ts')

const now = () => DateTime.utc()
const otherDay = addDays(visitDay, 7)

beforeAll(async () => {
	shop = await openPayingShop()
	model = await import('#app/models/booking/revise.server.ts')
	redeeming = await import('#app/models/cart/redeem.server.ts')
	placing = await import('#app/models/booking/place.server.ts')
	moves = await import('#app/models/booking/moves.server.ts')
	changes = await import('#app/models/order/change.server.ts')
	visits = await import('#app/models/order/visits.server.ts')
	confirming = await import('#app/models/order/confirmation.server.ts')
	cancelling = await import('#app/models/booking/cancel.server.ts')
	finding = await import('#app/models/order/find.server.ts')
})
afterAll(() => shop.close())
beforeEach(async () => {
	await raw(
		shop.admin,
		'truncate attempts, counters, invoices, order_revisions, order_changes cascade',
	)
	await shop.clear()
})
afterEach(async () => {
	expect((await audit(shop.admin)).filter(({ broken }) => broken.length > 0)).toEqual([])
})

async function booked(wish: Partial<Wish> = {}): Promise<Left> {
	const left = await shop.leave('stripe', undefined, wish)
	await shop.paid(left)
	await shop.admin
		.update(orders)
		.set({ policy: orderedPolicy() })
		.where(eq(orders.id, left.orderId))
	return left
}

function asking({ orderId }: Left, asked: Asked, more: Partial<Revision> = {}) {
	return model.reviseBooking(orderId, { revision: 1, asked, actor: 'customer', ...more }, now())
}

const toGuests = (quantity: number): Asked => ({ kind: 'change', quantities: { 1: quantity } })
const toDay = (day: string): Asked => ({ kind: 'move', day, time: null })
const refusal = (key: string) => ({ ok: false, message: { key: `errors.${key}` } })
const applied = (revision: number) => ({ ok: true, value: { kind: 'applied', revision } })

async function rowOf({ orderId }: Left) {
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, orderId))
	if (!row) throw new Error('no order')
	return row
}

function linesOf({ orderId }: Left) {
	return shop.admin
		.select()
		.from(orderLines)
		.where(eq(orderLines.orderId, orderId))
		.orderBy(asc(orderLines.position))
}

async function placesOf({ orderId }: Left) {
	const rows = await shop.admin.select().from(allocations).where(eq(allocations.orderId, orderId))
	return rows.filter(({ state }) => state === 'confirmed')
}

function revisionsOf({ orderId }: Left) {
	return shop.admin
		.select()
		.from(orderRevisions)
		.where(eq(orderRevisions.orderId, orderId))
		.orderBy(asc(orderRevisions.number))
}

test('two more guests: line, sums, places and the rest follow; what was in force is kept', async () => {
	const left = await booked()
	const [before, [line]] = [await rowOf(left), await linesOf(left)]
	const changed = await countRoundTrips(() => asking(left, toGuests(4)))
	expect(changed.value).toEqual(applied(2))
	expect(changed.roundTrips).toBeLessThanOrEqual(10)

	const [after, [changedLine]] = [await rowOf(left), await linesOf(left)]
	expect(changedLine).toMatchObject({ id: line?.id, position: 1, quantity: 4 })
	expect(after).toMatchObject({
		revision: 2,
		total: before.total * 2,
		online: before.online,
		onSite: before.total * 2 - before.online,
	})
	expect(await placesOf(left)).toMatchObject([{ units: 4, linePosition: 1, day: visitDay }])
	const [first, second] = await revisionsOf(left)
	expect(first).toMatchObject({ number: 1, content: { total: before.total } })
	expect(second).toMatchObject({ number: 2, actor: 'customer', content: { total: after.total } })
	const events = await shop.admin
		.select()
		.from(orderEvents)
		.where(eq(orderEvents.orderId, left.orderId))
	expect(events.map(({ what }) => what)).toContain('changed: revision 2')
	expect(await shop.jobs('mailRevision')).toEqual([{ orderId: left.orderId, revision: 2 }])
})

test('a booking moves to another day: its old places are free, and its places are there', async () => {
	const left = await booked({ productId: 'room-mercury', quantity: 1 })
	const foreseen = await model.previewRevision(left.orderId, toDay(otherDay), now())
	expect(foreseen).toMatchObject({ ok: true, value: { after: { day: otherDay } } })
	expect(await rowOf(left)).toMatchObject({ day: visitDay, revision: 1 })
	expect(await asking(left, toDay(otherDay))).toEqual(applied(2))
	expect(await rowOf(left)).toMatchObject({ day: otherDay, revision: 2 })
	expect(await placesOf(left)).toMatchObject([{ resourceId: 'mercury', day: otherDay }])
	const other = await shop.leave('stripe', undefined, { productId: 'room-mercury', quantity: 1 })
	expect(other.orderId).not.toBe(left.orderId)
})

test('K59: the day sheets after moves have the booking once, at its newest time', async () => {
	const left = await booked()
	const sheetOf = async (day: string) =>
		runSheet(daySheet(shop.venue, await visits.listVisits(day)), wordsIn())
	expect(await asking(left, { kind: 'move', day: visitDay, time: '16:00' })).toEqual(applied(2))
	const { number } = await rowOf(left)
	const later = await sheetOf(visitDay)
	expect(later[0]).toContain(`${number}  16:00-18:00`)
	expect(later.filter((line) => line.includes(number))).toHaveLength(1)
	const heads = later.filter((line) => /^ +\d\d:\d\d {2}\d+$/.test(line)).map((line) => line.trim())
	expect(heads).toEqual(['16:00  2', '16:30  2', '17:00  2', '17:30  2'])

	expect(await asking(left, toDay(otherDay), { revision: 2 })).toEqual(applied(3))
	expect(await visits.listVisits(visitDay)).toEqual([])
	expect(await sheetOf(otherDay)).toEqual(later)
})

test.each([
	{ end: 'standing', isBooked: true },
	{ end: 'cancelled', isBooked: false },
])(
	'K60: a $end booking that is confirmed once more keeps the places of older revisions released',
	async ({ end, isBooked }) => {
		const left = await booked()
		expect(await asking(left, { kind: 'move', day: visitDay, time: '16:00' })).toEqual(applied(2))
		const { number } = await rowOf(left)
		if (end === 'cancelled') await cancelling.cancelBooking(number, cents(0), now())
		const before = await rowsOf(left)
		expect(before.map(({ state }) => state).toSorted()).toEqual(
			isBooked ? ['confirmed', 'released'] : ['released', 'released'],
		)
		expect(await confirm(left)).toBe(isBooked)
		expect(await rowsOf(left)).toEqual(before)
	},
)

test('K60: an order confirms the places that it keeps, and none that it has released', async () => {
	const left = await shop.leave('stripe')
	const [kept] = await rowsOf(left)
	if (!kept) throw new Error('no place')
	await shop.admin.insert(allocations).values({ ...kept, id: undefined, state: 'released' })
	await shop.paid(left)
	expect((await rowsOf(left)).map(({ state }) => state)).toEqual(['confirmed', 'released'])
})

function rowsOf({ orderId }: Left) {
	return shop.admin
		.select()
		.from(allocations)
		.where(eq(allocations.orderId, orderId))
		.orderBy(asc(allocations.state), asc(allocations.id))
}

function confirm({ orderId }: Left): Promise<boolean> {
	return shop.db.transaction(async (tx) =>
		confirming.confirmOrder(tx, await confirming.loadConfirmable(tx, orderId, now()), now()),
	)
}

test('K29: the days and times to move to are those at which its room is free, with its own', async () => {
	const left = await booked({ productId: 'room-mercury', quantity: 1 })
	await shop.leave('stripe', undefined, { productId: 'room-mercury', quantity: 1, time: '17:00' })
	const times = await moves.findMoveTimes(left.orderId, { day: visitDay }, now())
	const free = times.ok ? times.value.map(({ time }) => time) : []
	expect(free).toContain('14:30')
	expect(free).not.toContain('16:30')
	const days = { first: visitDay, last: addDays(visitDay, 1) }
	const found = await moves.findMoveDays(left.orderId, days, now())
	expect(found).toMatchObject({ ok: true, value: [{ kind: 'free', difference: 0 }, {}] })
})

test('fewer guests than were paid for: the money goes back online, with its papers', async () => {
	const left = await booked({ quantity: 10 })
	const before = await rowOf(left)
	expect(await asking(left, toGuests(2))).toEqual(applied(2))
	const after = await rowOf(left)
	const back = before.online - after.total
	expect(after).toMatchObject({ online: after.total, onSite: 0 })
	const [refund] = await raw(shop.admin, 'select amount, revision from refunds')
	expect(refund).toEqual({ amount: back, revision: 2 })
})

test('a refused change writes nothing', async () => {
	const left = await booked()
	const places = await placesOf(left)
	expect(await asking(left, toGuests(5000))).toMatchObject({ ok: false })
	expect(await asking(left, toDay(addDays(visitDay, -7000)))).toMatchObject({ ok: false })
	expect(await rowOf(left)).toMatchObject({ revision: 1 })
	expect(await placesOf(left)).toEqual(places)
	expect(await revisionsOf(left)).toEqual([])
})

test('K6: the same change, pressed twice and at once, is made once; another one sees that it is late', async () => {
	const left = await booked()
	const both = await Promise.all([asking(left, toGuests(4)), asking(left, toGuests(4))])
	expect(both).toEqual([applied(2), applied(2)])
	expect(await asking(left, toGuests(4))).toEqual(applied(2))
	expect(await revisionsOf(left)).toHaveLength(2)
	expect(await asking(left, toGuests(3))).toEqual(refusal('booking.changed'))

	const [customer, staff] = await Promise.all([
		asking(left, toGuests(6), { revision: 2 }),
		asking(left, toGuests(5), { revision: 2, actor: 'operator', reason: 'by telephone' }),
	])
	const [made, refused] = customer.ok ? [customer, staff] : [staff, customer]
	expect(made).toEqual(applied(3))
	expect(refused).toEqual(refusal('booking.changed'))
	expect(await rowOf(left)).toMatchObject({ revision: 3 })
	expect(await revisionsOf(left)).toHaveLength(3)
})

/** Two tickets and, with the party that needs it, a magician, who is always paid online. */
const withMagician: Asked = { kind: 'change', added: [{ productId: 'magician', quantity: 1 }] }

async function due(left: Left, asked: Asked, more: Partial<Revision> = {}) {
	const outcome = await asking(left, asked, more)
	if (!outcome.ok || outcome.value.kind !== 'due') throw new Error(JSON.stringify(outcome))
	return outcome.value
}

/** Notes the payment of a change as paid, as its conclusion does, and applies the change. */
async function payChange(left: Left, changeId: string, amount: number): Promise<boolean> {
	await raw(
		shop.admin,
		`insert into payments (order_id, provider, state, purpose, change_id, amount, paid_amount, capture_id,
			return_token, settled_at, expires_at)
		values ($1, 'stripe', 'paid', 'change', $2, $3, $3, $4, $5, now(), now())`,
		[left.orderId, changeId, amount, `ch_${changeId}`, changeId],
	)
	return shop.db.transaction((tx) => changes.applyChange(tx, changeId, now()))
}

test('K28: a change that is paid online first holds what it lacks, and counts when the money is in', async () => {
	const left = await booked()
	const before = await rowOf(left)
	const { changeId, amount } = await due(left, withMagician)
	expect(await rowOf(left)).toEqual(before)
	expect(await placesOf(left)).toHaveLength(1)
	const pending = await raw(
		shop.admin,
		`select resource_id, units from allocations where change_id = $1 and state = 'pending'`,
		[changeId],
	)
	expect(pending).toEqual([{ resource_id: 'magicians', units: 1 }])
	expect(await asking(left, withMagician)).toEqual({
		ok: true,
		value: { kind: 'due', changeId, amount },
	})

	expect(await payChange(left, changeId, amount)).toBe(true)
	expect(await rowOf(left)).toMatchObject({
		revision: 2,
		total: before.total + amount,
		online: before.online + amount,
		onSite: before.onSite,
	})
	expect(await placesOf(left)).toHaveLength(2)
	expect(await shop.db.transaction((tx) => changes.applyChange(tx, changeId, now()))).toBe(false)
})

test('K28: a change that is not paid ends alone, and one that waits gives way to another', async () => {
	const left = await booked()
	const first = await due(left, withMagician)
	await shop.db.transaction((tx) => changes.endChange(tx, first.changeId))
	expect(await rowOf(left)).toMatchObject({ revision: 1 })
	const second = await due(left, withMagician)
	expect(second.changeId).not.toBe(first.changeId)
	expect(await asking(left, toGuests(3))).toEqual(applied(2))
	expect(await shop.db.transaction((tx) => changes.applyChange(tx, second.changeId, now()))).toBe(
		false,
	)
	const states = await raw(shop.admin, 'select state from order_changes')
	expect(states).toEqual([{ state: 'ended' }, { state: 'ended' }])
	const pending = await raw(shop.admin, `select from allocations where state = 'pending'`)
	expect(pending).toEqual([])
})

test('K74: a change that waited while the rest was paid is made anew, and can be paid', async () => {
	const left = await booked()
	const first = await due(left, withMagician)
	const begun = await shop.pay.payRest(left.orderId, 'stripe', now())
	if (!begun.ok || !('token' in begun.value)) throw new Error('the rest cannot be paid')
	await shop.pay.goOnPaying(begun.value.token, now())
	const rows = await raw(
		shop.admin,
		`select id, provider_id from payments where purpose = 'rest' and order_id = $1`,
		[left.orderId],
	)
	const [rest] = rows.map(({ id, provider_id }) => ({
		paymentId: String(id),
		providerId: String(provider_id),
	}))
	if (!rest) throw new Error('no payment')
	await shop.paid({ ...left, ...rest })
	expect(await rowOf(left)).toMatchObject({ onSite: 0 })

	const second = await due(left, withMagician)
	expect(second.changeId).not.toBe(first.changeId)
	expect(await payChange(left, second.changeId, second.amount)).toBe(true)
	const { total } = await rowOf(left)
	expect(await rowOf(left)).toMatchObject({ online: total, onSite: 0 })
})

test('K75: an order of an older build keeps the deposit that was agreed when it is made smaller', async () => {
	const left = await booked({ quantity: 10 })
	const [termsVersion = ''] = Object.keys(shop.venue.policyOf ?? {})
	await shop.admin
		.update(orders)
		.set({ policy: null, termsVersion })
		.where(eq(orders.id, left.orderId))
	const { online } = await rowOf(left)
	expect(await asking(left, toGuests(5))).toEqual(applied(2))
	expect(await rowOf(left)).toMatchObject({ policy: { rules: [{ deposit: online }] } })
})

test('K79: several changes lower the fee of a policy by the total no further than the first', async () => {
	const left = await booked({ quantity: 10 })
	const order = await rowOf(left)
	const late = { percent: 20, of: 'total' } as const
	const rules = order.policy?.rules.map((rule) => ({
		...rule,
		policy: { ...rule.policy, cancel: [], late },
	}))
	await shop.admin
		.update(orders)
		.set({ policy: order.policy && { ...order.policy, rules: rules ?? [] }, cancelTier: 0 })
		.where(eq(orders.id, left.orderId))
	const feeOf = async () => {
		const found = await finding.findOrderById(left.orderId)
		return found && keptAt(shop.venue, found, now())
	}
	const fee = await feeOf()
	expect(fee).toBeGreaterThan(0)
	expect(await asking(left, toGuests(9))).toEqual(applied(2))
	expect(await asking(left, toGuests(8), { revision: 2 })).toEqual(applied(3))
	expect(await feeOf()).toBe(fee)
})

test('K80: a change at another price than the page showed is refused, and nothing changes', async () => {
	const left = await booked({ quantity: 10 })
	const plan = await model.previewRevision(left.orderId, toGuests(9), now())
	if (!plan.ok) throw new Error(plan.message.key)
	const { difference, dueNow } = plan.value.money
	const shown = { difference: cents(difference - 1), dueNow }
	expect(await asking(left, toGuests(9), { shown })).toEqual(refusal('booking.repriced'))
	expect(await rowOf(left)).toMatchObject({ revision: 1 })
	expect(await asking(left, toGuests(9), { shown: plan.value.money })).toEqual(applied(2))
})

test('K71: the most that was booked is read from the revisions', async () => {
	const left = await booked({ quantity: 10 })
	const isHalved = async (quantity: number) => {
		const plan = await model.previewRevision(left.orderId, toGuests(quantity), now())
		return plan.ok && plan.value.isHalved
	}
	expect(await isHalved(5)).toBe(false)
	expect(await asking(left, toGuests(6))).toEqual(applied(2))
	expect([await isHalved(5), await isHalved(4)]).toEqual([false, true])
})

test('K4: what a voucher paid goes back to it; when it has expired meanwhile, the operator is told', async () => {
	const code = 'VIELGAST'
	await raw(
		shop.admin,
		`with added as (insert into vouchers (code, kind, amount) values ($1, 'value', 50000) returning id)
		insert into voucher_entries (voucher_id, sequence, kind, amount, balance)
		select id, 1, 'issued', 50000, 50000 from added`,
		[code],
	)
	const cart = await shop.fillCart({ quantity: 4 })
	const visitor = { venue: shop.venue, now: now(), addressHash: null }
	const redeemed = await redeeming.redeemVoucher(cart, code, visitor)
	if (!redeemed.ok) throw new Error(redeemed.message.key)
	const { id, version, day } = redeemed.value
	const ordering = { venue: shop.venue, locale: 'de-DE', provider: null, now: now() } as const
	const placed = await placing.placeOrder({ id, version, day }, ordering)
	if (!placed.ok) throw new Error(placed.message.key)
	const { id: orderId, publicId } = placed.value
	const left: Left = { provider: 'stripe', orderId, publicId, paymentId: '', providerId: '' }
	await shop.admin.update(orders).set({ policy: orderedPolicy() }).where(eq(orders.id, orderId))
	const before = await rowOf(left)
	const balance = async () => {
		const [row] = await raw(
			shop.admin,
			`select sum(e.amount)::int as sum from voucher_entries e join vouchers v on v.id = e.voucher_id
			where v.code = $1`,
			[code],
		)
		return Number(row?.['sum'])
	}
	expect(await balance()).toBe(50_000 - before.total)

	expect(await asking(left, toGuests(3))).toEqual(applied(2))
	expect(await balance()).toBe(50_000 - (before.total * 3) / 4)
	expect(await shop.jobs('tellOperator')).toEqual([])
	await raw(shop.admin, `update vouchers set valid_until = '2026-01-01'`)
	expect(await asking(left, toGuests(2), { revision: 2 })).toEqual(applied(3))
	expect(await rowOf(left)).toMatchObject({ voucher: before.total / 2, online: 0, onSite: 0 })
	expect(await balance()).toBe(50_000 - before.total / 2)
	expect(await shop.jobs('tellOperator')).toEqual([{ orderId, concern: 'voucherExpired' }])
})
