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
 * The online part is in: the places are the visitor's for good, the cart is free for the next visit, the
 * mail goes out. An order that was given up before gets its places back if they are still free.
 * The transaction ends with it: what is written travels with the COMMIT.
 * False: they are not, or the visit is over, and nothing has changed. Its day and the order are locked by
 * the caller.
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

/** What `confirmOrder` decides and writes by; to be read once the order is locked. One statement. */
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
 * Whether what an order once held could be given to it again. Its cart's own holds do not stand in its way;
 * a voucher that went back does.
 */
async function areStillFree(tx: Transaction, order: typeof orders.$inferSelect): Promise<boolean> {
	if (order.voucherCode !== null) return false
	const own = await tx
		.select({ ...loadColumns })
		.from(allocations)
		.where(eq(allocations.orderId, order.id))
	if (own.length === 0 || order.day === null) return true

	// A change that began before a hold ran out may still go by it, unless that is written down.
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
 * One for each piece of a gift voucher that was sold. Valid for whole months from the end of the year of
 * the purchase (sections 195 and 199 of the German Civil Code: three years).
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
 * The order's own places may be among them. Those of another day are not, and that day is not locked; without a
 * day there are none.
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
		.where(eq(allocations.orderId, value('orderId'))),
)

/**
 * Both at once, for an order that has not been given up: its own places are live and stay so, and no guard of
 * the database can find them beside what is released.
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
			where order_id = ${value('orderId')}
				or (cart_id = ${value('cartId')} and day = ${value('day')} and state = 'held')`
	},
)

/**
 * The order, its event, and its cart, if that is still waiting for it: a visitor may have gone on to something
 * else. An order stays what it is without the job that mails its confirmation: without a state the table
 * refuses it.
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
