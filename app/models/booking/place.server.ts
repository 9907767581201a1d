import { findVoucherInCart, spendRedemption } from '#app/models/voucher/ledger.server.ts'
import { randomUUID } from 'node:crypto'

import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { inOneFlight, lock } from '#app/db/lock.server.ts'
import { allocations, carts, counters, orderLines, orders, referrals } from '#app/db/schema.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { today } from '#app/models/venue/day.ts'
import { findCart } from '#app/models/cart/find.server.ts'
import type { CartRef, Cart } from '#app/models/cart/cart.ts'
import { draftOrder, type OrderDraft } from '#app/models/order/order.ts'
import { confirmOrder, loadConfirmable, noteEvent } from '#app/models/order/order.server.ts'
import { createPayment, resumePayment } from '#app/models/payment/start.server.ts'
import type { ProviderName } from '#app/models/payment/payment.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { newPublicId } from '#app/models/token.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** `paymentToken` null: nothing is due online and the order is confirmed already. */
export type PlacedOrder = { id: string; publicId: string; paymentToken: string | null }

/**
 * What an order is besides its cart: of which venue, in which language, when, and how the visitor wants to
 * pay; null when nothing was chosen, which will do when nothing is due.
 */
type Ordering = {
	venue: Venue
	locale: Locale
	provider: ProviderName | null
	now: DateTime
	/** Whose order it will be; left out for a guest. */
	accountId?: string | undefined
	/** What the affiliate network calls the click that brought the visitor here. */
	awc?: string | null
}

/**
 * Makes an order of the cart: everything is checked once more and then frozen, its places wait for the
 * payment without running out. Pressed twice, the first order stands and its payment goes on.
 */
export async function placeOrder(
	ref: CartRef & { id: string },
	ordering: Ordering,
): Promise<Result<PlacedOrder>> {
	const placed = await db.transaction(async (tx) => {
		await lock(tx, {
			days: [ref.day],
			vouchers: await findVoucherInCart(tx, ref.id),
			carts: [ref.id],
		})
		const [cart, confirmed] = await Promise.all([
			findCart(ref.id, tx),
			findConfirmed(tx, ref.id, ref.version),
		])
		if (confirmed) return ok({ ...confirmed, paymentToken: null })
		if (!cart) return refuse('cartChanged')
		if (cart.orderId !== null) return ok(await runningOrder(tx, cart.orderId))
		if (cart.version !== ref.version || cart.day !== ref.day) return refuse('cartChanged')

		const draft = draftOrder(ordering.venue, cart, ordering)
		if (!draft.ok) return draft
		if (draft.value.online > 0 && !ordering.provider) return refuse('wayToPayMissing')
		return ok(await write(tx, cart, draft.value, ordering))
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

/** What this very cart has become already: the button was pressed twice, or its answer got lost. */
async function findConfirmed(tx: Transaction, cartId: string, cartVersion: number) {
	const [order] = await tx
		.select({ id: orders.id, publicId: orders.publicId })
		.from(orders)
		.where(
			and(
				eq(orders.cartId, cartId),
				eq(orders.cartVersion, cartVersion),
				inArray(orders.state, ['confirmed', 'completed']),
			),
		)
	return order
}

/** Writes it in one flight: other days too wait for the counter of the order numbers. */
async function write(
	tx: Transaction,
	cart: Cart,
	draft: OrderDraft,
	{ provider, now, accountId, awc }: Ordering,
): Promise<PlacedOrder> {
	const id = randomUUID()
	const publicId = newPublicId()
	const { lines, ...order } = draft
	const counter = `order-${today(now).slice(0, 4)}`
	let places = 0
	await inOneFlight([
		() => countUp(tx, counter),
		() =>
			tx.insert(orders).values({
				...order,
				id,
				publicId,
				number: numberBy(counter),
				state: 'pendingPayment',
				accountId,
				cartId: cart.id,
				cartVersion: cart.version,
			}),
		() => tx.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: id }))),
		() =>
			tx
				.update(carts)
				.set({ orderId: id, updatedAt: sql`now()` })
				.where(eq(carts.id, cart.id)),
		() => takePlaces(tx, cart.id, id).then((taken) => (places = taken.length)),
		() => noteEvent(tx, id, 'visitor', 'placed'),
		...(awc ? [() => tx.insert(referrals).values({ orderId: id, awc })] : []),
	])
	if (places < Object.values(cart.given).flat().length)
		throw new Error('places went while their day was locked')
	if (cart.voucher) await spendRedemption(tx, cart.id, id, draft.voucher)

	if (draft.online === 0 || !provider) {
		await confirmOrder(tx, await loadConfirmable(tx, id, now), now)
		return { id, publicId, paymentToken: null }
	}
	return {
		id,
		publicId,
		paymentToken: await createPayment(tx, { id, online: draft.online }, provider),
	}
}

/** Its places wait for the payment, and no longer run out. */
function takePlaces(tx: Transaction, cartId: string, orderId: string) {
	return tx
		.update(allocations)
		.set({ state: 'pending', expiresAt: null, orderId })
		.where(
			and(
				eq(allocations.cartId, cartId),
				eq(allocations.state, 'held'),
				gt(allocations.expiresAt, sql`now()`),
			),
		)
		.returning({ id: allocations.id })
}

/** The counter's row stays locked until the order is written, so no number is left out. */
function countUp(tx: Transaction, name: string) {
	return tx
		.insert(counters)
		.values({ name, value: 1 })
		.onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + 1` } })
}

/** '2026-000042': consecutive within the year. */
function numberBy(counter: string) {
	return sql`(
		select right(name, 4) || '-' || lpad(value::text, greatest(6, length(value::text)), '0')
		from counters where name = ${counter})`
}
