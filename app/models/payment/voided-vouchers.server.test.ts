import { asc, eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { orderEvents, orderLines, orders, voucherEntries, vouchers } from '#app/db/schema.ts'
import type { Wish } from '#app/models/cart/cart.ts'
import { cents, minus, sum, zero } from '#app/models/money.ts'
import { ok, refuse } from '#app/models/result.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'

// The purchase of gift vouchers is withdrawn: their money goes out once, to the buyer or by a code.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let redeeming: typeof import('#app/models/cart/redeem.server.ts')
let placing: typeof import('#app/models/booking/place.server.ts')
let gifts: typeof import('#app/models/order/sold-vouchers.server.ts')
let cancelling: typeof import('#app/models/booking/cancel.server.ts')
let revising: typeof import('#app/models/booking/revise.server.ts')

const now = () => DateTime.utc()
const gift = { productId: 'gift-25-mail', quantity: 3, day: null, time: null, duration: null }

beforeAll(async () => {
	shop = await openPayingShop()
	redeeming = await import('#app/models/cart/redeem.server.ts')
	placing = await import('#app/models/booking/place.server.ts')
	gifts = await import('#app/models/order/sold-vouchers.server.ts')
	cancelling = await import('#app/models/booking/cancel.server.ts')
	revising = await import('#app/models/booking/revise.server.ts')
})
afterAll(async () => {
	await keepsItsPromises()
	await shop.close()
})
beforeEach(async () => {
	await emptyTables(shop.admin, 'attempts', 'counters')
	await shop.clear()
})

type Sold = Left & { number: string; captureId: string; codes: string[] }

/** Sells three vouchers of 25 euros, paid. */
async function sold(): Promise<Sold> {
	const left = await shop.leave('stripe', undefined, gift)
	const captureId = await shop.paid(left)
	const [order] = await shop.admin.select().from(orders).where(eq(orders.id, left.orderId))
	const codes = await gifts.listGiftVouchers(left.orderId)
	expect(codes).toHaveLength(3)
	return { ...left, number: order?.number ?? '', captureId, codes: codes.map(({ code }) => code) }
}

async function redeem(code: string, cart?: Awaited<ReturnType<typeof shop.fillCart>>) {
	const visitor = { venue: shop.venue, now: now(), addressHash: null }
	return redeeming.redeemVoucher(cart ?? (await shop.fillCart()), code, visitor)
}

/** Places an order that the voucher with this code pays as far as it can. */
async function spend(code: string, tickets: Partial<Wish> = { quantity: 1 }): Promise<string> {
	const cart = await shop.fillCart(tickets)
	const redeemed = await redeem(code, cart)
	if (!redeemed.ok) throw new Error(redeemed.message.key)
	const { id, version, day } = redeemed.value
	const provider = 'stripe' as const
	const ordering = { venue: shop.venue, locale: 'de-DE', provider, now: now() } as const
	const placed = await placing.placeOrder({ id, version, day }, ordering)
	if (!placed.ok) throw new Error(placed.message.key)
	return placed.value.id
}

async function balances({ orderId }: Sold): Promise<number[]> {
	const rows = await shop.admin
		.select({ voucher: vouchers.id, balance: voucherEntries.balance })
		.from(vouchers)
		.innerJoin(orderLines, eq(orderLines.id, vouchers.orderLineId))
		.innerJoin(voucherEntries, eq(voucherEntries.voucherId, vouchers.id))
		.where(eq(orderLines.orderId, orderId))
		.orderBy(asc(voucherEntries.sequence))
	return [...new Map(rows.map(({ voucher, balance }) => [voucher, balance])).values()]
}

async function eventsOf({ orderId }: Sold): Promise<string[]> {
	const rows = await shop.admin.select().from(orderEvents).where(eq(orderEvents.orderId, orderId))
	return rows.map(({ what }) => what)
}

async function keepsItsPromises(): Promise<void> {
	const findings = await audit(shop.admin)
	expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([])
}

const partlySpent = (atMost: number) =>
	refuse('desk.giftVoucherPartlySpent', { amount: atMost / 100 })

test('gift vouchers whose money goes back whole pay and are shown no more, and the ledger says why', async () => {
	const order = await sold()
	expect(await shop.pay.orderRefund(order.number, null)).toEqual(ok({ ordered: 7500, voided: 3 }))
	expect(await balances(order)).toEqual([0, 0, 0])
	expect(await eventsOf(order)).toContain('gift vouchers withdrawn: 3')
	for (const code of order.codes) expect(await redeem(code)).toEqual(refuse('voucherVoid'))
	expect(await gifts.listGiftVouchers(order.orderId)).toEqual([])
	expect(await gifts.countSoldVouchers(order.orderId)).toEqual({ valid: 0, voided: 3 })
	await keepsItsPromises()
})

test('a refund of a part leaves the gift vouchers valid; a refund of the rest voids them', async () => {
	const order = await sold()
	expect(await shop.pay.orderRefund(order.number, cents(2500))).toEqual(
		ok({
			ordered: 2500,
			voided: 0,
		}),
	)
	expect(await balances(order)).toEqual([2500, 2500, 2500])
	expect(await shop.pay.orderRefund(order.number, null)).toEqual(ok({ ordered: 5000, voided: 3 }))
	expect(await balances(order)).toEqual([0, 0, 0])
})

test('gift vouchers that are voided alone, one in a cart too, give nothing back; their balances may go back later', async () => {
	const order = await sold()
	await spend(order.codes[0] ?? '')
	expect(await redeem(order.codes[1] ?? '')).toMatchObject({ ok: true })
	const voided = await gifts.voidVouchersOf(order.number)
	if (!voided.ok) throw new Error(voided.message.key)
	const left = voided.value
	expect(left).toHaveLength(3)
	expect(await gifts.countSoldVouchers(order.orderId)).toEqual({ valid: 0, voided: 3 })
	expect(await redeem(order.codes[1] ?? '')).toEqual(refuse('voucherVoid'))
	expect(await shop.jobs('refundPayment')).toEqual([])
	expect(await gifts.voidVouchersOf(order.number)).toEqual(refuse('desk.noGiftVoucherLeft'))
	expect(await gifts.voidVouchersOf('2000-000001')).toEqual(refuse('orderNotFound'))
	expect(await shop.pay.orderRefund(order.number, sum(left))).toMatchObject(
		ok({
			ordered: sum(left),
		}),
	)
	await keepsItsPromises()
})

test('the spent part of a gift voucher does not go back as well: the operator hears how much can', async () => {
	const order = await sold()
	await spend(order.codes[0] ?? '')
	const spent = (await balances(order)).find((balance) => balance < 2500) ?? 0
	const atMost = 5000 + spent
	expect(await shop.pay.orderRefund(order.number, null)).toEqual(partlySpent(atMost))
	expect(await shop.pay.orderRefund(order.number, cents(atMost + 1))).toEqual(partlySpent(atMost))
	expect(await shop.jobs('refundPayment')).toEqual([])
	const refunded = await shop.pay.orderRefund(order.number, cents(atMost))
	expect(refunded).toEqual(ok({ ordered: atMost, voided: spent > 0 ? 3 : 2 }))
	expect(await balances(order)).toEqual([0, 0, 0])
	await keepsItsPromises()
})

test('an amount that an order gives back of a voided gift voucher is its buyer’s again', async () => {
	const order = await sold()
	const spender = await spend(order.codes[0] ?? '')
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, spender))
	const { number = '', voucher: spent = zero } = row ?? {}
	expect(await shop.pay.orderRefund(order.number, minus(cents(7500), spent))).toMatchObject(
		ok({
			voided: 3,
		}),
	)
	expect(await gifts.countSoldVouchers(order.orderId)).toEqual({ valid: 0, voided: 3 })

	expect(await cancelling.cancelBooking(number, zero, now())).toMatchObject(ok({ back: 0 }))
	expect(await gifts.countSoldVouchers(order.orderId)).toEqual({ valid: 1, voided: 2 })
	expect(await shop.pay.orderRefund(order.number, null)).toEqual(ok({ ordered: spent, voided: 1 }))
	expect(await gifts.countSoldVouchers(order.orderId)).toEqual({ valid: 0, voided: 3 })
	await keepsItsPromises()
})

test('a gift voucher in a cart counts as spent until its reservation there has run out', async () => {
	const order = await sold()
	expect(await redeem(order.codes[1] ?? '')).toMatchObject({ ok: true })
	expect(await shop.pay.orderRefund(order.number, null)).toEqual(partlySpent(5000))
	await raw(shop.admin, `update redemptions set expires_at = now() - interval '1 second'`)
	expect(await shop.pay.orderRefund(order.number, null)).toEqual(ok({ ordered: 7500, voided: 3 }))
	await keepsItsPromises()
})

test('gift vouchers redeemed at the moment of their refund pay or are paid back, never both', async () => {
	for (let round = 0; round < 6; round += 1) {
		const order = await sold()
		const wanted = order.codes.map(async (code) => ({ code, cart: await shop.fillCart() }))
		const ready = await Promise.all(wanted)
		const [refunded, ...redeemed] = await Promise.all([
			shop.pay.orderRefund(order.number, null),
			...ready.map(({ code, cart }) => redeem(code, cart)),
		])
		const taken = redeemed.filter(({ ok }) => ok).length
		if (refunded.ok) expect([refunded.value.ordered, taken]).toEqual([7500, 0])
		else {
			const { key, values } = refunded.message
			expect(key).toMatch(/^errors\.desk\.giftVoucher(Partly)?Spent$/)
			expect(Number(values?.['amount'] ?? 0) * 100).toBeGreaterThanOrEqual(7500 - taken * 2500)
		}
	}
	await keepsItsPromises()
})

test('a refund waits for a cart that is redeeming a gift voucher, and counts the amount that it took', async () => {
	const order = await sold()
	const code = (order.codes[0] ?? '').replaceAll('-', '')
	const [voucher] = await shop.admin.select().from(vouchers).where(eq(vouchers.code, code))
	const { id: cartId } = await shop.fillCart()
	let refunded: ReturnType<typeof shop.pay.orderRefund> | undefined
	await shop.admin.transaction(async (tx) => {
		await raw(tx, 'select id from vouchers where id = $1 for update', [voucher?.id ?? ''])
		let isOver = false
		refunded = shop.pay.orderRefund(order.number, null).finally(() => (isOver = true))
		const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'
			and datname = current_database()`
		await expect.poll(async () => isOver || (await raw(tx, waiting)).length > 0).toBe(true)
		await raw(
			tx,
			`with taken as (
				insert into redemptions (voucher_id, cart_id, expires_at)
				values ($1, $2, now() + interval '1 hour') returning id, voucher_id
			) insert into voucher_entries (voucher_id, sequence, kind, amount, balance, redemption_id)
			select voucher_id, 2, 'reserved', -2500, 0, id from taken`,
			[voucher?.id ?? '', cartId],
		)
	})
	expect(await refunded).toEqual(partlySpent(5000))
	await keepsItsPromises()
})

test('gift vouchers given back at the desk of the provider end with the last of the money', async () => {
	const order = await sold()
	const giveBack = async (amount: number) => {
		await shop.control(`captures/${order.captureId}/refund`, { amount })
		await shop.pay.noteRefunds('stripe', order.captureId, now())
	}
	await giveBack(2500)
	expect(await balances(order)).toEqual([2500, 2500, 2500])
	await giveBack(5000)
	expect(await balances(order)).toEqual([0, 0, 0])
	await keepsItsPromises()
})

test('a gift voucher given back at the desk of the provider after an order has spent of it: what that order gives back is void', async () => {
	const order = await sold()
	const spender = await spend(order.codes[0] ?? '')
	await shop.control(`captures/${order.captureId}/refund`, { amount: 7500 })
	await shop.pay.noteRefunds('stripe', order.captureId, now())
	expect(await balances(order)).toEqual([0, 0, 0])
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, spender))
	expect(row?.voucher).toBeGreaterThan(0)
	expect(await cancelling.cancelBooking(row?.number ?? '', zero, now())).toMatchObject(
		ok({ back: 0 }),
	)
	expect(await balances(order)).toEqual([0, 0, 0])
	expect(await redeem(order.codes[0] ?? '')).toEqual(refuse('voucherVoid'))
	await keepsItsPromises()
})

test('K89: an amount that a change gives back of a gift voucher whose own price went back is void', async () => {
	const order = await sold()
	const toddlers = { productId: 'ticket-toddler', quantity: 4 }
	const spender = await spend(order.codes[0] ?? '', toddlers)
	await shop.control(`captures/${order.captureId}/refund`, { amount: 7500 })
	await shop.pay.noteRefunds('stripe', order.captureId, now())
	const fewer = { kind: 'change' as const, quantities: { 1: 2 } }
	const asked = { revision: 1, asked: fewer, actor: 'operator', reason: 'two are ill' }
	const [before] = await shop.admin.select().from(orders).where(eq(orders.id, spender))
	expect(await revising.reviseBooking(spender, asked, now())).toMatchObject({ ok: true })
	const [after] = await shop.admin.select().from(orders).where(eq(orders.id, spender))
	expect([before?.voucher, after?.voucher]).toEqual([before?.total, after?.total])
	expect(after?.voucher).toBeLessThan(before?.voucher ?? 0)
	expect(await balances(order)).toEqual([0, 0, 0])
	expect(await redeem(order.codes[0] ?? '')).toEqual(refuse('voucherVoid'))
	await keepsItsPromises()
})

test('gift vouchers whose money a bank took for good are void, and nothing else goes back', async () => {
	const order = await sold()
	await shop.control(`captures/${order.captureId}/dispute`, { amount: 7500 })
	const { disputeId = '' } =
		shop.sandbox.ledger().disputes.find((each) => each.captureId === order.captureId) ?? {}
	await shop.pay.noteDispute('stripe', disputeId, now())
	expect(await shop.pay.orderRefund(order.number, null)).toEqual(refuse('desk.nothingToGiveBack'))
	expect(await balances(order)).toEqual([2500, 2500, 2500])
	await shop.control(`disputes/${disputeId}/close`, { outcome: 'lost' })
	await shop.pay.noteDispute('stripe', disputeId, now())
	expect(await balances(order)).toEqual([0, 0, 0])
	expect(await cancelling.cancelBooking(order.number, zero, now())).toMatchObject(
		ok({
			back: 0,
			kept: 0,
		}),
	)
	expect(await shop.jobs('refundPayment')).toEqual([])
	await keepsItsPromises()
})

test('a gift voucher given back at the desk of the provider while it lies in a cart is taken out of it, and void', async () => {
	const order = await sold()
	const code = order.codes[0] ?? ''
	const cart = await shop.fillCart()
	const redeemed = await redeem(code, cart)
	if (!redeemed.ok) throw new Error(redeemed.message.key)
	await shop.control(`captures/${order.captureId}/refund`, { amount: 7500 })
	await shop.pay.noteRefunds('stripe', order.captureId, now())
	expect(await balances(order)).toEqual([0, 0, 0])
	expect(await gifts.countSoldVouchers(order.orderId)).toEqual({ valid: 0, voided: 3 })
	expect(await redeem(code)).toEqual(refuse('voucherVoid'))

	const { id, version, day } = redeemed.value
	const ordering = { venue: shop.venue, locale: 'de-DE', provider: 'stripe', now: now() } as const
	expect(await placing.placeOrder({ id, version, day }, ordering)).toMatchObject({ ok: false })
	await keepsItsPromises()
})
