import { randomUUID } from 'node:crypto'

import { and, eq, sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { allocations, carts, orders } from '#app/db/schema.ts'
import { newHoldEnd } from '#app/models/cart/cart.ts'
import { noteEvent, type Author } from '#app/models/order/order.server.ts'
import type { OrderState } from '#app/models/order/order.ts'
import { giveVoucherBack } from '#app/models/order/sold-vouchers.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { reserveAgain } from '#app/models/voucher/ledger.server.ts'

/**
 * Abandons an order whose payment did not come, or came after the visit was over; does nothing unless it waits for its
 * payment. Its voucher goes back to the cart. Its places go back too while the hold of a visitor's cart may go on;
 * otherwise they are released, those of a booking by telephone always (faults L5). `by` is the author in the history.
 * The caller has locked the day, the voucher and the order.
 */
export async function abandonOrder(
	tx: Transaction,
	orderId: string,
	state: Extract<OrderState, 'cancelled' | 'expired'>,
	by: string | Author = 'shop',
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
		.returning({
			heldSince: carts.heldSince,
			holdRule: carts.holdRule,
			now: sql<string>`now()`,
		})
	await noteEvent(tx, orderId, by, state === 'expired' ? 'expired' : 'abandoned')
	const released = await giveVoucherBack(tx, orderId)
	if (released?.cartId) await reserveAgain(tx, { ...released, cartId: released.cartId })

	const expiresAt =
		cart?.heldSince && cart.holdRule === 'visitor'
			? newHoldEnd(currentVenue(), cart.heldSince, new Date(cart.now))
			: null
	if (expiresAt) await tx.update(carts).set({ expiresAt }).where(eq(carts.id, order.cartId))
	const goesOn = cart && expiresAt && expiresAt > new Date(cart.now)
	const places = await tx
		.update(allocations)
		.set(
			goesOn
				? { state: 'held', expiresAt, orderId: null, linePosition: null }
				: { state: 'released' },
		)
		.where(and(eq(allocations.orderId, orderId), eq(allocations.state, 'pending')))
		.returning()
	if (!goesOn || places.length === 0) return
	// The cart keeps the rows of its places, so no guard checks again whether they fit. Copies of the rows stay with the
	// order in state 'released', for money that comes late.
	await tx
		.insert(allocations)
		.values(places.map((place) => ({ ...place, ...noteOf(orderId), id: randomUUID() })))
}

function noteOf(orderId: string) {
	return { orderId, state: 'released' as const, expiresAt: null, cartId: null, cartLineId: null }
}
