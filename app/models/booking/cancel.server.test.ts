import { isDeepStrictEqual } from 'node:util'

import { asc, eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { allocations, days, invoices, orderEvents, orders, refunds } from '#app/db/schema.ts'
import type { Wish } from '#app/models/cart/cart.ts'
import { cents, zero } from '#app/models/money.ts'
import type { OrderedPolicy } from '#app/models/order/ordered-policy.ts'
import { ok, refuse } from '#app/models/result.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'

// The operator cancels a booking: its places, its voucher and its money are free again, once.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let model: typeof import('#app/models/booking/cancel.server.ts')
let placing: typeof import('#app/models/booking/place.server.ts')
let redeeming: typeof import('#app/models/cart/redeem.server.ts')
let mails: typeof import('#app/jobs/order-mail.server.ts')
let issuing: typeof import('#app/models/invoice/issue.server.ts')
let sweep: typeof import('#app/models/invoice/sweep.server.ts')
let finding: typeof import('#app/models/order/find.server.ts')
let applying: typeof import('#app/models/operator/venue.server.ts')
let venues: typeof import('#app/models/venue/current.server.ts')
let onSite: typeof import('#app/models/invoice/on-site.server.ts')

const now = () => DateTime.utc()
const room = { productId: 'room-mercury', quantity: 1 }
const gift = { productId: 'gift-25-mail', quantity: 2, day: null, time: null, duration: null }

beforeAll(async () => {
	shop = await openPayingShop()
	model = await import('#app/models/booking/cancel.server.ts')
	placing = await import('#app/models/booking/place.server.ts')
	redeeming = await import('#app/models/cart/redeem.server.ts')
	mails = await import('#app/jobs/order-mail.server.ts')
	issuing = await import('#app/models/invoice/issue.server.ts')
	sweep = await import('#app/models/invoice/sweep.server.ts')
	finding = await import('#app/models/order/find.server.ts')
	applying = await import('#app/models/operator/venue.server.ts')
	venues = await import('#app/models/venue/current.server.ts')
	onSite = await import('#app/models/invoice/on-site.server.ts')
})
afterAll(() => shop.close())
beforeEach(async () => {
	await emptyTables(shop.admin, 'attempts', 'counters', 'invoices')
	await shop.clear()
	await applying.applyVenue(shop.venue, 'as it is')
	await venues.loadVenue()
})

type Booked = Left & { number: string; online: number }

async function booked(wish: Partial<Wish> = room): Promise<Booked> {
	const left = await shop.leave('stripe', undefined, wish)
	await shop.paid(left)
	const { number, online } = await rowOf(left)
	return { ...left, number, online }
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

async function refundJobs(): Promise<void> {
	for (const { id } of await shop.admin.select().from(refunds))
		await shop.pay.refundPayment(id, now())
}

async function mailOf({ orderId }: Left): Promise<string> {
	const [job] = await shop.jobs('mailCancellation')
	expect(job).toMatchObject({ orderId })
	const refundId = job?.['refundId']
	for (let count = 0; count < 2; count += 1)
		await mails.mailCancellation(orderId, typeof refundId === 'string' ? [refundId] : [])
	const letters = Object.values(await shop.letters())
	expect(letters).toHaveLength(1)
	return letters[0] ?? ''
}

async function issuedKinds(): Promise<string[]> {
	const rows = await shop.admin.select({ content: invoices.content }).from(invoices)
	return rows.map(({ content }) => content.kind).toSorted()
}

/** Adds a value voucher of 50.00 as the operator does. */
async function addVoucher(code: string): Promise<void> {
	await raw(
		shop.admin,
		`with added as (insert into vouchers (code, kind, amount) values ($1, 'value', 5000) returning id)
		insert into voucher_entries (voucher_id, sequence, kind, amount, balance)
		select id, 1, 'issued', 5000, 5000 from added`,
		[code],
	)
}

/** Places an order for two tickets that a value voucher pays in full; returns the order. */
async function paidByVoucher(code: string): Promise<Booked> {
	await addVoucher(code)
	const order = await placedWith(code)
	expect(await rowOf(order)).toMatchObject({ online: 0, onSite: 0 })
	return order
}

async function placedWith(code: string): Promise<Booked> {
	const cart = await shop.fillCart()
	const visitor = { venue: shop.venue, now: now(), addressHash: null }
	const redeemed = await redeeming.redeemVoucher(cart, code, visitor)
	if (!redeemed.ok) throw new Error(redeemed.message.key)
	const { id, version, day } = redeemed.value
	const ordering = { venue: shop.venue, locale: 'de-DE', provider: 'stripe', now: now() } as const
	const placed = await placing.placeOrder({ id, version, day }, ordering)
	if (!placed.ok) throw new Error(placed.message.key)
	const left = {
		provider: 'stripe',
		orderId: placed.value.id,
		paymentId: '',
		providerId: '',
	} as const
	const { number, online, publicId } = await rowOf(left)
	return { ...left, publicId, number, online }
}

async function keepsItsPromises(): Promise<void> {
	await raw(shop.admin, `update refunds set created_at = created_at - interval '2 hours'`)
	const findings = await audit(shop.admin)
	expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([])
}

test('a cancelled booking frees its room for another, gives its money back, and a letter says so', async () => {
	const order = await booked()
	await issuing.issueInvoices(order.orderId, now())
	const [before] = await shop.admin.select().from(days)
	const answer = await model.cancelBooking(order.number, zero, now())
	expect(answer).toMatchObject(
		ok({
			back: order.online,
			kept: 0,
			voided: 0,
			paidOnSite: 0,
			voucher: null,
		}),
	)
	expect(await rowOf(order)).toMatchObject({ state: 'cancelled', kept: 0 })
	expect(await placesOf(order)).toEqual(['released'])
	const [after] = await shop.admin.select().from(days)
	expect(after?.version).toBeGreaterThan(before?.version ?? 0)
	const events = await shop.admin.select().from(orderEvents)
	expect(events).toContainEqual(expect.objectContaining({ who: 'operator', what: 'cancelled' }))

	await refundJobs()
	expect(shop.sandbox.ledger().captures.at(-1)).toMatchObject({ refunded: order.online })
	const letter = await mailOf(order)
	expect(letter).toContain('storniert')
	expect(letter).toContain('vor Ort ist nichts mehr zu zahlen')
	expect(letter).toContain('Wir erstatten Ihnen')
	expect(letter).toContain('.ics')
	expect(letter).toContain('Stornorechnung')
	expect(await issuedKinds()).toEqual(['cancellation', 'deposit'])

	await booked()
	await keepsItsPromises()
})

test('a booking that is cancelled twice, or at once with a refund, gives its money back once', async () => {
	const order = await booked()
	const answers = await Promise.all([
		...[1, 2, 3].map(() => model.cancelBooking(order.number, zero, now())),
		shop.pay.orderRefund(order.number, null),
	])
	expect(
		answers.filter((answer) => isDeepStrictEqual(answer, refuse('desk.cancelledAlready'))),
	).toHaveLength(2)
	expect(await model.cancelBooking(order.number, zero, now())).toEqual(
		refuse('desk.cancelledAlready'),
	)
	const rows = await shop.admin.select().from(refunds)
	expect(rows.map(({ amount }) => amount)).toEqual([order.online])
	expect(await shop.jobs('mailCancellation')).toHaveLength(1)
	await refundJobs()
	await mailOf(order)
	await keepsItsPromises()
})

test('a booking that is cancelled while its money comes gives that money back', async () => {
	const left = await shop.leave('stripe', undefined, room)
	const { number, day, online } = await rowOf(left)
	const { paying, cancelling } = await shop.admin.transaction(async (tx) => {
		await raw(tx, 'select from days where day = $1 for update', [day])
		const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'
			and datname = current_database()`
		const countWaiting = async () => (await raw(tx, waiting)).length
		const often = { interval: 10 }
		const paid = shop.paid(left)
		await expect.poll(countWaiting, often).toBe(1)
		const cancelled = model.cancelBooking(number, zero, now())
		await expect.poll(countWaiting, often).toBe(2)
		return { paying: paid, cancelling: cancelled }
	})
	await paying
	expect(await cancelling).toMatchObject(ok({ back: online, kept: 0 }))
	expect(await rowOf(left)).toMatchObject({ state: 'cancelled' })
	await refundJobs()
	expect(shop.sandbox.ledger().captures.at(-1)).toMatchObject({ refunded: online })
	await mailOf(left)
	await keepsItsPromises()
})

test('K8: a rest that is begun after its cancellation looked for open payments is closed once that is written', async () => {
	const order = await booked()
	const { day } = await rowOf(order)
	const { token, cancelling } = await shop.admin.transaction(async (tx) => {
		await raw(tx, 'select from days where day = $1 for update', [day])
		const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'
			and datname = current_database()`
		const cancelled = model.cancelBooking(order.number, zero, now())
		await expect.poll(async () => (await raw(tx, waiting)).length, { interval: 10 }).toBe(1)
		const begun = await shop.pay.payRest(order.orderId, 'stripe', now())
		if (!begun.ok || !('token' in begun.value)) throw new Error('the rest cannot be paid')
		expect(await shop.pay.goOnPaying(begun.value.token, now())).toHaveProperty('redirectUrl')
		return { token: begun.value.token, cancelling: cancelled }
	})
	expect(await cancelling).toMatchObject(ok({ back: order.online, kept: 0 }))
	const [rest] = await raw(
		shop.admin,
		`select provider_id as at, state from payments where purpose = 'rest'`,
	)
	expect(rest).toMatchObject({ state: 'cancelled' })
	await expect(shop.control(`sessions/${String(rest?.['at'])}/pay`, {})).rejects.toThrow()
	expect(await shop.pay.goOnPaying(token, now())).toBe('gone')
	await refundJobs()
	await keepsItsPromises()
})

test('a fee of a cancelled booking is kept, and may go back later all the same', async () => {
	const order = await booked()
	expect(await model.cancelBooking(order.number, cents(order.online + 1), now())).toEqual(
		refuse('desk.keepsTooMuch'),
	)
	const answer = await model.cancelBooking(order.number, cents(500), now())
	expect(answer).toMatchObject(ok({ back: order.online - 500, kept: 500 }))
	await refundJobs()
	expect(await mailOf(order)).toContain('werden 5,00')
	await keepsItsPromises()
	expect(await shop.pay.orderRefund(order.number, null)).toMatchObject(ok({ ordered: 500 }))
	await refundJobs()
	await mails.mailRefund((await shop.admin.select().from(refunds)).at(-1)?.id ?? '')
	await keepsItsPromises()
})

test('the voucher that paid has its amount again, and pays another order', async () => {
	const redeemed = async () => {
		const cart = await shop.fillCart({ ...room, duration: 90 })
		const visitor = { venue: shop.venue, now: now(), addressHash: null }
		return redeeming.redeemVoucher(cart, 'STERNTALER', visitor)
	}
	const first = await redeemed()
	if (!first.ok) throw new Error(first.message.key)
	const { id, version, day } = first.value
	const ordering = { venue: shop.venue, locale: 'en-EN', provider: 'stripe', now: now() } as const
	const placed = await placing.placeOrder({ id, version, day }, ordering)
	if (!placed.ok) throw new Error(placed.message.key)
	const { number, voucher } = await rowOf({ orderId: placed.value.id })
	expect(voucher).toBeGreaterThan(0)

	const answer = await model.cancelBooking(number, zero, now())
	expect(answer).toEqual(
		ok({ back: 0, kept: 0, feeOfVoucher: 0, voided: 0, paidOnSite: 0, voucher: 'free' }),
	)
	await mails.mailCancellation(placed.value.id, [])
	const [letter] = Object.values(await shop.letters())
	expect(letter).toContain('Your voucher STERNTALER is free again')
	expect(await redeemed()).toMatchObject({ ok: true, value: { voucher: { reserved: 5000 } } })
	await keepsItsPromises()
})

test('the voucher that gets its amount back is locked before the order that it paid', async () => {
	const { number, orderId } = await paidByVoucher('LOCKED')
	const { cancelled } = await shop.admin.transaction(async (tx) => {
		await raw(tx, `select from vouchers where code = 'LOCKED' for update`)
		const cancelled = model.cancelBooking(number, zero, now())
		const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'
			and datname = current_database()`
		await expect.poll(async () => (await raw(tx, waiting)).length, { interval: 10 }).toBe(1)
		const free = 'select 1 from orders where id = $1 for update skip locked'
		expect(await raw(tx, free, [orderId])).toHaveLength(1)
		return { cancelled }
	})
	expect(await cancelled).toMatchObject({ ok: true })
})

// Faults K116.
test.each([
	['consideration', 'nicht erstattet', ['correction 19', 'invoice 19']],
	['damages', 'als Stornopauschale', ['correction 19', 'correction 19', 'fee 0', 'invoice 19']],
] as const)('a fee as %s is kept of the voucher first', async (vat, sentence, papers) => {
	await applying.applyVenue({ ...shop.venue, cancelFee: { vat } }, `cancel fee ${vat}`)
	await venues.loadVenue()
	const order = await paidByVoucher(`FEE${vat.toUpperCase()}`)
	const { voucher } = await rowOf(order)
	expect(await model.cancelBooking(order.number, cents(voucher + 1), now())).toEqual(
		refuse('desk.keepsTooMuch'),
	)
	const answer = await model.cancelBooking(order.number, cents(voucher - 100), now())
	expect(answer).toMatchObject(ok({ back: 0, kept: 0, feeOfVoucher: voucher - 100 }))
	expect(await rowOf(order)).toMatchObject({ fee: voucher - 100, feeVat: vat })
	const rows = await shop.admin.select().from(invoices).orderBy(asc(invoices.number))
	const said = rows.map(({ content }) => `${content.kind} ${content.vat[0]?.rate}`)
	expect(said.toSorted()).toEqual(papers)
	expect(await mailOf(order)).toMatch(sentence)
	const [last] = await raw(
		shop.admin,
		'select balance from voucher_entries e join vouchers v on v.id = voucher_id where code = $1 order by sequence desc limit 1',
		[`FEE${vat.toUpperCase()}`],
	)
	expect(last).toEqual({ balance: 5000 - voucher + 100 })
	await keepsItsPromises()
})

test('a fee as damages is kept of a deposit, and may go back later, each with its papers', async () => {
	await applying.applyVenue({ ...shop.venue, cancelFee: { vat: 'damages' } }, 'damages')
	await venues.loadVenue()
	const order = await booked()
	await model.cancelBooking(order.number, cents(500), now())
	await refundJobs()
	const letter = await mailOf(order)
	expect(letter).toContain('kein oder ein geringerer Schaden')
	expect(letter.match(/filename=.*pdf/g)).toHaveLength(3)
	await keepsItsPromises()
	expect(await shop.pay.orderRefund(order.number, null)).toMatchObject(ok({ ordered: 500 }))
	await refundJobs()
	await mails.mailRefund((await shop.admin.select().from(refunds)).at(-1)?.id ?? '')
	expect(await issuedKinds()).toEqual([
		'cancellation',
		'correction',
		'correction',
		'deposit',
		'fee',
	])
	await keepsItsPromises()
})

test('the invoice of what a voucher paid is cancelled with the order, and the letter brings it', async () => {
	const order = await paidByVoucher('INVOICED')
	await issuing.issueInvoices(order.orderId, now())
	expect(await issuedKinds()).toEqual(['invoice'])
	await model.cancelBooking(order.number, zero, now())
	expect(await issuedKinds()).toEqual(['cancellation', 'invoice'])
	expect(await mailOf(order)).toContain('Stornorechnung')
	await keepsItsPromises()
})

test('an order that a voucher paid has no invoice once it was cancelled at once', async () => {
	const order = await paidByVoucher('ATONCE')
	await model.cancelBooking(order.number, zero, now())
	await raw(shop.admin, `update orders set confirmed_at = now() - interval '2 minutes'`)
	await sweep.sweepInvoices(now())
	const found = await finding.findOrderById(order.orderId)
	if (!found) throw new Error('no order')
	expect(await issuing.takeInvoice(found, 'invoice', now())).toBeNull()
	expect(await issuedKinds()).toEqual([])
	await keepsItsPromises()
})

test('N390: a fee of the policy that is no longer the one that was shown cancels nothing', async () => {
	const order = await paidByVoucher('SHOWN')
	const cancel = (shown: { back: number; fee: number }) =>
		model.cancelBooking(order.number, cents(shown.fee), now(), {
			actor: 'operator',
			reason: null,
			shownBack: cents(shown.back),
			shownFee: cents(shown.fee),
		})
	await shop.admin.update(orders).set({ policy: keptAfter(200) })
	expect(await cancel({ back: 0, fee: 0 })).toEqual(refuse('booking.sumsChanged'))
	expect(await rowOf(order)).toMatchObject({ state: 'confirmed' })
	expect(await cancel({ back: 0, fee: 500 })).toMatchObject(ok({ back: 0, feeOfVoucher: 500 }))
	await keepsItsPromises()
})

/** All goes back until so many days before the visit; 5.00 are kept afterwards. */
function keptAfter(days: number): OrderedPolicy {
	const until = { days, time: '23:59' }
	const policy: OrderedPolicy['rules'][number]['policy'] = {
		change: {},
		cancel: [{ until, keep: { percent: 0, of: 'deposit' } }],
		late: { percent: 100, of: 'deposit' },
		noShow: 'billed',
	}
	const rules = [{ products: null, deposit: cents(500), policy }]
	return { version: 1, rules, sentences: [], locale: 'de-DE' }
}

test('a voucher that has expired since has its amount again, and nobody says that it is free', async () => {
	const order = await paidByVoucher('LASTYEAR')
	await raw(shop.admin, `update vouchers set valid_until = '2025-12-31' where code = 'LASTYEAR'`)
	expect(await model.cancelBooking(order.number, zero, now())).toMatchObject(
		ok({ voucher: 'expired' }),
	)
	const letter = await mailOf(order)
	expect(letter).toContain('inzwischen abgelaufen')
	expect(letter).not.toContain('wieder frei')
	await keepsItsPromises()
})

test('a voucher whose own purchase was paid back is void, and the letter says nothing of it', async () => {
	const sold = await booked({ ...gift, quantity: 1 })
	await raw(
		shop.admin,
		`update vouchers set code = 'PAIDBACK' from order_lines l where l.id = order_line_id and l.order_id = $1`,
		[sold.orderId],
	)
	const order = await placedWith('PAIDBACK')
	await raw(
		shop.admin,
		`insert into refunds (payment_id, amount, reason, refunded_at) values ($1, $2, 'test', now())`,
		[sold.paymentId, sold.online],
	)
	expect(await model.cancelBooking(order.number, zero, now())).toMatchObject(
		ok({ voucher: 'void' }),
	)
	expect(await mailOf(order)).not.toContain('PAIDBACK')
})

test('the amount kept of an order that was cancelled at once has its invoice', async () => {
	const order = await booked()
	await model.cancelBooking(order.number, cents(500), now())
	expect(await issuedKinds()).toEqual(['correction', 'deposit'])
	await refundJobs()
	await keepsItsPromises()
})

test('gift vouchers of the order are void', async () => {
	const order = await booked(gift)
	expect(await model.cancelBooking(order.number, zero, now())).toMatchObject(
		ok({
			back: 5000,
			voided: 2,
		}),
	)
	await refundJobs()
	expect(await mailOf(order)).toContain('Geschenkgutscheine dieser Bestellung gelten nicht mehr')
	await keepsItsPromises()
})

test('money that was paid on site is named, and goes back there', async () => {
	const order = await booked()
	await onSite.noteOnSite(
		order.number,
		{ amount: cents(100), method: 'cash', receipt: 'K1' },
		now(),
	)
	expect(await model.cancelBooking(order.number, zero, now())).toMatchObject(
		ok({ paidOnSite: 100 }),
	)
	const more = { amount: cents(200), method: 'cash', receipt: 'K2' } as const
	expect(await onSite.noteOnSite(order.number, more, now())).toEqual(refuse('desk.neverDue'))
})

test.each([
	['it would keep too much', 9_999_999, {}, 'desk.keepsTooMuch'],
	['other sums were shown', 0, { shownBack: cents(1) }, 'booking.sumsChanged'],
] as const)(
	'K115: refused because %s, a cancellation leaves the open payment of the booking alone',
	async (_, fee, shown, code) => {
		const order = await booked()
		const begun = await shop.pay.payRest(order.orderId, 'stripe', now())
		if (!begun.ok || !('token' in begun.value)) throw new Error('the rest cannot be paid')
		await shop.pay.goOnPaying(begun.value.token, now())
		const rest = async () =>
			raw(shop.admin, `select id, provider_id, state from payments where purpose = 'rest'`)
		const before = await rest()
		const by = { actor: 'staff:1', reason: 'by telephone', ...shown }
		const refused = await model.cancelBooking(order.number, cents(fee), now(), by)
		expect(refused).toEqual(refuse(code))
		expect(await rest()).toEqual(before)
		const [paymentId, providerId] = [String(before[0]?.['id']), String(before[0]?.['provider_id'])]
		await shop.paid({ ...order, paymentId, providerId })
		expect(await rowOf(order)).toMatchObject({ state: 'confirmed', onSite: 0 })
	},
)

test('an order that is not booked, or whose visit is over, is not cancelled', async () => {
	expect(await model.cancelBooking('2000-000001', zero, now())).toEqual(refuse('orderNotFound'))
	const left = await shop.leave('stripe')
	const { number } = await rowOf(left)
	expect(await model.cancelBooking(number, zero, now())).toEqual(refuse('desk.nothingToCancel'))
	await shop.paid(left)
	await raw(shop.admin, `update orders set state = 'completed'`)
	expect(await model.cancelBooking(number, zero, now())).toEqual(refuse('desk.visitOver'))
	expect(await placesOf(left)).toEqual(['confirmed'])
})

test('a confirmation that could not be sent before says nothing of a booking any more', async () => {
	const order = await booked()
	await model.cancelBooking(order.number, zero, now())
	await mails.mailConfirmation(order.orderId)
	expect(await shop.letters()).toEqual({})
})
