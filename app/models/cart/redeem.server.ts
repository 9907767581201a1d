import { randomUUID } from 'node:crypto'

import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { inOneFlight, lockAndLoad } from '#app/db/lock.server.ts'
import { redemptions, vouchers } from '#app/db/schema.ts'
import { bumpVersion } from '#app/models/cart/write.server.ts'
import { findCart } from '#app/models/cart/find.server.ts'
import { stillAsSeen, type CartRef, type Visitor, type Cart } from '#app/models/cart/cart.ts'
import { priceCart, redemptionOf } from '#app/models/cart/price.ts'
import { cents } from '#app/models/money.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'
import {
	balanceOf,
	inCart,
	note,
	releaseWhere,
	reservedUntil,
} from '#app/models/voucher/ledger.server.ts'
import { normaliseCode, redeem } from '#app/models/voucher/voucher.ts'

/** Lays a voucher into the cart. A value voucher is reserved whole, so that no other cart can spend it meanwhile. */
export async function redeemVoucher(
	ref: CartRef,
	code: string,
	visitor: Visitor,
): Promise<Result<Cart>> {
	const attempted = await countAttempt('voucher', [ref.id, visitor.addressHash])
	if (!attempted.ok) return attempted
	const id = await findVoucherId(code)
	if (!id || !ref.id) return refuse('voucherNotAdded')

	const cartId = ref.id
	const redemptionId = randomUUID()
	return db.transaction(async (tx) => {
		const scarce = { vouchers: [id], carts: [cartId] }
		const [cart, found] = await lockAndLoad(tx, scarce, () =>
			Promise.all([findCart(cartId, tx), loadVoucher(tx, id)]),
		)
		const standing = cart && stillAsSeen(cart, { ...ref, day: cart.day })
		if (!standing) return refuse('cartChanged')
		if (!standing.ok) return standing
		if (cart.voucher) return refuse('oneVoucherPerOrder')

		const state = found?.hasStale ? await freshVoucher(tx, id) : found
		if (!state || state.isTaken) return refuse('voucherNotAdded')
		const { lines } = priceCart(visitor.venue, cart, visitor.now)
		const facts = {
			...redemptionOf(visitor.venue, cart, lines),
			balance: state.balance,
			used: state.used,
		}
		const redeemed = redeem(state.voucher, facts, visitor.now)
		if (!redeemed.ok) return redeemed

		const expiresAt = reservedUntil(visitor.venue)
		const redemption = { id: redemptionId, voucherId: id, cartId, expiresAt }
		const amount = cents(-state.balance)
		const reserved = { voucherId: id, kind: 'reserved' as const, amount, redemptionId }
		await inOneFlight([
			() => tx.insert(redemptions).values(redemption),
			() => bumpVersion(tx, cartId),
			...(state.voucher.kind === 'value' ? [() => note(tx, reserved)] : []),
		])
		return ok({
			...cart,
			version: cart.version + 1,
			voucher: { ...state.voucher, reserved: state.balance },
		})
	})
}

/** Takes the voucher out of the cart; what was reserved of it is free at once. */
export async function removeVoucher(ref: CartRef): Promise<Result<undefined>> {
	const { id: cartId } = ref
	if (!cartId) return ok()
	return db.transaction(async (tx) => {
		const [row] = await tx
			.select({ voucherId: redemptions.voucherId })
			.from(redemptions)
			.where(inCart(cartId))
		if (!row) return ok()
		const scarce = { vouchers: [row.voucherId], carts: [cartId] }
		const cart = await lockAndLoad(tx, scarce, () => findCart(cartId, tx))
		const standing = cart && stillAsSeen(cart, { ...ref, day: cart.day })
		if (!standing) return refuse('cartChanged')
		if (!standing.ok) return standing

		await Promise.all([releaseWhere(tx, inCart(cartId)), bumpVersion(tx, cartId)])
		return ok()
	})
}

async function findVoucherId(code: string): Promise<string | null> {
	const [row] = await db
		.select({ id: vouchers.id })
		.from(vouchers)
		.where(
			and(
				eq(vouchers.code, normaliseCode(code)),
				or(isNull(vouchers.orderLineId), isNotNull(vouchers.activatedAt)),
			),
		)
	return row?.id ?? null
}

async function loadVoucher(tx: Transaction, id: string) {
	const [[voucher], balance, others] = await Promise.all([
		tx.select().from(vouchers).where(eq(vouchers.id, id)),
		balanceOf(tx, id),
		tx
			.select({
				orderId: redemptions.orderId,
				isStale: sql<boolean>`coalesce(${redemptions.expiresAt} <= now(), false)`,
			})
			.from(redemptions)
			.where(and(eq(redemptions.voucherId, id), isNull(redemptions.releasedAt))),
	])
	if (!voucher) return null
	const isTaken = voucher.kind === 'value' && others.some((other) => other.orderId === null)
	const hasStale = others.some((other) => other.orderId === null && other.isStale)
	return { voucher, balance, used: others.length, isTaken, hasStale }
}

/** The voucher without what abandoned carts reserved of it. */
async function freshVoucher(tx: Transaction, id: string) {
	await releaseStale(tx, id)
	return loadVoucher(tx, id)
}

/**
 * Releases the reservations of abandoned carts. Such a cart has changed when its visitor comes back, so
 * its forms are out of date. Waiting for it goes round in no circle: it has a live redemption and the
 * cart that this transaction locked has none, and neither can change while the voucher and that cart are
 * locked.
 */
async function releaseStale(tx: Transaction, voucherId: string): Promise<void> {
	const released = await releaseWhere(
		tx,
		and(
			eq(redemptions.voucherId, voucherId),
			isNull(redemptions.orderId),
			isNull(redemptions.releasedAt),
			lte(redemptions.expiresAt, sql`now()`),
		),
	)
	const cartIds = released.flatMap(({ cartId }) => cartId ?? [])
	for (const cartId of cartIds) await bumpVersion(tx, cartId)
}
