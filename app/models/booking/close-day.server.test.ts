import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { orders } from '#app/db/schema.ts'
import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { sentencesOf } from '#app/models/order/policy-words.ts'
import { ok, refuse } from '#app/models/result.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import { addDays } from '#app/models/venue/day.ts'
import type { Fate, Fates } from '#app/models/venue/override.ts'
import { orderedPolicy } from '#testing/booked-order.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'
import { visitDay } from '#testing/visit-day.ts'

// Faults L7: a day closed while visitors order for it. N144 to N147.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let model: typeof import('#app/models/booking/close-day.server.ts')
let concerned: typeof import('#app/models/booking/concerned.server.ts')
let placing: typeof import('#app/models/booking/place.server.ts')
let carts: typeof import('#app/models/cart/change.server.ts')
let revising: typeof import('#app/models/booking/revise.server.ts')
let cancelling: typeof import('#app/models/booking/own-cancel.server.ts')
let applying: typeof import('#app/models/operator/venue.server.ts')
let finding: typeof import('#app/models/order/find.server.ts')
let moves: typeof import('#app/models/booking/moves.server.ts')
let venues: typeof import('#app/models/venue/current.server.ts')
let mails: typeof import('#app/jobs/order-mail.server.ts')
let links: typeof import('#app/jobs/booking-mail.server.ts')
let unbooked: typeof import('#app/jobs/unbooked-mail.server.ts')

const now = () => DateTime.utc()
const nextDay = DateTime.fromISO(visitDay).plus({ days: 1 }).toISODate() ?? ''
const closing = {
	day: visitDay,
	seen: null,
	hours: null,
	label: { de: 'geschlossen', en: 'closed' },
	reason: 'Heizung ausgefallen',
	words: 'Unsere Heizung ist ausgefallen.',
}
const by = { actor: 'staff:1', device: null } as const

beforeAll(async () => {
	shop = await openPayingShop()
	model = await import('#app/models/booking/close-day.server.ts')
	concerned = await import('#app/models/booking/concerned.server.ts')
	placing = await import('#app/models/booking/place.server.ts')
	carts = await import('#app/models/cart/change.server.ts')
	revising = await import('#app/models/booking/revise.server.ts')
	cancelling = await import('#app/models/booking/own-cancel.server.ts')
	applying = await import('#app/models/operator/venue.server.ts')
	finding = await import('#app/models/order/find.server.ts')
	moves = await import('#app/models/booking/moves.server.ts')
	venues = await import('#app/models/venue/current.server.ts')
	mails = await import('#app/jobs/order-mail.server.ts')
	links = await import('#app/jobs/booking-mail.server.ts')
	unbooked = await import('#app/jobs/unbooked-mail.server.ts')
})
afterAll(() => shop.close())
beforeEach(async () => {
	await emptyTables(shop.admin, 'attempts', 'counters', 'invoices', 'order_changes')
	await shop.clear()
	await venues.refreshVenue()
})
afterEach(async (context) => {
	if (context.task.name.includes('negative control')) return
	expect((await audit(shop.admin)).filter(({ broken }) => broken.length > 0)).toEqual([])
})

async function booked(wish: Parameters<typeof shop.fillCart>[0] = {}): Promise<Left> {
	const left = await shop.leave('stripe', undefined, wish)
	await shop.paid(left)
	await shop.admin
		.update(orders)
		.set({ policy: orderedPolicy() })
		.where(eq(orders.id, left.orderId))
	return left
}

async function findOrder(orderId: string): Promise<Order> {
	const order = await finding.findOrderById(orderId)
	if (!order) throw new Error('the order is gone')
	return order
}

async function stateOf({ orderId }: { orderId: string }): Promise<string | undefined> {
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, orderId))
	return row?.state
}

/** Names all bookings of the day as the page does, with `fate` for each. */
async function named(fate: Fate = 'leave'): Promise<Fates> {
	const { bookings } = await concerned.findConcerned(visitDay, null)
	return Object.fromEntries(bookings.map(({ orderId }) => [orderId, fate]))
}

/** Leaves this process with the venue that it knew, as another process is for some seconds. */
function add(venue = venues.currentVenue(), day = visitDay) {
	const wish = {
		productId: 'ticket-adult',
		quantity: 1,
		day,
		time: '14:00',
		duration: 120,
		parentId: null,
	} as const
	return carts.addToCart({ id: null, version: 0, day: null }, wish, {
		venue,
		now: now(),
		addressHash: null,
	})
}

function place(ref: Awaited<ReturnType<typeof shop.fillCart>>, venue = venues.currentVenue()) {
	return placing.placeOrder(ref, { venue, locale: 'de-DE', provider: 'stripe', now: now() })
}

test('a closed day is sold no more, whatever the files say, until it is reopened', async () => {
	const before = venues.currentVenue()
	expect(await model.closeDay({ ...closing, fates: {} }, by, now())).toMatchObject({ ok: true })
	expect(venues.currentVenue()).not.toBe(before)
	expect(await add()).toMatchObject({ message: { key: 'errors.closed' } })
	// Applying the files again does not open it.
	await applying.applyVenue({ ...shop.venue, claim: { de: 'neu', en: 'new' } }, 'other')
	await venues.refreshVenue()
	expect(await add()).toMatchObject({ message: { key: 'errors.closed' } })
	expect(await model.findClosingOf(visitDay)).toMatchObject({ reason: closing.reason })

	expect(await model.reopenDay(visitDay, by)).toMatchObject({ ok: true })
	expect(await model.reopenDay(visitDay, by)).toMatchObject({
		message: { key: 'errors.desk.dayNotClosed' },
	})
	expect(await add()).toMatchObject({ ok: true })
	expect(await model.findClosingOf(visitDay)).toBeNull()
	await applying.applyVenue(shop.venue, 'as it is')
	await venues.loadVenue()
})

test('the database refuses holds and orders of a process that has not heard of the closing', async () => {
	const known = venues.currentVenue()
	const cart = await shop.fillCart()
	await model.closeDay({ ...closing, fates: {} }, by, now())
	expect(await add(known)).toMatchObject({ message: { key: 'errors.closed' } })
	expect(await place(cart, known)).toMatchObject({ message: { key: 'errors.closed' } })
	expect(await shop.admin.select().from(orders)).toEqual([])
	await model.reopenDay(visitDay, by)
	expect(await place(cart)).toMatchObject({ ok: true })
})

test('a booking that nobody was shown stops the closing, and is named', async () => {
	const seen = await booked()
	const fates = await named()
	const came = await shop.leave('stripe')
	const refused = await model.closeDay({ ...closing, fates }, by, now())
	expect(refused).toMatchObject({
		message: { key: 'errors.desk.bookingsCame' },
		unseen: [{ orderId: came.orderId, isPaid: false }],
	})
	expect(await model.findClosingOf(visitDay)).toBeNull()
	expect(await add()).toMatchObject({ ok: true })
	const { bookings, carts: held } = await concerned.findConcerned(visitDay, null)
	expect(bookings.map(({ orderId }) => orderId).toSorted()).toEqual(
		[seen.orderId, came.orderId].toSorted(),
	)
	expect(bookings).toMatchObject([{ hasMail: true, title: { de: expect.any(String) } }, {}])
	expect(held).toBe(1)
})

test('each booking gets the fate that was ticked, by itself, and nothing else happens', async () => {
	const [left, moved, cancelled] = [await booked(), await booked(), await booked()]
	const fates = {
		[left.orderId]: 'leave',
		[moved.orderId]: 'move',
		[cancelled.orderId]: 'cancel',
	} as const
	const closed = await model.closeDay({ ...closing, fates }, by, now())
	expect(closed).toMatchObject({ ok: true, value: { left: 1, moved: 1, cancelled: 1 } })
	const [job] = await shop.jobs('cancelOfClosedDay')
	expect(job).toMatchObject({ orderId: cancelled.orderId })
	const of = { orderId: String(job?.['orderId']), closingId: String(job?.['closingId']) }
	// A job that is done again does nothing.
	for (let count = 0; count < 2; count += 1) await model.cancelOfClosedDay(of, now())
	expect([await stateOf(left), await stateOf(moved), await stateOf(cancelled)]).toEqual([
		'confirmed',
		'confirmed',
		'cancelled',
	])
	const [row] = await raw(
		shop.admin,
		`select o.online, (select sum(amount)::int from refunds) as back, kept, fee from orders o where id = $1`,
		[cancelled.orderId],
	)
	expect(row).toMatchObject({ back: row?.['online'], kept: 0, fee: 0 })

	const [letter] = await shop.jobs('mailCancellation')
	expect(letter).toMatchObject({ closingId: of.closingId })
	await mails.mailCancellation(cancelled.orderId, [String(letter?.['refundId'])], of)
	expect(await shop.jobs('mailMoveLink')).toMatchObject([{ orderId: moved.orderId }])
	await links.mailMoveLink(moved.orderId, of.closingId)
	await links.mailMoveLink(cancelled.orderId, of.closingId)
	const letters = Object.values(await shop.letters())
	expect(letters).toHaveLength(2)
	for (const text of letters) expect(text).toContain(closing.words)
	expect(letters.join()).toMatch(/shop\.example\/booking\//)
	const events = await raw(
		shop.admin,
		`select what from order_events where who = 'staff:1' and what like 'day closed%' order by what`,
	)
	expect(events.map(({ what }) => what)).toEqual([
		'day closed: cancel',
		'day closed: leave',
		'day closed: move',
	])
})

test('N395: the letter of a cancellation by a closing, sent again, begins with its words; one by hand does not', async () => {
	const { sendAgain } = await import('#app/models/payment/letters.server.ts')
	const { cancelBooking } = await import('#app/models/booking/cancel.server.ts')
	const [closed, byHand] = [await booked(), await booked()]
	const fates = { [closed.orderId]: 'cancel', [byHand.orderId]: 'cancel' } as const
	const made = await model.closeDay({ ...closing, fates }, by, now())
	const closingId = made.ok ? made.value.id : ''
	const numberOf = async ({ orderId }: Left) => {
		const [row] = await shop.admin.select().from(orders).where(eq(orders.id, orderId))
		return row?.number ?? ''
	}
	const hand = { actor: by.actor, reason: 'am Telefon' }
	await cancelBooking(await numberOf(byHand), cents(0), now(), hand)
	await model.cancelOfClosedDay({ orderId: closed.orderId, closingId }, now())
	for (const { orderId, refundId } of await shop.jobs('mailCancellation'))
		await mails.mailCancellation(String(orderId), [String(refundId)])
	// The worker has done the jobs.
	await raw(shop.admin, `delete from pgboss.job where name = 'mailCancellation'`)

	const again = { actor: by.actor, reason: null }
	for (const left of [closed, byHand])
		expect(await sendAgain(await numberOf(left), 'cancellation', again)).toEqual(ok())
	const jobs = await shop.jobs('mailCancellation')
	const jobOf = ({ orderId }: Left) => jobs.find((job) => job['orderId'] === orderId)
	expect(jobOf(closed)).toMatchObject({ closingId, again: expect.any(String) })
	expect(jobOf(byHand)).not.toHaveProperty('closingId')
})

test('N331: a closing that is pressed eight times at once closes once, with one letter for each booking', async () => {
	const [moved, cancelled] = [await booked(), await booked()]
	const fates = { [moved.orderId]: 'move', [cancelled.orderId]: 'cancel' } as const
	const close = () => model.closeDay({ ...closing, fates }, by, now())
	const answers = await Promise.all(Array.from({ length: 8 }, close))
	for (const answer of answers)
		expect(answer).toMatchObject({ ok: true, value: { moved: 1, cancelled: 1 } })
	expect(new Set(answers.map((answer) => answer.ok && answer.value.id)).size).toBe(1)
	expect(await shop.jobs('mailMoveLink')).toHaveLength(1)
	expect(await shop.jobs('cancelOfClosedDay')).toHaveLength(1)
	expect(await raw(shop.admin, 'select id from day_overrides')).toHaveLength(1)
})

test('N331: an old page does not undo what a colleague has closed or reopened since; a new page does', async () => {
	const left = await booked()
	const first = await model.closeDay({ ...closing, fates: await named() }, by, now())
	const other = { ...closing, reason: 'Wasserschaden', fates: await named('cancel') }
	const tarik = { actor: 'staff:2', device: null } as const
	expect(await model.closeDay(other, tarik, now())).toMatchObject({
		message: { key: 'errors.desk.dayChangedSince' },
		since: { actor: 'staff:1', reason: closing.reason, madeAt: expect.any(Date) },
	})
	expect(await shop.jobs('cancelOfClosedDay')).toEqual([])
	expect(await model.findClosingOf(visitDay)).toMatchObject({ actor: 'staff:1' })

	const seen = first.ok ? first.value.id : ''
	expect(await model.reopenDay(visitDay, tarik, randomUUID())).toMatchObject({
		message: { key: 'errors.desk.dayChangedSince' },
		since: { id: seen, actor: 'staff:1' },
	})
	expect(await model.findClosingOf(visitDay)).toMatchObject({ id: seen })
	expect(await model.reopenDay(visitDay, by, seen)).toMatchObject({ ok: true })
	expect(await model.closeDay({ ...other, seen }, tarik, now())).toMatchObject({
		since: { actor: 'staff:1', override: null },
	})
	expect(await model.findClosingOf(visitDay)).toBeNull()
	expect(await stateOf(left)).toBe('confirmed')

	const newest = await model.findNewest(visitDay)
	const closed = await model.closeDay({ ...other, seen: newest?.id ?? '' }, tarik, now())
	expect(closed).toMatchObject({ ok: true, value: { cancelled: 1 } })
})

/** Does the jobs of all closings that have been made, as the worker does some time later. */
async function doJobs(): Promise<void> {
	for (const { orderId, closingId } of await shop.jobs('cancelOfClosedDay'))
		await model.cancelOfClosedDay({ orderId: String(orderId), closingId: String(closingId) }, now())
	for (const { orderId, closingId } of await shop.jobs('mailMoveLink'))
		await links.mailMoveLink(String(orderId), String(closingId))
}

/** Closes the day with one booking to cancel, one to move, and jobs that wait. */
async function closeTheWrongDay() {
	const [moved, cancelled] = [await booked(), await booked()]
	const fates = { [moved.orderId]: 'move', [cancelled.orderId]: 'cancel' } as const
	const closed = await model.closeDay({ ...closing, fates }, by, now())
	if (!closed.ok) throw new Error(closed.message.key)
	return { moved, cancelled, id: closed.value.id }
}

test('N349: a day that is open again keeps its bookings, whose cancellations and letters still waited', async () => {
	const { moved, cancelled, id } = await closeTheWrongDay()
	expect(await model.reopenDay(visitDay, by, id)).toMatchObject({ ok: true })
	await doJobs()
	expect([await stateOf(moved), await stateOf(cancelled)]).toEqual(['confirmed', 'confirmed'])
	expect(await raw(shop.admin, 'select id from refunds')).toEqual([])
	// Nor does the letter go out when staff send it again.
	await links.mailMoveLink(moved.orderId, id, randomUUID())
	expect(await shop.letters()).toEqual({})
})

test('N349: a booking that a newer closing leaves standing is not cancelled by the closing before', async () => {
	const { moved, cancelled, id: seen } = await closeTheWrongDay()
	const again = { ...closing, seen, reason: 'Wasserschaden', fates: await named('leave') }
	expect(await model.closeDay(again, by, now())).toMatchObject({ ok: true, value: { left: 2 } })
	await doJobs()
	expect(await stateOf(cancelled)).toBe('confirmed')
	expect(await shop.letters()).toEqual({})
	// The day is closed, so staff may send the letter again.
	await links.mailMoveLink(moved.orderId, seen, randomUUID())
	expect(Object.values(await shop.letters())).toHaveLength(1)
})

test('N349: a cancellation that waits for the lock of its day finds it reopened', async () => {
	const { cancelled, id: closingId } = await closeTheWrongDay()
	const cancelling = await shop.admin.transaction(async (tx) => {
		await raw(tx, 'select from days where day = $1 for update', [visitDay])
		const job = model.cancelOfClosedDay({ orderId: cancelled.orderId, closingId }, now())
		const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'
			and datname = current_database()`
		await expect.poll(async () => (await raw(tx, waiting)).length, { interval: 10 }).toBe(1)
		const reopened =
			'insert into day_overrides (day, actor, made_at) values ($1, $2, clock_timestamp())'
		await raw(tx, reopened, [visitDay, by.actor])
		return { job }
	})
	await cancelling.job
	expect(await stateOf(cancelled)).toBe('confirmed')
})

test('N350: money that the till took is named before a day is closed, and told when its booking is cancelled', async () => {
	const left = await booked({ productId: 'room-mercury', quantity: 1 })
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, left.orderId))
	const { number = '', onSite = cents(0) } = row ?? {}
	expect(onSite).toBeGreaterThan(0)
	const { noteOnSite } = await import('#app/models/invoice/on-site.server.ts')
	const rest = { amount: onSite, method: 'cash', receipt: '4713' } as const
	expect(await noteOnSite(number, rest, now())).toMatchObject({ ok: true })
	const { bookings } = await concerned.findConcerned(visitDay, null)
	expect(bookings).toMatchObject([{ paidOnSite: onSite }])
	await model.closeDay({ ...closing, fates: await named('cancel') }, by, now())
	await doJobs()
	expect(await stateOf(left)).toBe('cancelled')
	const concern = { orderId: left.orderId, concern: 'tillMoney' } as const
	expect(await shop.jobs('tellOperator')).toEqual([concern])
	await mails.tellOperator(left.orderId, { concern: concern.concern })
	expect(Object.values(await shop.letters()).join()).toContain(number)
})

test('a booking of a closed day is moved at its price, or cancelled with all its money, after every deadline', async () => {
	const left = await booked()
	await raw(
		shop.admin,
		`update orders set policy = jsonb_set(policy, '{rules,0,policy,move,times}', '0')`,
	)
	const asked = { kind: 'move', day: nextDay, time: '14:00' } as const
	const revision = { revision: 1, asked, actor: 'customer' }
	expect(await revising.reviseBooking(left.orderId, revision, now())).toMatchObject({
		message: { key: 'errors.booking.movedTooOften' },
	})
	await model.closeDay({ ...closing, fates: await named() }, by, now())
	const booking = { id: left.orderId, day: closing.day }
	expect(await revising.previewRevision(booking, asked, now())).toMatchObject({
		ok: true,
		value: { money: { difference: 0 } },
	})
	const other = await booked({ day: nextDay })
	await model.closeDay({ ...closing, day: nextDay, fates: { [other.orderId]: 'leave' } }, by, now())
	expect(await cancelling.previewCancellation(other.orderId)).toMatchObject({
		value: { fee: 0 },
	})
	expect(await revising.reviseBooking(left.orderId, revision, now())).toMatchObject({
		message: { key: 'errors.closed' },
	})
})

test('K117: a customer who leaves a closed day after the deadline cancels without a fee, and has all moves left', async () => {
	const left = await booked()
	const policy = orderedPolicy({
		cancel: [{ until: { days: 30, time: 'start' }, keep: { percent: 0, of: 'total' } }],
		late: { percent: 100, of: 'total' },
		move: { days: 1, time: 'start', times: 1, price: 'kept' },
	})
	const keepsAll = { ...policy, leastFee: cents(500) }
	await shop.admin
		.update(orders)
		.set({ policy: keepsAll, cancelTier: 1 })
		.where(eq(orders.id, left.orderId))
	const preview = () => cancelling.previewCancellation(left.orderId)
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, left.orderId))
	expect(await preview()).toMatchObject({ value: { fee: row?.online } })

	await model.closeDay({ ...closing, fates: await named() }, by, now())
	const [venue, order] = [venues.currentVenue(), await findOrder(left.orderId)]
	const [said] = sentencesOf(venue, order, now(), 'de-DE').slice(-1)
	expect(said).toMatch(/^Kostenfrei stornieren Sie bis zum Beginn des Besuchs/)
	const asked = { kind: 'move', day: addDays(visitDay, 28), time: '14:00' } as const
	const revision = { revision: 1, asked, actor: 'customer' }
	expect(await revising.reviseBooking(left.orderId, revision, now())).toMatchObject({ ok: true })
	expect(await preview()).toMatchObject({ value: { fee: 0 } })
	expect(await moves.countMoves({ id: left.orderId, revision: 2 })).toBe(0)
})

test('guests of a booking that stands on a closed day can still be changed by staff', async () => {
	const left = await booked()
	await model.closeDay({ ...closing, fates: await named() }, by, now())
	const asked = { kind: 'change', quantities: { 1: 3 } } as const
	const changed = await revising.reviseBooking(
		left.orderId,
		{ revision: 1, asked, actor: 'operator', reason: 'one more' },
		now(),
	)
	expect(changed).toMatchObject({ ok: true })
})

test('a day with other hours names only the bookings outside them, and sells only times within them', async () => {
	const [inside, outside] = [await booked({ time: '10:00' }), await booked({ time: '15:00' })]
	const hours = { opens: '10:00', closes: '14:00' }
	const { bookings } = await concerned.findConcerned(visitDay, hours)
	expect(bookings.map(({ orderId }) => orderId)).toEqual([outside.orderId])
	const known = venues.currentVenue()
	const fates = { [outside.orderId]: 'leave' } as const
	expect(await model.closeDay({ ...closing, hours, fates }, by, now())).toMatchObject({ ok: true })
	expect(await add(known)).toMatchObject({ message: { key: 'errors.closed' } })
	expect(await add()).toMatchObject({ ok: false })
	expect(await stateOf(inside)).toBe('confirmed')
})

test('a payment that comes after the closing is booked and told', async () => {
	const late = await shop.leave('stripe')
	await model.closeDay({ ...closing, fates: await named() }, by, now())
	await shop.paid(late)
	expect(await stateOf(late)).toBe('confirmed')
	expect(await shop.jobs('tellOperator')).toMatchObject([{ concern: 'closedDay' }])
	await mails.tellOperator(late.orderId, { concern: 'closedDay' })
	expect(Object.values(await shop.letters()).join()).toContain('geschlossen')
})

test('a payment that comes after the closing goes back with a letter where the venue says so', async () => {
	await applying.applyVenue({ ...shop.venue, closedDay: { latePayment: 'refund' } }, 'refunds')
	await venues.loadVenue()
	const late = await shop.leave('stripe')
	await model.closeDay({ ...closing, fates: await named() }, by, now())
	await shop.paid(late)
	expect(await stateOf(late)).toBe('cancelled')
	expect(await shop.jobs('paymentOnClosedDay')).toMatchObject([{ orderId: late.orderId }])
	const [refund] = await raw(shop.admin, 'select amount from refunds')
	expect(Number(refund?.['amount'])).toBeGreaterThan(0)
	await unbooked.mailPaymentOnClosedDay(late.orderId)
	expect(Object.values(await shop.letters())).toHaveLength(1)
	await applying.applyVenue(shop.venue, 'as it is')
	await venues.loadVenue()
})

/** An open day before `visitDay` on which a ticket costs less. */
function cheaperDay(): string {
	const days = Array.from({ length: 6 }, (_, index) => addDays(visitDay, -1 - index))
	const cheap = days.find((day) => {
		const opening = openingOn(shop.venue.calendar, day)
		return opening.hours !== null && opening.class === 'weekday'
	})
	if (!cheap) throw new Error('no cheaper day')
	return cheap
}

/** A booking of a cheaper day that was paid whole, and its move to `visitDay`, as far as the provider's page. */
async function movingHere(
	latePayment: 'confirm' | 'refund',
): Promise<Left & { due: number; changeId: string }> {
	const products = shop.venue.products.map((product) =>
		product.id === 'ticket-adult' ? { ...product, due: 'online' as const } : product,
	)
	const files = { ...shop.venue, products, closedDay: { latePayment } }
	await applying.applyVenue(files, `all ahead, ${latePayment}`)
	await venues.loadVenue()
	const placed = await place(await shop.fillCart({ day: cheaperDay() }))
	if (!placed.ok) throw new Error(placed.message.key)
	const { id: orderId, publicId, paymentToken } = placed.value
	const order = { provider: 'stripe', orderId, publicId } as const
	await shop.paid({ ...order, ...(await leaveFor(paymentToken, orderId)) })
	await shop.admin.update(orders).set({ policy: orderedPolicy() }).where(eq(orders.id, orderId))
	const asked = { kind: 'move', day: visitDay, time: '14:00' } as const
	const revision = { revision: 1, asked, actor: 'customer' }
	const revised = await revising.reviseBooking(orderId, revision, now())
	if (!revised.ok || revised.value.kind !== 'due') throw new Error(JSON.stringify(revised))
	const { changeId, amount } = revised.value
	const begun = await shop.pay.payChange(orderId, changeId, 'stripe', now())
	if (!begun.ok || !('token' in begun.value)) throw new Error('the move cannot be paid')
	return { ...order, ...(await leaveFor(begun.value.token, orderId)), due: amount, changeId }
}

/** Goes on as far as the provider's page; returns the newest payment of the order. */
async function leaveFor(token: string | null, orderId: string) {
	await shop.pay.goOnPaying(token ?? '', now())
	const [row] = await raw(
		shop.admin,
		'select id, provider_id from payments where order_id = $1 order by created_at desc limit 1',
		[orderId],
	)
	return { paymentId: String(row?.['id']), providerId: String(row?.['provider_id']) }
}

async function endMoving(): Promise<void> {
	await applying.applyVenue(shop.venue, 'as it is')
	await venues.loadVenue()
}

test('N186: a move that is paid after its day was closed comes into force, and the venue is told', async () => {
	const moving = await movingHere('confirm')
	const { bookings } = await concerned.findConcerned(visitDay, null)
	expect(bookings).toMatchObject([{ orderId: moving.orderId, isMoving: true }])
	await model.closeDay({ ...closing, fates: await named('cancel') }, by, now())
	await shop.paid(moving)
	const [order] = await raw(shop.admin, 'select state, day::text, revision from orders')
	expect(order).toEqual({ state: 'confirmed', day: visitDay, revision: 2 })
	expect(await shop.jobs('tellOperator')).toMatchObject([{ concern: 'closedDay' }])
	expect(await raw(shop.admin, 'select amount from refunds')).toEqual([])
	// The venue does not keep its part: its customer may cancel it at no cost.
	expect(await cancelling.previewCancellation(moving.orderId)).toMatchObject({ value: { fee: 0 } })
	const { issueInvoices } = await import('#app/models/invoice/issue.server.ts')
	await issueInvoices(moving.orderId, now())
	await endMoving()
})

test('N186: the money for a move whose day was closed goes back with a letter, and the booking stays where it was', async () => {
	const moving = await movingHere('refund')
	await model.closeDay({ ...closing, fates: await named() }, by, now())
	await shop.paid(moving)
	const [order] = await raw(shop.admin, 'select state, day::text, revision from orders')
	expect(order).toEqual({ state: 'confirmed', day: cheaperDay(), revision: 1 })
	expect(await raw(shop.admin, 'select amount from refunds')).toEqual([{ amount: moving.due }])
	const letter = { paymentId: moving.paymentId, cause: 'notDue' } as const
	expect(await shop.jobs('mailChange')).toEqual([letter])
	const { mailChange } = await import('#app/jobs/booking-mail.server.ts')
	await mailChange(letter.paymentId, letter)
	const letters = Object.values(await shop.letters())
	expect(letters).toHaveLength(1)
	expect(await raw(shop.admin, `select state from allocations where state = 'pending'`)).toEqual([])
	await endMoving()
})

test('N186: a move to a day that was closed meanwhile is not begun to be paid', async () => {
	const moving = await movingHere('confirm')
	await model.closeDay({ ...closing, fates: await named() }, by, now())
	const { orderId, changeId } = moving
	expect(await shop.pay.payChange(orderId, changeId, 'paypal', now())).toMatchObject({ ok: false })
	expect(await raw(shop.admin, 'select state from order_changes')).toEqual([{ state: 'ended' }])
	await endMoving()
})

test('N186: a booking by telephone whose day was closed meanwhile is not begun to be paid by its link', async () => {
	const placed = await placing.placeOrder(await shop.fillCart(), {
		venue: shop.venue,
		locale: 'de-DE',
		provider: null,
		now: now(),
		actor: by.actor,
		agreed: { how: 'byLink', until: now().plus({ hours: 30 }).toJSDate() },
	})
	if (!placed.ok) throw new Error(placed.message.key)
	const { id } = placed.value
	await model.closeDay({ ...closing, fates: await named() }, by, now())
	expect(await shop.pay.payByLink(id, 'stripe', now())).toEqual(refuse('closed'))
	expect(await raw(shop.admin, 'select state from payments')).toEqual([])
	// A day that is open again is paid as before.
	expect(await model.reopenDay(visitDay, by)).toMatchObject({ ok: true })
	expect(await shop.pay.payByLink(id, 'stripe', now())).toMatchObject({ ok: true })
})

/** Closes the day as a person does who reads the new names and tries again; returns all who were named. */
async function closeUntilDone(): Promise<Set<string>> {
	const fates: Record<string, Fate> = { ...(await named()) }
	for (let tries = 0; tries < 100; tries += 1) {
		const closed = await model.closeDay({ ...closing, fates }, by, now())
		if (closed.ok) return new Set(Object.keys(fates))
		const unseen = 'unseen' in closed ? (closed.unseen ?? []) : []
		for (const { orderId } of unseen) fates[orderId] = 'leave'
	}
	throw new Error('never closed')
}

async function standing(): Promise<string[]> {
	const rows = await shop.admin.select({ id: orders.id, state: orders.state }).from(orders)
	return rows.flatMap(({ id, state }) =>
		state === 'confirmed' || state === 'pendingPayment' ? [id] : [],
	)
}

test('L7: a day closed while 64 carts order for it: each order was named, none comes after', async () => {
	const filled = []
	for (let count = 0; count < 64; count += 1) filled.push(await shop.fillCart({ quantity: 1 }))
	const known = venues.currentVenue()
	const outcomes = Promise.all(filled.map((cart) => place(cart, known)))
	const seen = await closeUntilDone()
	const placed = await outcomes
	const ids = placed.flatMap((it) => (it.ok ? [it.value.id] : []))
	expect(ids.filter((id) => !seen.has(id))).toEqual([])
	expect((await standing()).toSorted()).toEqual(ids.toSorted())
	const keys = new Set(placed.flatMap((it) => (it.ok ? [] : it.message.key)))
	expect([...keys].filter((key) => key !== 'errors.closed')).toEqual([])
})

test('L7, negative control: without the guard, an order of a process that did not hear of it is confirmed unseen', async () => {
	const cart = await shop.fillCart()
	const known = venues.currentVenue()
	await raw(shop.admin, 'drop trigger allocations_day_override_order on allocations')
	const seen = await closeUntilDone()
	const placed = await place(cart, known)
	expect(placed).toMatchObject({ ok: true })
	expect((await standing()).filter((id) => !seen.has(id))).toHaveLength(1)
})
