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
	days,
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
import { type DayOverride, isWithin } from '#app/models/venue/override.ts'
import { findResource } from '#app/models/venue/venue.ts'
import { captureRedemption } from '#app/models/voucher/ledger.server.ts'

/**
 * Confirms an order whose online part is paid: its places are confirmed, its cart is emptied for the next visit, its
 * letter is enqueued. An abandoned order gets its places back if they are still free. Comes last in the transaction:
 * its statements travel with the COMMIT. Returns true also for an order that is confirmed already; false, with nothing
 * changed, when there is no order, the places are taken or the visit is over. The caller has locked the day and the
 * order.
 */
export async function confirmOrder(
	tx: Transaction,
	{ order, isReferred, hasVoucher, sold, goesByPost, visit, isShut }: Confirmable,
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
		// The payment of the order was under way when staff closed the day (faults L7).
		...(isShut ? [() => enqueue(tx, 'tellOperator', { orderId, concern: 'closedDay' })] : []),
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

/**
 * Loads an order with the facts by which `confirmOrder` decides and writes, in one statement. The caller has locked the
 * order.
 */
export async function loadConfirmable(tx: Transaction, orderId: string, now: DateTime) {
	const [row] = await selectConfirmable(tx, { orderId })
	const lines = (row?.lines ?? []).map((line) => lineRow.read(line))
	const visit = visitTimes({ lines })
	return {
		order: row && orderRow.read(row.order),
		isLinkOpen: row?.isLinkOpen ?? false,
		isReferred: row?.isReferred ?? false,
		hasVoucher: row?.hasVoucher ?? false,
		sold: soldVouchers(lines, now),
		goesByPost: lines.some(({ gift }) => gift?.delivery === 'post'),
		visit,
		/** True when staff closed the day of the order at the time of the visit. */
		isShut: row?.override ? !isWithin(row.override, visit) : false,
	}
}

const [orderRow, lineRow] = [jsonRow(orders), jsonRow(orderLines)]

type ConfirmableRow = {
	order: JsonRow<typeof orders>
	lines: JsonRow<typeof orderLines>[] | null
	/** True while the order waits for its payment by a pay link whose time is not over. */
	isLinkOpen: boolean
	isReferred: boolean
	hasVoucher: boolean
	override: DayOverride | null
}

const selectConfirmable = prepare<{ orderId: string }, ConfirmableRow>(
	(_, value) => sql`
		select ${orderRow.json} as "order",
			coalesce(${orders.state} = 'pendingPayment' and ${orders.payUntil} > now(), false) as "isLinkOpen",
			(select json_agg(${lineRow.json}) from ${orderLines} where ${eq(orderLines.orderId, orders.id)}) as "lines",
			exists (
				select from ${referrals} where ${eq(referrals.orderId, orders.id)} and ${referrals.awc} is not null
			) as "isReferred",
			exists (
				select from ${redemptions} where ${eq(redemptions.orderId, orders.id)}
					and ${redemptions.releasedAt} is null
			) as "hasVoucher", (
				select ${days.override} from ${days} where ${eq(days.day, orders.day)}
			) as "override"
		from ${orders} where ${orders.id} = ${value('orderId')}`,
)

/**
 * True when the places that an abandoned order held are free for it again; holds of its own cart count as free. False
 * for an order whose voucher went back, and for one that was booked before: the places that it released then were given
 * up for good.
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
 * The gift vouchers to issue for an order: one for each piece that its lines sold. Their validity counts from the end
 * of the year of the purchase (§§ 195, 199 BGB: three years); `validUntil` is null for no limit.
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
 * Releases the holds of a cart on this day, among them the places that an abandoned order gave back to it. The cart's
 * places on another day stay, for that day is not locked; a null `day` matches none.
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
 * Confirms the pending places of an order and releases the cart's other holds in one statement, for an order that was
 * not abandoned: its places stay live, and no guard can mistake them for released ones.
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
 * Confirms an order, writes its event, and empties its cart if the cart still belongs to this order. Requires the job
 * that mails the confirmation: without it the state is null, which the table refuses.
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
