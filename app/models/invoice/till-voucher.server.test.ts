import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { orders, refunds } from '#app/db/schema.ts'
import { cents, zero } from '#app/models/money.ts'
import { ok, refuse } from '#app/models/result.ts'
import { emptyTables } from '#testing/emptied.ts'
import { meetAtGate } from '#testing/gate.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'

// Faults N80: a value voucher pays a rest at the till.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let onSite: typeof import('#app/models/invoice/on-site.server.ts')
let redeeming: typeof import('#app/models/cart/redeem.server.ts')
let cancelling: typeof import('#app/models/booking/cancel.server.ts')
let gifts: typeof import('#app/models/order/sold-vouchers.server.ts')
let find: typeof import('#app/models/invoice/find.server.ts')

const now = () => DateTime.utc()

beforeAll(async () => {
	shop = await openPayingShop()
	onSite = await import('#app/models/invoice/on-site.server.ts')
	redeeming = await import('#app/models/cart/redeem.server.ts')
	cancelling = await import('#app/models/booking/cancel.server.ts')
	gifts = await import('#app/models/order/sold-vouchers.server.ts')
	find = await import('#app/models/invoice/find.server.ts')
})
afterAll(() => shop.close())
beforeEach(clear)

async function clear(): Promise<void> {
	await emptyTables(shop.admin, 'attempts', 'counters', 'invoices', 'vouchers')
	await shop.clear()
}

type Booked = Left & { number: string; onSite: number }

async function booked(wish = {}): Promise<Booked> {
	const left = await shop.leave('stripe', undefined, {
		productId: 'room-mercury',
		quantity: 1,
		...wish,
	})
	await shop.paid(left)
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, left.orderId))
	return { ...left, number: row?.number ?? '', onSite: row?.onSite ?? 0 }
}

/** Adds a voucher as the operator does; `columns` are further ones of its row, in SQL. */
async function addVoucher(code: string, amount: number, columns: Record<string, string> = {}) {
	const names = Object.keys(columns).map((name) => `, ${name}`)
	const values = Object.values(columns).map((value) => `, ${value}`)
	await raw(
		shop.admin,
		`with added as (
			insert into vouchers (code, kind, amount${names.join('')})
			values ($1, 'value', $2${values.join('')}) returning id
		) insert into voucher_entries (voucher_id, sequence, kind, amount, balance)
		select id, 1, 'issued', $2, $2 from added`,
		[code, amount],
	)
}

async function balanceOf(code: string): Promise<number> {
	const [row] = await raw(
		shop.admin,
		`select balance from voucher_entries e join vouchers v on v.id = e.voucher_id
		where v.code = $1 order by sequence desc limit 1`,
		[code.replaceAll('-', '')],
	)
	return Number(row?.['balance'])
}

function pay({ number }: Booked, amount: number, code: string, receipt = 'K1') {
	const taken = { amount: cents(amount), method: 'voucher' as const, receipt, code }
	return onSite.noteOnSite(number, taken, now())
}

function giveBack({ number }: Booked, amount: number, code: string, receipt = 'K2') {
	const back = { amount: cents(amount), method: 'voucher' as const, receipt, code }
	return onSite.notePayBack(number, back, now())
}

async function redeem(code: string) {
	const visitor = { venue: shop.venue, now: now(), addressHash: null }
	return redeeming.redeemVoucher(await shop.fillCart(), code, visitor)
}

async function keepsItsPromises(): Promise<void> {
	for (const { id } of await shop.admin.select().from(refunds))
		await shop.pay.refundPayment(id, now())
	await raw(shop.admin, `update refunds set created_at = created_at - interval '2 hours'`)
	const findings = await audit(shop.admin)
	expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([])
}

test('a voucher that pays at the till has its balance lowered, and the final invoice names it with the receipt', async () => {
	const order = await booked()
	await addVoucher('WELCOME50', 5000)
	await addVoucher('LARGE', order.onSite)
	expect(await pay(order, 2000, 'welcome-50')).toMatchObject({
		value: { left: order.onSite - 2000 },
	})
	expect(await balanceOf('WELCOME50')).toBe(3000)
	const last = await pay(order, order.onSite - 2000, 'LARGE', 'K2')
	expect(last).toMatchObject({ value: { left: 0, invoices: [expect.anything()] } })
	expect(await find.findInvoice(order.orderId, 'final')).toMatchObject({
		due: { gross: order.onSite },
		payments: [
			{ means: 'voucher', amount: 2000, receipt: 'K1' },
			{ means: 'voucher', amount: order.onSite - 2000, receipt: 'K2' },
		],
	})
	expect(await balanceOf('LARGE')).toBe(2000)
	await keepsItsPromises()
})

test('a note of a voucher at the till that is taken back gives the voucher its amount, and cancels the final invoice', async () => {
	const order = await booked()
	await addVoucher('LARGE', order.onSite + 500)
	await pay(order, order.onSite, 'LARGE')
	const both = await Promise.all([
		onSite.reverseNote(order.number, 'K1', now()),
		onSite.reverseNote(order.number, 'K1', now()),
	])
	expect(both).toContainEqual(refuse('desk.noSuchReceipt'))
	expect(both).toContainEqual(ok({ left: order.onSite, invoices: [expect.anything()] }))
	expect(await balanceOf('LARGE')).toBe(order.onSite + 500)
	await keepsItsPromises()
	expect(await pay(order, order.onSite, 'LARGE', 'K2')).toMatchObject({ ok: true })
	await keepsItsPromises()
})

test('the amount that a voucher paid at the till goes back to it alone when its booking is cancelled, never in cash', async () => {
	const order = await booked()
	await addVoucher('LARGE', order.onSite)
	await addVoucher('OTHER', 100)
	await pay(order, order.onSite, 'LARGE')
	await cancelling.cancelBooking(order.number, zero, now())
	const inCash = { amount: cents(1), method: 'cash' as const, receipt: 'K2' }
	const otherwise = refuse('desk.paysBackOtherwise', { amount: 0 })
	expect(await onSite.notePayBack(order.number, inCash, now())).toEqual(otherwise)
	expect(await giveBack(order, 1, 'OTHER')).toEqual(otherwise)
	expect(await giveBack(order, 1, 'UNKNOWN')).toEqual(refuse('voucherUnknown'))
	expect(await giveBack(order, order.onSite, 'LARGE')).toMatchObject({ value: { left: 0 } })
	expect(await balanceOf('LARGE')).toBe(order.onSite)
	expect(await onSite.reverseNote(order.number, 'K1', now())).toEqual(refuse('desk.paidBackSince'))
	await keepsItsPromises()
	// The pay-back was wrong: it is taken off the voucher again, unless that is spent.
	expect(await redeem('LARGE')).toMatchObject({ ok: true })
	expect(await onSite.reverseNote(order.number, 'K2', now())).toMatchObject({
		message: { key: 'errors.voucherInOtherCart' },
	})
	await raw(shop.admin, `update redemptions set expires_at = now() - interval '1 minute'`)
	expect(await balanceOf('LARGE')).toBe(0)
})

test.each<[string, Record<string, string>, string]>([
	['expired', { valid_until: "'2026-01-01'" }, 'errors.voucherExpired'],
	['not yet valid', { valid_from: "'2099-01-01'" }, 'errors.voucherNotYetValid'],
	['for other products', { products: "array['ticket-adult']" }, 'errors.voucherNotForProducts'],
	['not paid yet', { order_line_id: 'gen_random_uuid()' }, 'errors.voucherNotAdded'],
	['worth less', {}, 'errors.desk.voucherHasLess'],
])('a voucher at the till is refused: %s', async (_, columns, key) => {
	const order = await booked()
	await addVoucher('CODE', 500, columns)
	expect(await pay(order, 501, 'CODE')).toMatchObject({ ok: false, message: { key } })
	expect(await balanceOf('CODE')).toBe(500)
})

test('a voucher at the till is refused with an unknown code, a percentage, more than the rest or a receipt twice', async () => {
	const order = await booked()
	await addVoucher('LARGE', 100_000)
	await raw(shop.admin, `insert into vouchers (code, kind, percent) values ('TEN', 'percent', 10)`)
	expect(await pay(order, 100, 'NONE')).toMatchObject({
		message: { key: 'errors.voucherNotAdded' },
	})
	expect(await pay(order, 100, 'TEN')).toEqual(refuse('desk.valueVouchersOnly'))
	expect(await pay(order, order.onSite + 1, 'LARGE')).toEqual(refuse('desk.paysTooMuch'))
	expect(await pay(order, 100, 'LARGE')).toMatchObject({ ok: true })
	expect(await pay(order, 100, 'LARGE')).toEqual(refuse('desk.notedAlready'))
	expect(await balanceOf('LARGE')).toBe(99_900)
	await keepsItsPromises()
})

test('what the till took of a sold voucher counts as spent: its buyer cannot have all of it back', async () => {
	const gift = { productId: 'gift-25-mail', quantity: 2, day: null, time: null, duration: null }
	const seller = await booked(gift)
	const [sold] = await gifts.listGiftVouchers(seller.orderId)
	const order = await booked()
	expect(await pay(order, 1000, sold?.code ?? '')).toMatchObject({ ok: true })
	const partly = refuse('desk.giftVoucherPartlySpent', { amount: 40 })
	expect(await shop.pay.orderRefund(seller.number, null)).toEqual(partly)
	expect(await shop.pay.orderRefund(seller.number, cents(4000))).toMatchObject({ ok: true })
	await keepsItsPromises()
	// Its note was wrong: the amount is its buyer's again.
	await onSite.reverseNote(order.number, 'K1', now())
	expect(await balanceOf(sold?.code ?? '')).toBe(1000)
	expect(await shop.pay.orderRefund(seller.number, cents(1000))).toMatchObject({ ok: true })
	expect(await balanceOf(sold?.code ?? '')).toBe(0)
})

test('a voucher that two tills spend and a cart redeems at once pays once', async () => {
	for (let round = 0; round < 4; round += 1) {
		const [one, other] = [await booked(), await booked({ productId: 'room-venus' })]
		const code = `ONCE${round}`
		await addVoucher(code, 1000)
		const done = await Promise.all([pay(one, 1000, code), pay(other, 1000, code), redeem(code)])
		expect(done.filter((it) => it.ok)).toHaveLength(1)
		expect(await balanceOf(code)).toBe(0)
		await keepsItsPromises()
		await clear()
	}
})

test('negative control: without the lock and the guards of the database, two tills spend it twice', async () => {
	const [one, other] = [await booked(), await booked({ productId: 'room-venus' })]
	await addVoucher('TWICE', 1000)
	await raw(
		shop.admin,
		`create or replace function lock_scarce(wanted_days date[], wanted_vouchers uuid[], wanted_carts uuid[],
			wanted_orders uuid[], wanted_names text[]) returns void language plpgsql as 'begin end'`,
	)
	await raw(
		shop.admin,
		`alter table voucher_entries drop constraint voucher_entries_voucher_id_sequence_pk,
			drop constraint voucher_entries_balance`,
	)
	// Both tills have read the balance before one of them writes.
	const beforeWriting = { before: 'insert on on_site_payments for each row', many: 2 }
	const done = await meetAtGate(beforeWriting, () =>
		Promise.all([pay(one, 1000, 'TWICE'), pay(other, 1000, 'TWICE')]),
	)
	expect(done.filter((it) => it.ok)).toHaveLength(2)
	const findings = await audit(shop.admin)
	expect(findings.filter(({ broken }) => broken.length > 0).map(({ id }) => id)).toContain('I7')
})
