import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { allocations, orderEvents, orders, payments, refunds } from '#app/db/schema.ts'
import type { Wish } from '#app/models/cart/cart.ts'
import { cents, zero } from '#app/models/money.ts'
import type { OrderedPolicy } from '#app/models/order/ordered-policy.ts'
import { ok, refuse } from '#app/models/result.ts'
import { clockOfWaiting } from '#testing/clock-of-waiting.ts'
import { emptyTables } from '#testing/emptied.ts'
import { meetAtGate } from '#testing/gate.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'

// The customer cancels a booking: by the accepted policy, at the moment of the database, once (faults K8, K39).

let shop: Awaited<ReturnType<typeof openPayingShop>>
let model: typeof import('#app/models/booking/own-cancel.server.ts')
let desk: typeof import('#app/models/booking/cancel.server.ts')
let revising: typeof import('#app/models/booking/revise.server.ts')
let carts: typeof import('#app/models/cart/change.server.ts')
let redeeming: typeof import('#app/models/cart/redeem.server.ts')
let placing: typeof import('#app/models/booking/place.server.ts')
let issuing: typeof import('#app/models/invoice/issue.server.ts')
let tills: typeof import('#app/models/invoice/on-site.server.ts')

const now = () => DateTime.utc()
const room = { productId: 'room-mercury', quantity: 1 }

beforeAll(async () => {
	shop = await openPayingShop()
	model = await import('#app/models/booking/own-cancel.server.ts')
	desk = await import('#app/models/booking/cancel.server.ts')
	revising = await import('#app/models/booking/revise.server.ts')
	carts = await import('#app/models/cart/change.server.ts')
	redeeming = await import('#app/models/cart/redeem.server.ts')
	placing = await import('#app/models/booking/place.server.ts')
	issuing = await import('#app/models/invoice/issue.server.ts')
	tills = await import('#app/models/invoice/on-site.server.ts')
	await raw(
		shop.admin,
		`create function end_connection() returns trigger language plpgsql as
		'begin perform pg_terminate_backend(pg_backend_pid()); return new; end'`,
	)
})
afterAll(() => shop.close())
beforeEach(clear)

async function clear(): Promise<void> {
	await emptyTables(shop.admin, 'attempts', 'counters', 'invoices', 'order_changes')
	await shop.clear()
}

/** Runs `act` while the booking's day is locked, and `meanwhile` once it waits; returns its answer and that moment. */
async function whileLocked<T>(
	order: Booked,
	act: () => Promise<T>,
	meanwhile: () => Promise<void> = async () => {},
) {
	const { acting, at } = await shop.admin.transaction(async (tx) => {
		const { day } = await rowOf(order)
		await raw(tx, 'select from days where day = $1 for update', [day])
		const acting = act()
		const clocks = () => raw(shop.admin, clockOfWaiting)
		await expect.poll(async () => (await clocks()).length, { interval: 10 }).toBe(1)
		await meanwhile()
		return { acting, at: Number((await clocks())[0]?.['at']) }
	})
	return { answer: await acting, at }
}

type Booked = Left & { number: string; online: number; onSite: number }

/** A booking whose policy gives all back until so many days before the visit, and keeps the deposit afterwards. */
async function booked(freeUntil: number | null, wish: Partial<Wish> = room): Promise<Booked> {
	const left = await shop.leave('stripe', undefined, wish)
	await shop.paid(left)
	await issuing.issueInvoices(left.orderId, now())
	const { number, online, onSite } = await rowOf(left)
	await setPolicy(left, freeUntil, online)
	return { ...left, number, online, onSite }
}

async function setPolicy({ orderId }: Left, days: number | null, deposit: number): Promise<void> {
	const policy: OrderedPolicy | null =
		days === null
			? null
			: {
					version: 1,
					rules: [
						{
							products: null,
							deposit: cents(deposit),
							policy: {
								change: {},
								cancel: [{ until: { days, time: '23:59' }, keep: { percent: 0, of: 'deposit' } }],
								late: { percent: 100, of: 'deposit' },
								noShow: 'billed',
							},
						},
					],
					sentences: [],
					locale: 'de-DE',
				}
	await shop.admin.update(orders).set({ policy }).where(eq(orders.id, orderId))
}

async function rowOf({ orderId }: { orderId: string }) {
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, orderId))
	if (!row) throw new Error('no order')
	return row
}

async function placesOf({ orderId }: Left): Promise<string[]> {
	const rows = await shop.admin.select().from(allocations).where(eq(allocations.orderId, orderId))
	return rows.map(({ state }) => state)
}

async function refundsOf({ orderId }: Left) {
	const rows = await shop.admin
		.select({ amount: refunds.amount, purpose: payments.purpose, reason: refunds.reason })
		.from(refunds)
		.innerJoin(payments, eq(payments.id, refunds.paymentId))
		.where(eq(payments.orderId, orderId))
	return rows.toSorted((one, other) => one.purpose.localeCompare(other.purpose))
}

/** Begins to pay the rest, as far as the provider's page. */
async function leaveWithRest(of: Booked): Promise<Left> {
	const begun = await shop.pay.payRest(of.orderId, 'stripe', now())
	if (!begun.ok || !('token' in begun.value)) throw new Error('the rest cannot be paid')
	expect(await shop.pay.goOnPaying(begun.value.token, now())).toHaveProperty('redirectUrl')
	const rows = await shop.admin.select().from(payments).where(eq(payments.purpose, 'rest'))
	const rest = rows.find(({ orderId }) => orderId === of.orderId)
	return { ...of, paymentId: rest?.id ?? '', providerId: rest?.providerId ?? '' }
}

async function expectWhole({ orderId }: Left): Promise<void> {
	await issuing.issueInvoices(orderId, now())
	const broken = (await audit(shop.admin)).filter((finding) => finding.broken.length > 0)
	// The mails of these tests are not written.
	expect(broken.filter(({ id }) => id !== 'I8')).toEqual([])
}

async function ahead({ orderId }: Left) {
	const preview = await model.previewCancellation(orderId)
	if (!preview.ok) throw new Error(preview.message.key)
	return preview.value
}

const cancel = (of: Left, shown: { fee: number; back: number }) =>
	model.cancelOwnBooking(of.orderId, { fee: cents(shown.fee), back: cents(shown.back) }, now())

test('a booking cancelled in time gives all money and its places back, and names the customer as its author', async () => {
	const order = await booked(0)
	const shown = await ahead(order)
	expect(shown).toMatchObject({ fee: 0, back: order.online, voucherBack: 0 })
	expect(shown.ways).toEqual([{ provider: 'stripe', amount: order.online }])
	expect(await rowOf(order)).toMatchObject({ state: 'confirmed' })

	expect(await cancel(order, shown)).toMatchObject(ok({ back: order.online, kept: 0 }))
	expect(await rowOf(order)).toMatchObject({ state: 'cancelled', fee: 0 })
	expect(await placesOf(order)).toEqual(['released'])
	expect(await refundsOf(order)).toEqual([
		{ amount: order.online, purpose: 'order', reason: 'cancelled by the customer' },
	])
	const events = await shop.admin.select().from(orderEvents)
	expect(events).toContainEqual(expect.objectContaining({ who: 'customer', what: 'cancelled' }))
	expect(await shop.jobs('mailCancellation')).toHaveLength(1)
	await expectWhole(order)
})

test('a booking cancelled after the deadline keeps the deposit, and a rest that was paid goes back', async () => {
	const order = await booked(200)
	const rest = await leaveWithRest(order)
	await shop.paid(rest)
	await issuing.issueInvoices(order.orderId, now())
	const shown = await ahead(order)
	expect(shown).toMatchObject({ fee: order.online, back: order.onSite, kept: order.online })
	expect(await cancel(order, shown)).toMatchObject(ok({ back: order.onSite }))
	expect(await refundsOf(order)).toMatchObject([{ amount: order.onSite, purpose: 'rest' }])
	expect(await rowOf(order)).toMatchObject({ state: 'cancelled', fee: order.online })
	await expectWhole(order)
})

test('K70: money that a change gave back lowers no fee, also when its refund failed and was ordered again', async () => {
	const order = await booked(200, { quantity: 10 })
	const asked = { kind: 'change' as const, quantities: { 1: 2 } }
	const fewer = { revision: 1, asked, actor: 'operator', reason: 'by telephone' }
	expect(await revising.reviseBooking(order.orderId, fewer, now())).toMatchObject({ ok: true })
	const { online, total } = await rowOf(order)
	expect(online).toBe(total)
	expect(online).toBeLessThan(order.online)
	expect(await ahead(order)).toMatchObject({ fee: online, back: 0 })

	await shop.admin.update(refunds).set({ failedAt: new Date() })
	const again = { amount: cents(order.online - online), reason: 'ordered by the operator' }
	await shop.admin.insert(refunds).values({ paymentId: order.paymentId, ...again })
	expect(await ahead(order)).toMatchObject({ fee: online, back: 0 })
})

test('a cancellation that is pressed ten times at once is made once', async () => {
	const order = await booked(0)
	const shown = await ahead(order)
	const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(order, shown)))
	expect(answers.filter(({ ok: isDone }) => isDone)).toHaveLength(1)
	expect(answers.filter(({ ok: isDone }) => !isDone)).toEqual(
		Array(9).fill(refuse('booking.cancelledAlready')),
	)
	expect(await refundsOf(order)).toHaveLength(1)
	await expectWhole(order)
})

test('K39: a cancellation at sums other than those that were shown cancels nothing', async () => {
	const order = await booked(0)
	const shown = await ahead(order)
	// The deadline goes by between the page and the button.
	await setPolicy(order, 200, order.online)
	const before = await rowOf(order)
	expect(await cancel(order, shown)).toEqual(refuse('booking.sumsChanged'))
	expect(await rowOf(order)).toEqual(before)
	expect(await placesOf(order)).toEqual(['confirmed'])
	expect(await refundsOf(order)).toEqual([])
	expect(await cancel(order, await ahead(order))).toMatchObject(ok({ kept: order.online }))
})

test('K39: a booking that changes while a cancellation waits for its lock is judged as it is under the lock', async () => {
	const order = await booked(0)
	const shown = await ahead(order)
	const { answer } = await whileLocked(
		order,
		() => cancel(order, shown),
		() => setPolicy(order, 200, order.online),
	)
	expect(answer).toEqual(refuse('booking.sumsChanged'))
	expect(await placesOf(order)).toEqual(['confirmed'])
})

test('K39: the moment that decides is one under the lock, not the one at which a cancellation began to wait', async () => {
	const order = await booked(0)
	const moments: DateTime[] = []
	const cancelling = () =>
		desk.cancelAs({ actor: 'customer' }, order.orderId, now(), (_order, _money, moment) => {
			moments.push(moment)
			return refuse('booking.sumsChanged')
		})
	const { answer, at } = await whileLocked(order, cancelling)
	expect(answer).toEqual(refuse('booking.sumsChanged'))
	expect(moments.at(-1)?.toMillis()).toBeGreaterThanOrEqual(at)
})

test('an open payment of the rest is closed at its provider before', async () => {
	const order = await booked(0)
	const rest = await leaveWithRest(order)
	expect(await cancel(order, await ahead(order))).toMatchObject({ ok: true })
	const [row] = await shop.admin.select().from(payments).where(eq(payments.id, rest.paymentId))
	expect(row?.state).toBe('cancelled')
	await expect(shop.control(`sessions/${rest.providerId}/pay`, {})).rejects.toThrow()
	await expectWhole(order)
})

test('K8: a booking cancelled while its second payment is paid and its webhooks arrive gives all back, once', async () => {
	for (let round = 0; round < 6; round += 1) {
		await clear()
		const order = await booked(0)
		const rest = await leaveWithRest(order)
		const shown = await ahead(order)
		await shop.control(`sessions/${rest.providerId}/pay`, {})
		const settle = () => shop.pay.settlePayment(rest.paymentId, now())
		const answers = await Promise.all([settle(), cancel(order, shown), settle(), settle()])
		const isCancelled = (await rowOf(order)).state === 'cancelled'
		// The payment that came first makes other sums than those shown.
		if (!isCancelled) {
			expect(answers[1]).toEqual(refuse('booking.sumsChanged'))
			expect(await cancel(order, await ahead(order))).toMatchObject({ ok: true })
		}
		expect(await refundsOf(order)).toMatchObject([
			{ amount: order.online, purpose: 'order' },
			{ amount: order.onSite, purpose: 'rest' },
		])
		await expectWhole(order)
	}
})

test('K8: negative control: without the locks, ten presses at once give the money back more than once', async () => {
	const order = await booked(0)
	const shown = await ahead(order)
	const [{ body } = {}] = await raw(
		shop.admin,
		`select pg_get_functiondef('lock_scarce'::regproc) as body`,
	)
	await raw(
		shop.admin,
		`create or replace function lock_scarce(wanted_days date[], wanted_vouchers uuid[], wanted_carts uuid[],
			wanted_orders uuid[], wanted_names text[]) returns void language plpgsql as $$ begin end $$`,
	)
	try {
		// Two have read the booking before one of them writes it. More cannot: a process lets two at a time change a day.
		const beforeWriting = { before: 'update on orders for each statement', many: 2 }
		await meetAtGate(beforeWriting, () =>
			Promise.allSettled(Array.from({ length: 10 }, () => cancel(order, shown))),
		)
		expect((await refundsOf(order)).length).toBeGreaterThan(1)
	} finally {
		await raw(shop.admin, String(body))
	}
})

test.each([
	['its policy leaves it to the telephone', null, 'booking.byTelephone'],
	['it is cancelled already', 'cancelled', 'booking.cancelledAlready'],
	['the visit has begun', 'begun', 'booking.visitBegun'],
	['the visit is over', 'completed', 'booking.visitBegun'],
] as const)('a booking is not cancelled online when %s', async (_, state, code) => {
	const order = await booked(state === null ? null : 0)
	if (state === 'cancelled') await desk.cancelBooking(order.number, zero, now())
	if (state === 'completed')
		await raw(shop.admin, `update orders set state = 'completed' where id = $1`, [order.orderId])
	if (state === 'begun')
		await raw(
			shop.admin,
			`update order_lines set starts_at = now() - interval '1 minute' where order_id = $1`,
			[order.orderId],
		)
	expect(await model.previewCancellation(order.orderId)).toEqual(refuse(code))
	expect(await cancel(order, { fee: 0, back: order.online })).toEqual(refuse(code))
})

test('an order of gift vouchers alone is not cancelled here', async () => {
	const gift = { productId: 'gift-25-mail', quantity: 1, day: null, time: null, duration: null }
	const order = await booked(0, gift)
	expect(await model.previewCancellation(order.orderId)).toEqual(refuse('booking.byTelephone'))
})

test('K12: a gift voucher of the order that is spent meanwhile changes the sums, and is told', async () => {
	const order = await bookedWithGifts()
	const shown = await ahead(order)
	const whole = { amount: cents(2500), left: cents(2500) }
	expect(shown).toMatchObject({ fee: 0, back: order.online, gifts: [whole, whole] })
	const spent = await spendGiftOf(order)
	expect(await cancel(order, shown)).toEqual(refuse('booking.sumsChanged'))
	expect(await rowOf(order)).toMatchObject({ state: 'confirmed' })

	const again = await ahead(order)
	const inPart = { amount: cents(2500), left: cents(2500 - spent) }
	expect(again).toMatchObject({ back: order.online - spent, kept: spent, gifts: [whole, inPart] })
	expect(await cancel(order, again)).toMatchObject(ok({ voided: 2, kept: spent }))
	expect(await model.findGivenBack(order.orderId, now())).toMatchObject({ voided: 2 })
})

test.each([
	['update', 'orders'],
	['update', 'allocations'],
	['insert', 'order_events'],
	['insert', 'voucher_entries'],
	['insert', 'refunds'],
	['insert', 'invoices'],
	['insert', 'pgboss.job'],
])(
	'K7: the connection ends at %s %s of a cancellation: nothing has changed, and pressed again it is done once',
	async (act, table) => {
		const order = await bookedWithGifts()
		const shown = await ahead(order)
		const look = () =>
			raw(
				shop.admin,
				`select o.state, o.cancelled_at, o.fee, a.state as place, (
				select count(*)::int from order_events) as events, (
				select sum(amount)::int from voucher_entries) as gifts, (
				select count(*)::int from refunds) as refunds, (
				select count(*)::int from invoices) as papers, (
				select count(*)::int from pgboss.job) as jobs
			from orders o join allocations a on a.order_id = o.id`,
			)
		const before = await look()
		await raw(
			shop.admin,
			`create trigger ends before ${act} on ${table} for each row execute function end_connection()`,
		)
		await expect(cancel(order, shown)).rejects.toThrow()
		await raw(shop.admin, `drop trigger ends on ${table}`)
		expect(await look()).toEqual(before)

		expect(await cancel(order, shown)).toMatchObject(ok({ back: order.online, voided: 2 }))
		expect(await cancel(order, shown)).toEqual(refuse('booking.cancelledAlready'))
		expect(await refundsOf(order)).toMatchObject([{ amount: order.online }])
		expect(await placesOf(order)).toEqual(['released'])
		await expectWhole(order)
	},
)

const gifts = { productId: 'gift-25-mail', quantity: 2, day: null, time: null, duration: null }

/** A booking of a room, cancelled free of charge, whose order also sold two gift vouchers. */
async function bookedWithGifts(): Promise<Booked> {
	const visitor = { venue: shop.venue, now: now(), addressHash: null }
	const added = await carts.addToCart(
		await shop.fillCart(room),
		{ ...gifts, parentId: null },
		visitor,
	)
	if (!added.ok) throw new Error(added.message.key)
	const left = await placed(added.value, 'stripe')
	await shop.paid(left)
	await issuing.issueInvoices(left.orderId, now())
	const { number, online, onSite } = await rowOf(left)
	await setPolicy(left, 0, online)
	return { ...left, number, online, onSite }
}

/** Spends a part of the first gift voucher of an order on two tickets; returns the amount. */
async function spendGiftOf({ orderId }: Left): Promise<number> {
	const [gift] = await raw(
		shop.admin,
		`select code from vouchers v join order_lines l on l.id = v.order_line_id where l.order_id = $1
		order by v.id limit 1`,
		[orderId],
	)
	const visitor = { venue: shop.venue, now: now(), addressHash: null }
	const cart = await shop.fillCart()
	const redeemed = await redeeming.redeemVoucher(cart, String(gift?.['code']), visitor)
	if (!redeemed.ok) throw new Error(redeemed.message.key)
	const { voucher } = await rowOf(await placed(redeemed.value, null))
	return voucher
}

async function placed(
	{ id, version, day }: { id: string; version: number; day: string | null },
	provider: 'stripe' | null,
): Promise<Left> {
	const ordering = { venue: shop.venue, locale: 'de-DE', provider, now: now() } as const
	const order = await placing.placeOrder({ id, version, day }, ordering)
	if (!order.ok) throw new Error(order.message.key)
	const { id: orderId, publicId, paymentToken } = order.value
	if (paymentToken) await shop.pay.goOnPaying(paymentToken, now())
	const [row] = await shop.admin.select().from(payments).where(eq(payments.orderId, orderId))
	const { id: paymentId = '', providerId = null } = row ?? {}
	return { provider: 'stripe', orderId, publicId, paymentId, providerId: providerId ?? '' }
}

test('K94: the venue hears of money at the till when its customer cancels online', async () => {
	const order = await booked(0)
	const { number, onSite } = await rowOf(order)
	expect(onSite).toBeGreaterThan(0)
	const rest = { amount: cents(onSite), method: 'cash', receipt: '4713' } as const
	expect(await tills.noteOnSite(number, rest, now())).toMatchObject({ ok: true })
	expect(await cancel(order, await ahead(order))).toMatchObject({
		ok: true,
		value: { paidOnSite: onSite },
	})
	const concern = { orderId: order.orderId, concern: 'tillMoney' }
	expect(await shop.jobs('tellOperator')).toEqual([concern])
	expect(await model.findGivenBack(order.orderId, now())).toMatchObject({
		backs: [{ provider: 'stripe', amount: order.online }],
		voucher: null,
	})
})
