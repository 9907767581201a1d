import { sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { untilAllLocked } from '#app/db/all-locked.ts'
import { db, type Transaction } from '#app/db/client.server.ts'
import { type JsonRow, jsonRow } from '#app/db/json-row.server.ts'
import { lockAndLoad } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { payments } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import { ProviderRefused } from '#app/gateways/provider-error.ts'
import { paymentProvider } from '#app/gateways/providers.server.ts'
import { cents, type Cents } from '#app/models/money.ts'
import type { PlacesArrival } from '#app/models/order/change.server.ts'
import { loadConfirmable } from '#app/models/order/confirmation.server.ts'
import { conclude } from '#app/models/payment/conclude.server.ts'
import {
	canChange,
	findPayment,
	isBeingCaptured,
	isOverdue,
	pageOf,
	standingOf,
	type PaymentWithOrder,
} from '#app/models/payment/payment.server.ts'
import {
	hasMoneyMoved,
	isLive,
	settle,
	standingIn,
	type OwnReport,
	type PaymentStanding,
	type ProviderReport,
} from '#app/models/payment/payment.ts'
import { tellOfUnknownStatus } from '#app/models/payment/unknown-status.server.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { isRefusedByGuard } from '#app/models/venue/refused-by-guard.server.ts'

/**
 * Asks the provider for a payment's state and applies it, once, however many call it: the return page, the webhook, the
 * visitor's check, the job. Nothing else changes a payment's state. Null for an unknown id.
 * @throws ProviderUnavailable when the provider gives no usable answer; nothing has changed then
 */
export async function settlePayment(
	paymentId: string,
	now: DateTime,
): Promise<PaymentStanding | null> {
	const found = await findPayment(paymentId)
	return found && settleFound(found, now)
}

/** Settles a payment that was just read, as `settlePayment` does. */
export async function settleFound(
	found: PaymentWithOrder,
	now: DateTime,
): Promise<PaymentStanding> {
	const { id, providerId, provider: name } = found.payment
	if (!canChange(found.payment) || providerId === null) return standingOf(found)

	const report = await ask(name, providerId)
	const capture = report.state === 'approved' ? paymentProvider(name).capture : null
	if (!capture) return applyReport(found, report, now)
	if (!(await beginCapture(id))) {
		// Another call may have settled the payment since it was read.
		const current = (await findPayment(id)) ?? found
		const ended = endOfUndue(current)
		return ended ? applyReport(current, ended, now) : standingOf(current)
	}
	return applyReport(found, await capture(providerId, id), now)
}

/**
 * Applies a report about a payment in one transaction (lock, load, decide, write), with two round trips between BEGIN
 * and COMMIT. A booking that was moved before the lock is locked anew on its other day; one that keeps moving is left
 * for the next check.
 */
export async function applyReport(
	known: PaymentWithOrder,
	report: ProviderReport | OwnReport,
	now: DateTime,
): Promise<PaymentStanding> {
	let found = known
	const done = await untilAllLocked(async () => {
		const applied = await byArrival(found, (arrival) =>
			db.transaction((tx) => applyOnce(tx, found, { report, now, arrival })),
		)
		if (applied === null) found = (await findPayment(known.payment.id)) ?? known
		return applied
	})
	return done ?? standingOf(known)
}

/**
 * Applies a report once more when a guard of places refuses a paid change: the venue has become smaller than what is
 * booked, and the change keeps the places that it has (faults K102).
 */
async function byArrival<T>(
	{ payment: { id, purpose } }: PaymentWithOrder,
	apply: (arrival: PlacesArrival) => Promise<T>,
): Promise<T> {
	try {
		return await apply('anew')
	} catch (error) {
		if (purpose !== 'change' || !isRefusedByGuard(error)) throw error
		log.warn({ paymentId: id, err: error }, 'a paid change takes over its places')
		return apply('takenOver')
	}
}

type Applying = { report: ProviderReport | OwnReport; now: DateTime; arrival: PlacesArrival }

/**
 * Applies a report to a payment in its transaction. Returns null, with nothing written, when the booking was moved
 * before the lock, as its other day is not locked then.
 */
async function applyOnce(
	tx: Transaction,
	known: PaymentWithOrder,
	{ report, now, arrival }: Applying,
): Promise<PaymentStanding | null> {
	const { order } = known
	const { id } = known.payment
	const { found, confirmable } = await lockAndLoad(tx, scarceOf(known), () =>
		load(tx, { id, orderId: order.id, now }),
	)
	if (!found) return standingIn(known.payment.state, pageOf(known))
	const { payment, isSecond, paidOnSite, ...times } = found
	if (payment.purpose !== 'rest' && confirmable.order?.day !== order.day) return null
	if ('unknownStatus' in report)
		await tellOfUnknownStatus(tx, { orderId: order.id, about: id, status: report.unknownStatus })
	const isLate = !isLive(payment.state) && report.state !== 'paid'
	if (hasMoneyMoved(payment) || isLate) return standingOf({ payment, order })

	const { state: before, amount } = payment
	const page = pageOf({ payment, order })
	const reference = payment.reference ?? order.number
	const standing = settle({ page, state: before, amount, reference, ...times }, report)
	if (isLive(standing.state)) return standing
	const ended = { ...times, report, now, arrival, isSecond, paidOnSite, confirmable }
	const state = await conclude(tx, payment, { ...ended, state: standing.state })
	return { ...standing, state }
}

type Which = { id: string; orderId: string; now: DateTime }

async function load(tx: Transaction, { id, orderId, now }: Which) {
	const [[found], confirmable] = await Promise.all([
		selectOpen(tx, { id }),
		loadConfirmable(tx, orderId, now),
	])
	return { found: found && { ...found, payment: paymentRow.read(found.payment) }, confirmable }
}

const paymentRow = jsonRow(payments)

/** SQL for the amount that the till has noted for a payment's order. */
const notedOnSite = sql`(
	select coalesce(sum(counts), 0)::int from on_site_payments where order_id = ${payments.orderId})`

type OpenPayment = {
	payment: JsonRow<typeof payments>
	isOverdue: boolean
	isBeingCaptured: boolean
	isSecond: boolean
	paidOnSite: Cents
}

/** Reads and locks a payment. `isSecond`: another one of its order, purpose and change is paid already (faults B22). */
const selectOpen = prepare<{ id: string }, OpenPayment>(
	(_, value) => sql`
		select ${paymentRow.json} as "payment", ${isOverdue} as "isOverdue",
			${isBeingCaptured} as "isBeingCaptured", exists (
				select from payments other
				where other.order_id = ${payments.orderId} and other.id <> ${payments.id}
					and other.purpose = ${payments.purpose}
					and other.change_id is not distinct from ${payments.changeId}
					and other.state = 'paid' and other.paid_amount is not null
			) as "isSecond", ${notedOnSite} as "paidOnSite"
		from ${payments} where ${payments.id} = ${value('id')} for update`,
)

/**
 * Asks the provider for a payment's state; 'unknown' when it refuses, because it does not know the payment (another
 * account or mode, revoked keys).
 */
async function ask(name: ProviderName, providerId: string): Promise<ProviderReport> {
	try {
		return await paymentProvider(name).verify(providerId)
	} catch (error) {
		if (!(error instanceof ProviderRefused)) throw error
		log.warn({ providerId, err: error }, 'the provider does not speak of a payment')
		return { state: 'unknown', amount: cents(0), currency: '', reference: '' }
	}
}

/**
 * Notes the beginning of a capture while the order still waits for it: its places do not expire, and closing the
 * payment waits for the answer. Returns false, and nothing is captured, when the order is over, its change or rest is
 * no longer due or the capture can no longer be retried. A note of the till made in the same moment may be missed: the
 * money goes back then. One statement; it locks the order before the payment, as all code does.
 */
async function beginCapture(id: string): Promise<boolean> {
	return (await noteCapture(db, { id })).length > 0
}

const noteCapture = prepare<{ id: string }>(
	(_, value) => sql`
		with waiting as materialized (
			select orders.id from orders join payments on payments.order_id = orders.id
			where payments.id = ${value('id')} and case payments.purpose
				when 'order' then orders.state = 'pendingPayment'
				when 'change' then orders.state = 'confirmed' and exists (
					select from order_changes c where c.id = payments.change_id and c.state = 'open' and c.revision = orders.revision
				)
				when 'rest' then orders.state in ('confirmed', 'completed')
					and payments.amount <= orders.on_site - ${notedOnSite}
				else false end
			for update of orders
		)
		update payments set capture_begun_at = coalesce(capture_begun_at, now()) from waiting
		where payments.order_id = waiting.id and payments.id = ${value('id')}
			and payments.state in ('created', 'started')
			and (payments.capture_begun_at is null or ${isBeingCaptured})
		returning payments.id`,
)

/**
 * The report that ends an approved payment of a change or a rest that is no longer due; null while the answer to its
 * capture may be on its way. Money that comes in spite of that goes back (`listClosed` of the sweep).
 */
function endOfUndue({ payment, isCaptureOver }: PaymentWithOrder): OwnReport | null {
	if (payment.purpose === 'order' || !isLive(payment.state)) return null
	if (payment.captureBegunAt === null) return { state: 'untaken' }
	return isCaptureOver ? { state: 'lost' } : null
}

/**
 * Returns the rows to lock for a payment. A rest changes neither places nor a voucher, so the order is enough; a change
 * that moves the booking changes the places of two days.
 */
function scarceOf({ payment, order: { id, day, changeDay, voucher } }: PaymentWithOrder) {
	if (payment.purpose === 'rest') return { orders: [id] }
	return { days: [day, changeDay], vouchers: voucher === null ? [] : [voucher], orders: [id] }
}
