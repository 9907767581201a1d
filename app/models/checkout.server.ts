import { randomBytes, randomUUID } from 'node:crypto'

import { and, eq, gt, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { allocations, carts, counters, orderLines, orders } from '#app/db/schema.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { today } from '#app/models/calendar.ts'
import { findCart, type CartRef } from '#app/models/cart.server.ts'
import type { Cart } from '#app/models/cart.ts'
import { draftOrder, type OrderDraft } from '#app/models/order.ts'
import { confirmOrder, noteEvent } from '#app/models/order.server.ts'
import { createPayment, resumePayment } from '#app/models/payment.server.ts'
import type { ProviderName } from '#app/models/payment.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import type { Venue } from '#app/models/venue.ts'
import { findVoucherInCart, spendRedemption } from '#app/models/voucher.server.ts'

/** `paymentToken` null: nothing is due online and the order is confirmed already. */
export type PlacedOrder = { id: string; publicId: string; paymentToken: string | null }

type Circumstances = { venue: Venue; locale: Locale; provider: ProviderName; now: DateTime }

/**
 * Makes an order of the cart: everything is checked once more and then frozen, its places wait for the
 * payment without running out. Pressed twice, the first order stands and its payment goes on.
 */
export async function placeOrder(
	ref: CartRef & { id: string },
	circumstances: Circumstances,
): Promise<Result<PlacedOrder>> {
	const placed = await db.transaction(async (tx) => {
		await lock(tx, {
			days: [ref.day],
			vouchers: await findVoucherInCart(tx, ref.id),
			carts: [ref.id],
		})
		const cart = await findCart(ref.id, tx)
		if (!cart) return refuse('cartChanged')
		if (cart.orderId !== null) return ok(await runningOrder(tx, cart.orderId))
		if (cart.version !== ref.version || cart.day !== ref.day) return refuse('cartChanged')

		const draft = draftOrder(circumstances.venue, cart, circumstances)
		if (!draft.ok) return draft
		return ok(await write(tx, cart, draft.value, circumstances))
	})
	if (!placed.ok) return placed

	const { id, paymentToken } = placed.value
	return ok({ ...placed.value, paymentToken: paymentToken ?? (await resumePayment(id)) })
}

async function runningOrder(tx: Transaction, id: string): Promise<PlacedOrder> {
	const [order] = await tx
		.select({ publicId: orders.publicId })
		.from(orders)
		.where(eq(orders.id, id))
	return { id, publicId: order?.publicId ?? '', paymentToken: null }
}

async function write(
	tx: Transaction,
	cart: Cart,
	draft: OrderDraft,
	{ provider, now }: Circumstances,
): Promise<PlacedOrder> {
	const id = randomUUID()
	const publicId = randomBytes(16).toString('base64url')
	const { lines, ...order } = draft
	const number = await nextNumber(tx, now)
	await tx.insert(orders).values({
		...order,
		id,
		publicId,
		number,
		state: 'pendingPayment',
		cartId: cart.id,
		cartVersion: cart.version,
	})
	await tx.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: id })))
	await tx
		.update(carts)
		.set({ orderId: id, updatedAt: sql`now()` })
		.where(eq(carts.id, cart.id))
	await tx
		.update(allocations)
		.set({ state: 'pending', expiresAt: null, orderId: id })
		.where(
			and(
				eq(allocations.cartId, cart.id),
				eq(allocations.state, 'held'),
				gt(allocations.expiresAt, sql`now()`),
			),
		)
	await spendRedemption(tx, cart.id, id, draft.voucher)
	await noteEvent(tx, id, 'visitor', 'placed')

	if (draft.online === 0) {
		await confirmOrder(tx, id, now)
		return { id, publicId, paymentToken: null }
	}
	return {
		id,
		publicId,
		paymentToken: await createPayment(tx, { id, online: draft.online }, provider, now),
	}
}

/** Consecutive within the year; the counter's row is locked until the order is written. */
async function nextNumber(tx: Transaction, now: DateTime): Promise<string> {
	const year = today(now).slice(0, 4)
	const [counter] = await tx
		.insert(counters)
		.values({ name: `order-${year}`, value: 1 })
		.onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + 1` } })
		.returning({ value: counters.value })
	return `${year}-${String(counter?.value ?? 0).padStart(6, '0')}`
}
