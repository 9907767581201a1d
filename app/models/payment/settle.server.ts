import { eq, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { type JsonRow, jsonRow } from '#app/db/json-row.server.ts'
import { sendBeforeCommit, lockAndLoad } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { payments } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import { ProviderRefused } from '#app/gateways/provider-error.ts'
import { paymentProvider } from '#app/gateways/providers.server.ts'
import { cents, type Cents } from '#app/models/money.ts'
import { loadConfirmable } from '#app/models/order/confirmation.server.ts'
import {
	conclude,
	concludeRest,
	giveBackSecond,
	type Settled,
} from '#app/models/payment/conclude.server.ts'
import {
	canChange,
	findPayment,
	isBeingCaptured,
	isOverdue,
	pageOf,
	standingOf,
	type Payment,
	type PaymentWithOrder,
} from '#app/models/payment/payment.server.ts'
import {
	hasMoneyMoved,
	isLive,
	settle,
	standingIn,
	type PaymentStanding,
	type ProviderReport,
} from '#app/models/payment/payment.ts'
import { isRestDue } from '#app/models/payment/rest.ts'
import { tellOfUnknownStatus } from '#app/models/payment/unknown-status.server.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Asks the provider for a payment's state and applies it, once, however many call: the return page, the webhook, the
 * visitor's check, the job. Nothing else changes a payment's state.
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
		// Another call may have settled it since it was read.
		const current = (await findPayment(id)) ?? found
		return isNoLongerDue(current)
			? applyReport(current, { state: 'untaken' }, now)
			: standingOf(current)
	}
	return applyReport(found, await capture(providerId, id), now)
}

/** Applies a report in one transaction (lock, load, decide, write); two round trips between BEGIN and COMMIT. */
export async function applyReport(
	known: PaymentWithOrder,
	report: ProviderReport | { state: 'untaken' },
	now: DateTime,
): Promise<PaymentStanding> {
	const { order } = known
	const { id } = known.payment
	return db.transaction(async (tx) => {
		const { found, confirmable } = await lockAndLoad(tx, scarceOf(known), () =>
			load(tx, { id, orderId: order.id, now }),
		)
		if (!found) return standingIn(known.payment.state, pageOf(known))
		if ('unknownStatus' in report)
			await tellOfUnknownStatus(tx, { orderId: order.id, about: id, status: report.unknownStatus })
		const { payment, isSecond, paidOnSite, ...times } = found
		const isLate = !isLive(payment.state) && report.state !== 'paid'
		if (hasMoneyMoved(payment) || isLate) return standingOf({ payment, order })

		const { state: before, amount } = payment
		const page = pageOf({ payment, order })
		const reference = payment.reference ?? order.number
		const standing = settle({ page, state: before, amount, reference, ...times }, report)
		const { state } = standing
		if (isLive(state)) return standing
		const isRest = payment.purpose === 'rest'
		const booked = confirmable.order && { ...confirmable.order, paidOnSite }
		const isUnwanted =
			state === 'paid' && (isRest ? !booked || !isRestDue(booked, amount) : isSecond)
		const isTold = Boolean(booked?.party && currentVenue().letters?.bookings)
		const final = isUnwanted ? 'needsReview' : state
		const settled = { state: final, report, now, ...times }
		await Promise.all([
			write(tx, payment, settled),
			...(isRest ? [concludeRest(tx, payment, { ...settled, isUnwanted, isTold })] : []),
			...(!isRest && isUnwanted ? [giveBackSecond(tx, payment, report)] : []),
			...(!isRest && !isUnwanted ? [conclude(tx, payment, { ...settled, confirmable })] : []),
		])
		return { ...standing, state: final }
	})
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

/**
 * Reads and locks a payment. `isSecond`: one of the same purpose is paid already, so that an order's money goes back
 * (faults B22).
 */
const selectOpen = prepare<{ id: string }, OpenPayment>(
	(_, value) => sql`
		select ${paymentRow.json} as "payment", ${isOverdue} as "isOverdue",
			${isBeingCaptured} as "isBeingCaptured", exists (
				select from payments other
				where other.order_id = ${payments.orderId} and other.id <> ${payments.id}
					and other.purpose = ${payments.purpose}
					and other.state = 'paid' and other.paid_amount is not null
			) as "isSecond", ${notedOnSite} as "paidOnSite"
		from ${payments} where ${payments.id} = ${value('id')} for update`,
)

/** Asks the provider; one that refuses does not know the payment (another account or mode, revoked keys). */
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
 * Notes the beginning of a capture while the order still waits for it: its places do not expire, and giving up waits
 * for the answer. Returns false, and nothing is taken, when the order is over, its rest is no longer due or the capture
 * can no longer be retried. A note of the till made in the same moment may be missed: the money goes back then. One
 * statement; it locks the order before the payment, as all code does.
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

/** True when the visitor has approved a rest that nobody waits for any more: it is not taken, and its payment ends. */
function isNoLongerDue({ payment }: PaymentWithOrder): boolean {
	return payment.purpose === 'rest' && isLive(payment.state) && payment.captureBegunAt === null
}

/** A rest changes neither the day's places nor a voucher. */
function scarceOf({ payment, order: { id, day, voucher } }: PaymentWithOrder) {
	if (payment.purpose === 'rest') return { orders: [id] }
	return { days: [day], vouchers: voucher === null ? [] : [voucher], orders: [id] }
}

async function write(tx: Transaction, { id, orderId }: Payment, { state, report, now }: Settled) {
	const settled = {
		id,
		orderId,
		state,
		settledAt: now.toJSDate(),
		captureId: report.state === 'paid' ? (report.captureId ?? null) : null,
		paidAmount: report.state === 'paid' ? report.amount : null,
	}
	await sendBeforeCommit([() => settleRow(tx, settled)])
}

type SettledRow = Pick<
	Payment,
	'id' | 'orderId' | 'state' | 'settledAt' | 'captureId' | 'paidAmount'
>

const settleRow = prepare<SettledRow>(
	(build, value) => sql`
		with settled as ${build
			.update(payments)
			.set({
				state: value('state'),
				settledAt: value('settledAt'),
				captureId: value('captureId'),
				paidAmount: value('paidAmount'),
			})
			.where(eq(payments.id, value('id')))}
		insert into order_events (order_id, who, what)
		values (${value('orderId')}, 'payment', ${value('state')})`,
)
