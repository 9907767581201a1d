import { and, asc, eq, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { allocations, cartLines, carts, orderEvents, orderLines, orders } from '#app/db/schema.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { dayOf, endOfYearPlus } from '#app/models/calendar.ts'
import { listLoads, loadColumns } from '#app/models/capacity.server.ts'
import { capacityOf, peak } from '#app/models/capacity.ts'
import { holdUntil } from '#app/models/cart.ts'
import type { Order, OrderState } from '#app/models/order.ts'
import { findProduct, findResource } from '#app/models/venue.ts'
import { currentVenue } from '#app/models/venue.server.ts'
import { captureRedemption, issueVouchers, reviveRedemption } from '#app/models/voucher.server.ts'

/** An order by its public id, with its lines; null for an unknown one. One round trip. */
export async function findOrder(publicId: string): Promise<Order | null> {
	return isToken(publicId) ? loadOrder(eq(orders.publicId, publicId)) : null
}

export function findOrderById(id: string): Promise<Order | null> {
	return loadOrder(eq(orders.id, id))
}

/**
 * The online part is in: the places are the visitor's for good, the cart is free for the next visit, the
 * mail goes out. An order that was given up before gets its places back if they are still free.
 * False: they are not, nothing has changed. Its day and the order are locked by the caller.
 */
export async function confirmOrder(
	tx: Transaction,
	orderId: string,
	now: DateTime,
): Promise<boolean> {
	const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
	if (!order) return false
	if (order.state === 'confirmed' || order.state === 'completed') return true
	if (order.state !== 'pendingPayment' && !(await areStillFree(tx, order))) return false

	await releaseCartHolds(tx, order.cartId)
	await tx
		.update(allocations)
		.set({ state: 'confirmed', expiresAt: null, cartId: null, cartLineId: null })
		.where(eq(allocations.orderId, orderId))
	await tx
		.update(orders)
		.set({ state: 'confirmed', confirmedAt: now.toJSDate() })
		.where(eq(orders.id, orderId))
	await captureRedemption(tx, orderId)
	await issueVouchers(tx, await soldVouchers(tx, order, now), now)
	await emptyCart(tx, order.cartId, orderId)
	await noteEvent(tx, orderId, 'shop', 'confirmed')
	await enqueue(tx, 'confirmOrder', { orderId }, { id: orderId })
	return true
}

/**
 * The payment did not come: the order is over, its places and its voucher go back to the cart, which is
 * as it was. Its day, voucher and order are locked by the caller.
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
	const rows = await tx
		.update(allocations)
		.set({ state: 'released' })
		.where(and(eq(allocations.orderId, orderId), eq(allocations.state, 'pending')))
		.returning()
	await noteEvent(tx, orderId, 'shop', state)
	await reviveRedemption(tx, orderId)
	if (!cart?.heldSince) return

	const expiresAt = holdUntil(currentVenue(), cart.heldSince, new Date(cart.now))
	await tx.update(carts).set({ expiresAt }).where(eq(carts.id, order.cartId))
	if (expiresAt <= new Date(cart.now) || rows.length === 0) return
	await tx.insert(allocations).values(
		rows.map(({ id: _id, orderId: _orderId, ...row }) => ({
			...row,
			state: 'held' as const,
			expiresAt,
		})),
	)
}

/** Every change of an order: who, when and what. */
export async function noteEvent(
	tx: Transaction,
	orderId: string,
	who: string,
	what: string,
): Promise<void> {
	await tx.insert(orderEvents).values({ orderId, who, what })
}

/** What we give out is base64url; anything else need not be asked for (and Postgres takes no NUL). */
function isToken(text: string): boolean {
	return /^[\w-]{1,100}$/.test(text)
}

async function loadOrder(which: ReturnType<typeof eq>): Promise<Order | null> {
	const rows = await db
		.select({ order: orders, line: orderLines })
		.from(orders)
		.leftJoin(orderLines, eq(orderLines.orderId, orders.id))
		.where(which)
		.orderBy(asc(orderLines.position))
	const [first] = rows
	if (!first) return null
	return {
		...first.order,
		locale: first.order.locale as Locale,
		lines: rows.flatMap(({ line }) => (line ? [line] : [])),
	}
}

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
async function soldVouchers(tx: Transaction, order: typeof orders.$inferSelect, now: DateTime) {
	const lines = await tx.select().from(orderLines).where(eq(orderLines.orderId, order.id))
	return lines.flatMap(({ id, productId, unitPrice, quantity }) => {
		const product = findProduct(currentVenue(), productId)
		if (product?.kind !== 'giftVoucher') return []
		const validUntil = endOfYearPlus(dayOf(now), product.validMonths)
		return Array.from({ length: quantity }, () => ({
			orderLineId: id,
			amount: unitPrice,
			validUntil,
		}))
	})
}

async function releaseCartHolds(tx: Transaction, cartId: string): Promise<void> {
	await tx
		.update(allocations)
		.set({ state: 'released', expiresAt: null })
		.where(and(eq(allocations.cartId, cartId), eq(allocations.state, 'held')))
}

/** Only the cart that is still waiting for this order: a visitor may have gone on to something else. */
async function emptyCart(tx: Transaction, cartId: string, orderId: string): Promise<void> {
	const emptied = await tx
		.update(carts)
		.set({
			orderId: null,
			day: null,
			heldSince: null,
			expiresAt: null,
			party: null,
			version: sql`${carts.version} + 1`,
			updatedAt: sql`now()`,
		})
		.where(and(eq(carts.id, cartId), eq(carts.orderId, orderId)))
		.returning({ id: carts.id })
	if (emptied.length > 0) await tx.delete(cartLines).where(eq(cartLines.cartId, cartId))
}
