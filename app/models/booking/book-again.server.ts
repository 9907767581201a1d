import { randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { inOneRoundTrip, lockAndLoad } from '#app/db/lock.server.ts'
import { knownNumber } from '#app/db/numbers.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { draftAgain, personOf } from '#app/models/booking/book-again.ts'
import { findMoney, insertPayment, type Money } from '#app/models/booking/lost-money.server.ts'
import { insertOrder } from '#app/models/booking/placed-rows.server.ts'
import { loadsOn } from '#app/models/capacity/loads.server.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import { zero } from '#app/models/money.ts'
import { loadConfirmable } from '#app/models/order/confirmation.server.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import type { OrderDraft } from '#app/models/order/order.ts'
import type { Place } from '#app/models/order/revision-content.ts'
import { addPlaces } from '#app/models/order/write-revision.server.ts'
import { conclude } from '#app/models/payment/conclude.server.ts'
import { endFinding } from '#app/models/payment/reconcile.server.ts'
import { settlePayment } from '#app/models/payment/settle.server.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { newPublicId } from '#app/models/token.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Day } from '#app/models/venue/slot.ts'

/**
 * The outcome for the money of a finding, with the order's number. bookedAgain: the lost booking was made again, or its
 * order confirmed · noted: the money was entered as a payment of an order that it did not confirm.
 */
export type BookedAgain = { number: string; outcome: 'bookedAgain' | 'noted' }

/**
 * Makes the lost booking of a finding again, or confirms its order when only the payment was lost: with its places, its
 * money, a letter to its payer and, where no other order has it, its number. Money for the rest of a booking is entered
 * as a payment of the rest; money for a change is refused. Called many times at once, it makes one booking.
 * @throws ProviderUnavailable, ProviderRefused
 */
export async function bookAgain(findingId: string, now: DateTime): Promise<Result<BookedAgain>> {
	const found = await findMoney(findingId)
	if (!found.ok) return found
	const { note, report } = found.value
	if (note.purpose !== 'order') return noteForBooking(found.value, now)
	const [unpaid] = await selectUnpaid(db, { number: note.number, amount: report.amount })
	return unpaid ? confirmUnpaid(found.value, unpaid.id, now) : makeAgain(found.value, now)
}

async function makeAgain(money: Money, now: DateTime): Promise<Result<BookedAgain>> {
	const { finding, note, traced, report } = money
	const person = personOf(traced.payer)
	if (!person) return refuse('desk.payerUnknown')
	const venue = currentVenue()
	return db.transaction(async (tx) => {
		const names = [`money ${finding.about}`, `order number ${note.number}`]
		const checks = await lockAndLoad(tx, { days: [note.day], names }, () =>
			loadOrderChecks(tx, money),
		)
		if (!checks?.isOpen) return refuse('desk.seenTo')
		const { loads, dbNow, isNumberFree } = checks
		const lost = { note, paid: report.amount, person, loads }
		const again = draftAgain(venue, lost, { now, dbNow })
		if (!again.ok) return again
		const number = isNumberFree ? note.number : null
		const made = await write(tx, money, { ...again.value, number, now })
		await endFinding(tx, finding.id, 'bookedAgain')
		return ok({ number: made, outcome: 'bookedAgain' as const })
	})
}

type OrderChecks = { isOpen: boolean; isNumberFree: boolean; loads: Load[]; dbNow: Date }

async function loadOrderChecks(
	tx: Transaction,
	{ finding: { id, provider, about }, note: { day, number }, traced: { providerId } }: Money,
): Promise<OrderChecks | undefined> {
	const [row] = await selectOrderChecks(tx, { id, provider, about, providerId, day, number })
	return row
}

type OrderChecksOf = {
	id: string
	provider: ProviderName
	about: string
	providerId: string
	day: Day | null
	number: string
}

/**
 * Selects the loads of the day, whether the finding is still open, and whether the lost order may have its number
 * again: no order has the number, and its counter has passed it, so that no later order gets it.
 */
const selectOrderChecks = prepare<OrderChecksOf, OrderChecks>(
	(_, value) => sql`
		select now() as "dbNow", ${loadsOn(sql`array_remove(array[${value('day')}::date], null)`, sql`null::uuid`)} as "loads",
			exists (
				select from money_findings where id = ${value('id')}::uuid and ended_at is null and refund_begun_at is null
			) and not exists (
				select from payments where provider = ${value('provider')}::provider_name
					and (provider_id = ${value('providerId')} or capture_id = ${value('about')})
			) as "isOpen",
			not exists (select from orders where number = ${value('number')})
				and ${value('number')} ~ '^\\d{4}-\\d{6,9}$' and exists (
					select from counters where name = 'order-' || left(${value('number')}, 4)
						and value >= substr(${value('number')}, 6)::int
				) as "isNumberFree"`,
)

type Writing = { draft: OrderDraft; places: Place[]; number: string | null; now: DateTime }

/** Writes the order, its places and its payment, confirms the order as a webhook would, and returns its number. */
async function write(
	tx: Transaction,
	money: Money,
	{ draft, places, number, now }: Writing,
): Promise<string> {
	const { finding, report, note } = money
	const id = randomUUID()
	const { lines, ...order } = draft
	const counter = `order-${note.number.slice(0, 4)}`
	await inOneRoundTrip([
		...addPlaces(tx, { orderId: id, day: draft.day, places }),
		() =>
			insertOrder(tx, {
				...order,
				vat: JSON.stringify(order.vat),
				lines: JSON.stringify(lines),
				id,
				publicId: newPublicId(),
				number,
				counter,
				known: knownNumber(counter),
				places: places.length,
				accountId: null,
				cartId: randomUUID(),
				cartVersion: 1,
				actor: 'operator',
				payUntil: null,
				payLink: null,
			}),
	])
	const payment = await insertPayment(tx, { orderId: id, money, purpose: 'order' })
	if (!payment) throw new Error('a new order has no other payment')
	await noteEvent(tx, id, 'operator', `booked again: ${finding.provider} ${finding.about}`)
	const confirmable = await loadConfirmable(tx, id, now)
	await conclude(tx, payment, {
		state: 'paid',
		report,
		now,
		isOverdue: false,
		isSecond: false,
		paidOnSite: zero,
		confirmable,
	})
	return confirmable.order?.number ?? note.number
}

/**
 * Enters the money of a finding as a payment of the rest of its booking and settles it: it lowers the rest or is
 * refunded, as if it had just come. Money for a change is refused.
 */
async function noteForBooking(money: Money, now: DateTime): Promise<Result<BookedAgain>> {
	const { note } = money
	if (note.purpose === 'change') return refuse('desk.changeLost')
	const [order] = await selectOrder(db, { number: note.number })
	if (!order) return refuse('orderNotFound')
	const noted = await noteMoney(money, { orderId: order.id, purpose: 'rest', ending: 'noted' })
	if (!noted.ok) return noted
	await settlePayment(noted.value, now)
	return ok({ number: note.number, outcome: 'noted' })
}

/**
 * Enters the money of a finding as the payment of its order, which was written before data were lost, unlike its
 * payment. The payment is settled as if it had just come: it confirms the order, or is refunded when the places were
 * sold since.
 */
async function confirmUnpaid(
	money: Money,
	orderId: string,
	now: DateTime,
): Promise<Result<BookedAgain>> {
	const { number } = money.note
	const noted = await noteMoney(money, { orderId, purpose: 'order', ending: 'bookedAgain' })
	if (!noted.ok) return noted
	await settlePayment(noted.value, now)
	const [order] = await selectOrder(db, { number })
	return ok({ number, outcome: order?.isConfirmed ? 'bookedAgain' : 'noted' })
}

type Noting = { orderId: string; purpose: 'order' | 'rest'; ending: BookedAgain['outcome'] }

/**
 * Inserts a payment of an existing order for the money of a finding, ends the finding and returns the payment's id.
 * Refused when the finding has ended, or while another payment of the order is open.
 */
function noteMoney(money: Money, { orderId, purpose, ending }: Noting): Promise<Result<string>> {
	const { finding } = money
	return db.transaction(async (tx): Promise<Result<string>> => {
		const names = [`money ${finding.about}`]
		const checks = await lockAndLoad(tx, { orders: [orderId], names }, () =>
			loadOrderChecks(tx, money),
		)
		if (!checks?.isOpen) return refuse('desk.seenTo')
		const payment = await insertPayment(tx, { orderId, money, purpose })
		if (!payment) return refuse('desk.isBeingPaid')
		await noteEvent(tx, orderId, 'operator', `noted again: ${finding.provider} ${finding.about}`)
		await endFinding(tx, finding.id, ending)
		return ok(payment.id)
	})
}

const selectOrder = prepare<{ number: string }, { id: string; isConfirmed: boolean }>(
	(_, value) =>
		sql`select id, state = 'confirmed' as "isConfirmed" from orders where number = ${value('number')}`,
)

/**
 * Selects the order of a number whose online part is `amount` (cents), which was never confirmed and for which nothing
 * was paid.
 */
const selectUnpaid = prepare<{ number: string; amount: number }, { id: string }>(
	(_, value) => sql`
		select id from orders o where number = ${value('number')} and online = ${value('amount')}::int
			and state in ('pendingPayment', 'expired')
			and not exists (select from payments p where p.order_id = o.id and p.paid_amount > 0)`,
)
