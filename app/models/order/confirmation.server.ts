import { and, eq, inArray, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import type { Transaction } from '#app/db/client.server.ts'
import { type JsonRow, jsonRow } from '#app/db/json-row.server.ts'
import { sendBeforeCommit, inOneRoundTrip } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import {
	allocations,
	cartLines,
	carts,
	orderLines,
	orders,
	redemptions,
	referrals,
} from '#app/db/schema.ts'
import { capacityOf } from '#app/models/capacity/free.ts'
import { listLoads, loadColumns } from '#app/models/capacity/loads.server.ts'
import { peak } from '#app/models/capacity/peak.ts'
import { expireHolds } from '#app/models/capacity/release.server.ts'
import { issueVouchers } from '#app/models/order/sold-vouchers.server.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { dayOf, endOfYearPlus } from '#app/models/venue/day.ts'
import { findResource } from '#app/models/venue/venue.ts'
import { captureRedemption } from '#app/models/voucher/ledger.server.ts'

/**
 * Confirms an order whose online part is paid: its places are fixed, its cart is emptied for the next visit, its mail
 * is queued. An order that was given up before gets its places back if they are still free. Ends the transaction: its
 * statements travel with the COMMIT. Returns false, with nothing changed, when the places are taken or the visit is
 * over. The caller has locked the day and the order.
 */
export async function confirmOrder(
	tx: Transaction,
	{ order, isReferred, hasVoucher, sold, goesByPost, visit }: Confirmable,
	now: DateTime,
): Promise<boolean> {
	if (!order) return false
	const orderId = order.id
	if (order.state === 'confirmed' || order.state === 'completed') return true
	if (visit && visit.endsAt <= now.toJSDate()) return false
	if (order.state !== 'pendingPayment' && !(await areStillFree(tx, order))) return false

	const hasAlwaysWaited = order.state === 'pendingPayment'
	const statements = [
		...(hasAlwaysWaited
			? [() => confirmKeptPlaces(tx, { orderId, cartId: order.cartId, day: order.day })]
			: [
					() => releaseHolds(tx, { cartId: order.cartId, day: order.day }),
					() => confirmPlaces(tx, { orderId }),
				]),
		...(hasVoucher ? [() => captureRedemption(tx, orderId)] : []),
		() => enqueue(tx, 'mailConfirmation', { orderId }, { id: orderId }),
		() => confirm(tx, { cartId: order.cartId, orderId, confirmedAt: now.toJSDate() }),
	]
	const others = [
		...(goesByPost
			? [() => enqueue(tx, 'tellOperator', { orderId, concern: 'toPost' }, { id: orderId })]
			: []),
		...(order.party !== null && currentVenue().letters?.bookings
			? [() => enqueue(tx, 'mailBooking', { orderId }, { id: orderId })]
			: []),
		...(isReferred ? [() => enqueue(tx, 'reportReferral', { orderId }, { id: orderId })] : []),
	]
	await Promise.all([
		sendBeforeCommit(statements),
		inOneRoundTrip(others),
		issueVouchers(tx, sold, now),
	])
	return true
}

type Confirmable = Awaited<ReturnType<typeof loadConfirmable>>

/** Loads the facts that `confirmOrder` decides and writes by, in one statement; call it once the order is locked. */
export async function loadConfirmable(tx: Transaction, orderId: string, now: DateTime) {
	const [row] = await selectConfirmable(tx, { orderId })
	const lines = (row?.lines ?? []).map((line) => lineRow.read(line))
	return {
		order: row && orderRow.read(row.order),
		isReferred: row?.isReferred ?? false,
		hasVoucher: row?.hasVoucher ?? false,
		sold: soldVouchers(lines, now),
		goesByPost: lines.some(({ gift }) => gift?.delivery === 'post'),
		visit: visitTimes({ lines }),
	}
}

const [orderRow, lineRow] = [jsonRow(orders), jsonRow(orderLines)]

type ConfirmableRow = {
	order: JsonRow<typeof orders>
	lines: JsonRow<typeof orderLines>[] | null
	isReferred: boolean
	hasVoucher: boolean
}

const selectConfirmable = prepare<{ orderId: string }, ConfirmableRow>(
	(_, value) => sql`
		select ${orderRow.json} as "order",
			(select json_agg(${lineRow.json}) from ${orderLines} where ${eq(orderLines.orderId, orders.id)}) as "lines",
			exists (
				select from ${referrals} where ${eq(referrals.orderId, orders.id)} and ${referrals.awc} is not null
			) as "isReferred",
			exists (
				select from ${redemptions} where ${eq(redemptions.orderId, orders.id)}
					and ${redemptions.releasedAt} is null
			) as "hasVoucher"
		from ${orders} where ${orders.id} = ${value('orderId')}`,
)

/**
 * True when the places the order once held are free for it again. Holds of its own cart do not count; an order whose
 * voucher went back gets false, and so does one that was booked before: what it released then was given up for good.
 */
async function areStillFree(tx: Transaction, order: typeof orders.$inferSelect): Promise<boolean> {
	if (order.voucherCode !== null || order.confirmedAt !== null) return false
	const own = await tx
		.select({ ...loadColumns })
		.from(allocations)
		.where(and(eq(allocations.orderId, order.id), eq(allocations.state, 'released')))
	if (own.length === 0 || order.day === null) return true

	// A transaction that began before a hold ran out may still rely on the hold, unless its end is written down.
	await expireHolds(tx, [order.day])
	const loads = await listLoads(tx, [order.day], order.cartId)
	return own.every(({ resourceId, units, ...span }) => {
		const resource = findResource(currentVenue(), resourceId)
		return (
			resource !== undefined &&
			peak([...loads, ...own], resourceId, span) <= capacityOf(resource) &&
			units > 0
		)
	})
}

/**
 * A voucher for each piece that was sold. Its whole years run from the end of the year of the purchase (§§ 195, 199
 * BGB: three years).
 */
function soldVouchers(lines: readonly (typeof orderLines.$inferSelect)[], now: DateTime) {
	return lines.flatMap(({ id, gift, unitPrice, quantity }) => {
		if (!gift) return []
		const validUntil = endOfYearPlus(dayOf(now), gift.validMonths)
		return Array.from({ length: quantity }, () => ({
			orderLineId: id,
			amount: unitPrice,
			validUntil,
		}))
	})
}

/**
 * Releases the cart's holds of this day, which may include the order's own places. The cart's places on another day
 * stay, for that day is not locked; a null `day` matches none.
 */
const releaseHolds = prepare<{ cartId: string; day: string | null }>((build, value) =>
	build
		.update(allocations)
		.set({ state: 'released', expiresAt: null })
		.where(
			and(
				eq(allocations.cartId, value('cartId')),
				eq(allocations.day, value('day')),
				eq(allocations.state, 'held'),
			),
		),
)

const confirmPlaces = prepare<{ orderId: string }>((build, value) =>
	build
		.update(allocations)
		.set({ state: 'confirmed', expiresAt: null, cartId: null, cartLineId: null })
		.where(and(eq(allocations.orderId, value('orderId')), eq(allocations.state, 'released'))),
)

/**
 * Confirms the order's own places and releases the cart's other holds in one statement, for an order that was not given
 * up: its places stay live, and no guard can mistake them for released ones.
 */
const confirmKeptPlaces = prepare<{ orderId: string; cartId: string; day: string | null }>(
	(_, value) => {
		const isOwn = sql`coalesce(order_id = ${value('orderId')}, false)`
		return sql`
			update allocations set
				state = (case when ${isOwn} then 'confirmed' else 'released' end)::allocation_state,
				expires_at = null,
				cart_id = case when ${isOwn} then null else cart_id end,
				cart_line_id = case when ${isOwn} then null else cart_line_id end
			where (order_id = ${value('orderId')} and state = 'pending')
				or (cart_id = ${value('cartId')} and day = ${value('day')} and state = 'held')`
	},
)

/**
 * Confirms the order, writes its event, and empties its cart if that still waits for this order. Requires the job that
 * mails the confirmation: without it the state is null, which the table refuses.
 */
const confirm = prepare<{ cartId: string; orderId: string; confirmedAt: Date }>((build, value) => {
	const isWaiting = and(eq(carts.id, value('cartId')), eq(carts.orderId, value('orderId')))
	const waiting = build.select({ id: carts.id }).from(carts).where(isWaiting)
	return sql`
			with confirmed as ${build
				.update(orders)
				.set({
					state: sql`(
						select 'confirmed'::order_state from pgboss.job
						where name = 'mailConfirmation' and id = ${value('orderId')})`,
					confirmedAt: value('confirmedAt'),
				})
				.where(eq(orders.id, value('orderId')))},
			taken as ${build.delete(cartLines).where(inArray(cartLines.cartId, waiting))},
			emptied as ${build
				.update(carts)
				.set({
					orderId: null,
					day: null,
					heldSince: null,
					expiresAt: null,
					party: null,
					answers: {},
					version: sql`${carts.version} + 1`,
					updatedAt: sql`now()`,
				})
				.where(isWaiting)}
			insert into order_events (order_id, who, what)
			values (${value('orderId')}, 'shop', 'confirmed')`
})
