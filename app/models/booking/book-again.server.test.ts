import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { leaveOutAfterRestore } from '#app/db/numbers.server.ts'
import { providerNames, type ProviderName } from '#app/models/provider.ts'
import { emptyTables } from '#testing/emptied.ts'
import { meetAtGate } from '#testing/gate.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { visitDay } from '#testing/visit-day.ts'

// Money whose rows were lost is named, and its booking made again or its money given back (faults J4, J10, N170-N176).

let shop: Awaited<ReturnType<typeof openPayingShop>>
let reconciling: typeof import('#app/models/payment/reconcile.server.ts')
let again: typeof import('#app/models/booking/book-again.server.ts')
let money: typeof import('#app/models/booking/lost-money.server.ts')

const now = () => DateTime.utc()
const since = DateTime.utc().minus({ hours: 1 }).toJSDate()

beforeAll(async () => {
	shop = await openPayingShop()
	reconciling = await import('#app/models/payment/reconcile.server.ts')
	again = await import('#app/models/booking/book-again.server.ts')
	money = await import('#app/models/booking/lost-money.server.ts')
})
afterAll(() => shop?.close())
beforeEach(async () => {
	await shop.clear()
	await emptyTables(shop.admin, 'money_findings', 'counters', 'number_gaps')
	shop.sandbox.shiftClock(0)
	// Money of earlier tests is at the providers, and no row has it.
	await reconcile()
	await raw(shop.admin, `update money_findings set ended_at = now(), ending = 'left'`)
})

async function reconcile() {
	return (await reconciling.reconcile(since, now())).open
}

/** Removes all rows of an order, as a restored backup or a standby that was behind lacks them. */
async function lose({ orderId, paymentId }: Left): Promise<void> {
	await raw(
		shop.admin,
		`delete from invoices where order_id = '${orderId}';
		delete from refunds where payment_id = '${paymentId}';
		delete from payment_tokens where payment_id = '${paymentId}';
		delete from payments where order_id = '${orderId}';
		delete from order_events where order_id = '${orderId}';
		delete from allocations where order_id = '${orderId}';
		delete from order_lines where order_id = '${orderId}';
		delete from booking_tokens where order_id = '${orderId}';
		delete from visit_orders where order_id = '${orderId}';
		delete from orders where id = '${orderId}';
		delete from pgboss.job where id = '${orderId}'`,
	)
}

async function numberOf({ orderId }: Left): Promise<string> {
	const [row] = await raw(shop.admin, 'select number from orders where id = $1', [orderId])
	return String(row?.['number'])
}

async function countOrders(): Promise<number> {
	const [row] = await raw(shop.admin, 'select count(*)::int as count from orders')
	return Number(row?.['count'])
}

async function expectWhole(): Promise<void> {
	const broken = (await audit(shop.admin)).filter((finding) => finding.broken.length > 0)
	expect(broken.map(({ id, broken: by }) => ({ id, by }))).toEqual([])
}

/** Orders two tickets and pays them; what the first letter needs is there. */
async function booked(provider: ProviderName): Promise<{ left: Left; captureId: string }> {
	const left = await shop.leave(provider)
	const captureId = await shop.paid(left)
	return { left, captureId }
}

describe.each(providerNames)('%s', (provider) => {
	/** Pays at the provider, of which the shop hears nothing. */
	async function payAtProvider({ providerId }: Left): Promise<void> {
		if (provider === 'stripe') return void (await shop.control(`sessions/${providerId}/pay`, {}))
		await shop.control(`orders/${providerId}/approve`)
		await shop.control(`orders/${providerId}/capture`, {})
	}

	test('money and rows that agree are no finding', async () => {
		await booked(provider)
		await shop.leave(provider)
		expect(await reconcile()).toEqual([])
	})

	test('a booking whose rows are lost is named, made again with its number and places, and confirmed', async () => {
		const kept = await booked(provider)
		const lost = await booked(provider)
		const number = await numberOf(lost.left)
		await lose(lost.left)
		await leaveOutAfterRestore(shop.admin)

		const open = await reconcile()
		expect(open).toMatchObject([
			{ provider, kind: 'moneyWithoutBooking', about: lost.captureId, reference: number },
		])
		expect(open[0]?.note).toMatchObject({
			day: visitDay,
			lines: expect.stringMatching(/^2 ticket-adult \d+\.\d\d 14:00-16:00$/),
			language: 'de-DE',
		})
		expect(JSON.stringify(open[0]?.note)).not.toMatch(/Ada|Lovelace|@/)

		const made = await again.bookAgain(open[0]?.id ?? '', now())
		expect(made).toEqual({ ok: true, value: { number, outcome: 'bookedAgain' } })
		const [order] = await raw(
			shop.admin,
			`select o.state, o.online, o.on_site, p.state as paid, p.capture_id, person ->> 'email' as email,
				(select count(*)::int from allocations a where a.order_id = o.id and a.state = 'confirmed') as places
			from orders o join payments p on p.order_id = o.id where number = $1`,
			[number],
		)
		expect(order).toMatchObject({
			state: 'confirmed',
			paid: 'paid',
			capture_id: lost.captureId,
			places: 1,
			email: provider === 'stripe' ? sampleOrder.person.email : 'payer@example.com',
		})
		expect(await shop.jobs('mailConfirmation')).toHaveLength(2)
		expect(await numberOf(kept.left)).not.toBe(number)
		expect(await reconcile()).toEqual([])
		await expectWhole()
	})

	test.each([
		[
			'its payment alone was lost',
			`delete from payment_tokens where payment_id = 'PAYMENT'; delete from payments where id = 'PAYMENT'`,
		],
		[
			'the begin of its payment was lost',
			`update payments set state = 'created', provider_id = null where id = 'PAYMENT'`,
		],
	])('N276: an order that stands unpaid, as %s, is confirmed under its number', async (_, loss) => {
		const left = await shop.leave(provider)
		const number = await numberOf(left)
		await payAtProvider(left)
		await raw(shop.admin, loss.replaceAll('PAYMENT', left.paymentId))
		const [finding, ...others] = await reconcile()
		expect(finding).toMatchObject({ reference: number })
		expect(others).toEqual([])
		const all = await tenTimes(finding?.id ?? '')
		expect(all.filter(({ ok }) => ok)).toEqual([
			{ ok: true, value: { number, outcome: 'bookedAgain' } },
		])
		expect(await countOrders()).toBe(1)
		const [row] = await raw(shop.admin, 'select state from orders where number = $1', [number])
		expect(row?.['state']).toBe('confirmed')
		expect(await reconcile()).toEqual([])
		await expectWhole()
	})

	test('the job of the night counts and logs a lost booking, and counts none once it is made again', async () => {
		const { handlers } = await import('#app/jobs/jobs.server.ts')
		const { countShop } = await import('#app/models/operator/figures.server.ts')
		const { log } = await import('#app/gateways/log.server.ts')
		const told = vi.spyOn(log, 'error')
		/** The findings by kind, those that are there, as `raumzeit_money_findings` counts them. */
		async function findingsAtNight() {
			await handlers.reconcileMoney({})
			const found = (await countShop()).filter(
				({ kind, count }) => kind === 'moneyFindings' && count > 0,
			)
			return found.map(({ labels, count }) => [labels.state, count])
		}
		await booked(provider)
		// The money of earlier tests has the first numbers.
		await raw(shop.admin, 'update counters set value = 100')
		const { left, captureId } = await booked(provider)
		const reference = await numberOf(left)
		expect(await findingsAtNight()).toEqual([])
		await lose(left)
		expect(await findingsAtNight()).toEqual([['moneyWithoutBooking', 1]])
		expect(told.mock.calls).toEqual([
			[
				{ provider, kind: 'moneyWithoutBooking', about: captureId, reference },
				'money and bookings do not agree',
			],
		])
		told.mockRestore()
		const [finding] = await reconcile()
		expect(await again.bookAgain(finding?.id ?? '', now())).toMatchObject({ ok: true })
		expect(await findingsAtNight()).toEqual([])
	})

	test('called ten times at once, and again after a second look, it makes one booking', async () => {
		const { left } = await booked(provider)
		await lose(left)
		const [finding] = await reconcile()
		const all = await tenTimes(finding?.id ?? '')
		expect(all.filter(({ ok }) => ok)).toHaveLength(1)
		expect(await reconcile()).toEqual([])
		expect(await again.bookAgain(finding?.id ?? '', now())).toMatchObject({ ok: false })
		expect(await countOrders()).toBe(1)
		await expectWhole()
	})

	test('given back ten times at once, the money goes back once, and nothing is booked again', async () => {
		const { left, captureId } = await booked(provider)
		await lose(left)
		const [finding] = await reconcile()
		const id = finding?.id ?? ''
		const all = await Promise.all(Array.from({ length: 10 }, () => money.giveBackLost(id)))
		expect(all.some(({ ok }) => ok)).toBe(true)
		const refunds = shop.sandbox.ledger().refunds.filter((refund) => refund.captureId === captureId)
		expect(refunds).toMatchObject([{ amount: finding?.amount }])
		expect(await again.bookAgain(id, now())).toMatchObject({ ok: false })
		expect(await reconcile()).toEqual([])
	})

	test('a number that was given again: the lost booking gets another one, and none comes twice', async () => {
		const { left, captureId } = await booked(provider)
		const number = await numberOf(left)
		await lose(left)
		const other = await booked(provider)
		await raw(shop.admin, `update payments set reference = $1 where id = $2`, [
			number,
			other.left.paymentId,
		])
		await raw(shop.admin, `update orders set number = $1 where id = $2`, [
			number,
			other.left.orderId,
		])
		const open = await reconcile()
		expect(open).toMatchObject([{ kind: 'referenceTwice', about: captureId }])
		const made = await again.bookAgain(open[0]?.id ?? '', now())
		expect(made).toMatchObject({ ok: true })
		expect(made.ok && made.value.number).not.toBe(number)
		expect(await countOrders()).toBe(2)
		expect(await reconcile()).toEqual([])
	})

	test('a payment that is open here and paid there is settled, not lost', async () => {
		const left = await shop.leave(provider)
		await payAtProvider(left)
		expect(await reconcile()).toEqual([])
		const [row] = await raw(shop.admin, 'select state from orders where id = $1', [left.orderId])
		expect(row?.['state']).toBe('confirmed')
	})

	test('a refund at the desk of the provider that no webhook told of is noted', async () => {
		const { captureId } = await booked(provider)
		await shop.control(`captures/${captureId}/refund`, { amount: 500 })
		expect(await reconcile()).toEqual([])
		expect(await raw(shop.admin, 'select amount from refunds')).toEqual([{ amount: 500 }])
	})

	test('a row with money that the provider does not have is named, until it is mended', async () => {
		const { left, captureId } = await booked(provider)
		await raw(
			shop.admin,
			`update payments set capture_id = 'gone', provider_id = 'gone' where id = $1`,
			[left.paymentId],
		)
		// PayPal's search tells whole seconds, and this one is not over.
		shop.sandbox.shiftClock(1)
		const open = await reconcile()
		expect(open.map(({ kind }) => kind).toSorted()).toEqual([
			'bookingWithoutMoney',
			'referenceTwice',
		])
		await raw(shop.admin, `update payments set capture_id = $1, provider_id = $2 where id = $3`, [
			captureId,
			left.providerId,
			left.paymentId,
		])
		expect(await reconcile()).toEqual([])
	})
})

test('places that were sold since refuse the booking; its money stays open until it goes back', async () => {
	const { left } = await booked('stripe')
	await lose(left)
	await raw(
		shop.admin,
		`insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		select id, '${visitDay}', r, r, capacity, false, 'confirmed' from resources,
			(select tstzrange('${visitDay} 00:00Z', '${visitDay} 23:00Z') as r) t where capacity is not null`,
	)
	const [finding] = await reconcile()
	expect(await again.bookAgain(finding?.id ?? '', now())).toMatchObject({
		ok: false,
		message: { key: 'errors.noFreePlaces' },
	})
	expect(await reconcile()).toHaveLength(1)
	expect(await money.giveBackLost(finding?.id ?? '')).toMatchObject({ ok: true })
	expect(await reconcile()).toEqual([])
})

test('PayPal shows money hours late: what is younger is neither lost nor missing', async () => {
	const { left } = await booked('paypal')
	shop.sandbox.setFaults({ searchDelay: 3 * 60 * 60 })
	expect(await reconcile()).toEqual([])
	await lose(left)
	const { completeUntil, open } = await reconciling.reconcile(since, now())
	expect(open).toEqual([])
	expect(completeUntil.paypal?.getTime()).toBeLessThan(now().minus({ hours: 2 }).toMillis())
	shop.sandbox.clearFaults()
	expect(await reconcile()).toHaveLength(1)
})

test('a finding that a person left as it is stays ended', async () => {
	const { left } = await booked('stripe')
	await lose(left)
	const [finding] = await reconcile()
	expect(await reconciling.leaveFinding(finding?.about ?? '')).toBe(true)
	expect(await reconcile()).toEqual([])
})

/** Orders a gift voucher and pays it: without a day, nothing but the lock of the money keeps two from the same. */
async function lostGift() {
	const gift = { productId: 'gift-50-mail', quantity: 1, day: null, time: null, duration: null }
	const left = await shop.leave('stripe', undefined, gift)
	await shop.paid(left)
	await emptyTables(shop.admin, 'vouchers', 'voucher_entries', 'redemptions')
	await lose(left)
	const [finding] = await reconcile()
	return finding?.id ?? ''
}

function tenTimes(id: string) {
	return Promise.all(Array.from({ length: 10 }, () => again.bookAgain(id, now())))
}

test('gift vouchers are sold again, once of ten times at once', async () => {
	const all = await tenTimes(await lostGift())
	expect(all.filter(({ ok }) => ok)).toHaveLength(1)
	expect(
		await raw(shop.admin, 'select amount from vouchers where order_line_id is not null'),
	).toEqual([{ amount: 5000 }])
	expect(await reconcile()).toEqual([])
	await expectWhole()
})

test('negative control: without the locks and the unique keys, one booking is made several times', async () => {
	const id = await lostGift()
	const [kept] = await raw(shop.admin, `select pg_get_functiondef('lock_scarce'::regproc) as body`)
	await raw(
		shop.admin,
		`create or replace function lock_scarce(wanted_days date[], wanted_vouchers uuid[], wanted_carts uuid[],
			wanted_orders uuid[], wanted_names text[]) returns void language sql as '';
		drop index payments_provider_id, payments_reference;
		alter table orders drop constraint orders_number_unique`,
	)
	try {
		const beforeWriting = { before: 'insert on orders for each row', many: 2 }
		const all = await meetAtGate(beforeWriting, () => tenTimes(id))
		expect(all.filter(({ ok }) => ok).length).toBeGreaterThan(1)
	} finally {
		await shop.clear()
		await raw(
			shop.admin,
			`${String(kept?.['body'])};
			create unique index payments_provider_id on payments (provider, provider_id);
			create unique index payments_reference on payments (reference);
			alter table orders add constraint orders_number_unique unique (number)`,
		)
	}
})
