import { randomUUID } from 'node:crypto'

import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import type { Transaction } from '#app/db/client.server.ts'
import { inOneFlight } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import {
	allocations,
	cartLines,
	carts,
	orderEvents,
	orderLines,
	orders,
	referrals,
} from '#app/db/schema.ts'
import { capacityOf } from '#app/models/capacity/free.ts'
import { listLoads, loadColumns } from '#app/models/capacity/loads.server.ts'
import { peak } from '#app/models/capacity/peak.ts'
import { expireHolds } from '#app/models/capacity/release.server.ts'
import { holdUntil } from '#app/models/cart/cart.ts'
import type { OrderState } from '#app/models/order/order.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { dayOf, endOfYearPlus } from '#app/models/venue/day.ts'
import { findResource } from '#app/models/venue/venue.ts'
import { issueVouchers } from '#app/models/voucher/gift.server.ts'
import { captureRedemption, reviveRedemption } from '#app/models/voucher/ledger.server.ts'

/**
 * The online part is in: the places are the visitor's for good, the cart is free for the next visit, the
 * mail goes out. An order that was given up before gets its places back if they are still free.
 * False: they are not, or the visit is over, and nothing has changed. Its day and the order are locked by
 * the caller.
 */
export async function confirmOrder(
	tx: Transaction,
	{ order, isReferred, sold, goesByPost, visit }: Confirmable,
	now: DateTime,
): Promise<boolean> {
	if (!order) return false
	const orderId = order.id
	if (order.state === 'confirmed' || order.state === 'completed') return true
	if (visit && visit.endsAt <= now.toJSDate()) return false
	if (order.state !== 'pendingPayment' && !(await areStillFree(tx, order))) return false

	const written = inOneFlight([
		() => releaseHolds(tx, { cartId: order.cartId, day: order.day }),
		() => confirmPlaces(tx, { orderId }),
		() => confirm(tx, { orderId, confirmedAt: now.toJSDate() }),
		() => deleteLines(tx, { cartId: order.cartId, orderId }),
		() => emptyCart(tx, { cartId: order.cartId, orderId }),
		() => noteEvent(tx, orderId, 'shop', 'confirmed'),
		() => captureRedemption(tx, orderId),
		() => enqueue(tx, 'mailConfirmation', { orderId }, { id: orderId }),
		...(goesByPost
			? [() => enqueue(tx, 'tellOperator', { orderId, concern: 'toPost' }, { id: orderId })]
			: []),
		...(isReferred ? [() => enqueue(tx, 'reportReferral', { orderId }, { id: orderId })] : []),
	])
	await Promise.all([written, issueVouchers(tx, sold, now)])
	return true
}

type Confirmable = Awaited<ReturnType<typeof loadConfirmable>>

/** What `confirmOrder` decides and writes by; to be read once the order is locked. One round trip. */
export async function loadConfirmable(tx: Transaction, orderId: string, now: DateTime) {
	const [[row], lines] = await Promise.all([
		tx
			.select({ order: orders, awc: referrals.awc })
			.from(orders)
			.leftJoin(referrals, eq(referrals.orderId, orders.id))
			.where(eq(orders.id, orderId)),
		tx.select().from(orderLines).where(eq(orderLines.orderId, orderId)),
	])
	return {
		order: row?.order,
		isReferred: Boolean(row?.awc),
		sold: soldVouchers(lines, now),
		goesByPost: lines.some(({ gift }) => gift?.delivery === 'post'),
		visit: visitTimes({ lines }),
	}
}

/**
 * The payment did not come, or came when the visit was over: the order is over, its places and its voucher go
 * back to the cart, which is as it was. Its day, voucher and order are locked by the caller.
 */
export async function cancelOrder(
	tx: Transaction,
	orderId: string,
	state: Extract<OrderState, 'cancelled' | 'expired'>,
): Promise<void> {
	const [order] = await tx
		.update(orders)
		.set({ state })
		.where(and(eq(orders.id, orderId), eq(orders.state, 'pendingPayment')))
		.returning({ cartId: orders.cartId })
	if (!order) return

	const [cart] = await tx
		.update(carts)
		.set({ orderId: null, version: sql`${carts.version} + 1`, updatedAt: sql`now()` })
		.where(and(eq(carts.id, order.cartId), eq(carts.orderId, orderId)))
		.returning({ heldSince: carts.heldSince, now: sql<string>`now()` })
	await noteEvent(tx, orderId, 'shop', state)
	await reviveRedemption(tx, orderId)

	const expiresAt = cart?.heldSince
		? holdUntil(currentVenue(), cart.heldSince, new Date(cart.now))
		: null
	if (expiresAt) await tx.update(carts).set({ expiresAt }).where(eq(carts.id, order.cartId))
	const goesOn = cart && expiresAt && expiresAt > new Date(cart.now)
	const places = await tx
		.update(allocations)
		.set(goesOn ? { state: 'held', expiresAt, orderId: null } : { state: 'released' })
		.where(and(eq(allocations.orderId, orderId), eq(allocations.state, 'pending')))
		.returning()
	if (!goesOn || places.length === 0) return
	// The places themselves stay with the cart, so no guard asks again whether they fit; the order keeps
	// a note of them for money that comes late.
	await tx
		.insert(allocations)
		.values(places.map((place) => ({ ...place, ...noteOf(orderId), id: randomUUID() })))
}

/** Every change of an order: who, when and what. */
export async function noteEvent(
	tx: Transaction,
	orderId: string,
	who: string,
	what: string,
): Promise<void> {
	await insertEvent(tx, { orderId, who, what })
}

const insertEvent = prepare<{ orderId: string; who: string; what: string }>((build, value) =>
	build
		.insert(orderEvents)
		.values({ orderId: value('orderId'), who: value('who'), what: value('what') }),
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

function noteOf(orderId: string) {
	return { orderId, state: 'released' as const, expiresAt: null, cartId: null, cartLineId: null }
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

const confirm = prepare<{ orderId: string; confirmedAt: Date }>((build, value) =>
	build
		.update(orders)
		.set({ state: 'confirmed', confirmedAt: value('confirmedAt') })
		.where(eq(orders.id, value('orderId'))),
)

type Waiting = { cartId: string; orderId: string }

/** Only the cart that is still waiting for this order: a visitor may have gone on to something else. */
function isWaiting(value: (name: keyof Waiting) => SQL) {
	return and(eq(carts.id, value('cartId')), eq(carts.orderId, value('orderId')))
}

const deleteLines = prepare<Waiting>((build, value) => {
	const waiting = build.select({ id: carts.id }).from(carts).where(isWaiting(value))
	return build.delete(cartLines).where(inArray(cartLines.cartId, waiting))
})

const emptyCart = prepare<Waiting>((build, value) =>
	build
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
		.where(isWaiting(value)),
)
