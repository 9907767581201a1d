import { randomUUID } from 'node:crypto'

import { and, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { inOneRoundTrip, lockAndLoad } from '#app/db/lock.server.ts'
import { redemptions, vouchers } from '#app/db/schema.ts'
import { stillAsSeen, type CartRef, type Visitor, type Cart } from '#app/models/cart/cart.ts'
import { findCart } from '#app/models/cart/find.server.ts'
import { priceCart, redemptionOf } from '#app/models/cart/price.ts'
import { bumpVersion } from '#app/models/cart/write.server.ts'
import { cents, zero } from '#app/models/money.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'
import {
	inCart,
	lastEntry,
	appendEntry,
	releaseWhere,
	reservedUntil,
} from '#app/models/voucher/ledger.server.ts'
import { normaliseCode, redeem, type VoucherState } from '#app/models/voucher/voucher.ts'

/**
 * Redeems a voucher: puts it into the cart. A value voucher is reserved whole, so no other cart can spend it meanwhile.
 */
export async function redeemVoucher(
	ref: CartRef,
	code: string,
	visitor: Visitor,
): Promise<Result<Cart>> {
	const attempted = await countAttempt('voucher', [ref.id, visitor.addressHash])
	if (!attempted.ok) return attempted
	const cartId = ref.id
	if (!cartId) return refuse('voucherNotAdded')
	const id = await findVoucherId(code)
	return db.transaction(async (tx) => {
		const scarce = { vouchers: id ? [id] : [], carts: [cartId] }
		const [cart, found] = await lockAndLoad(tx, scarce, () =>
			Promise.all([findCart(cartId, tx), id ? loadVoucher(tx, id) : null]),
		)
		const seen = cart && stillAsSeen(cart, { ...ref, day: cart.day })
		if (!seen) return refuse('cartChanged')
		if (!seen.ok) return seen

		const state = found?.hasStale && !cart.voucher ? await loadFreshVoucher(tx, found) : found
		const { venue, now } = visitor
		const { voucher = null, balance = zero, used = 0, freeAt = null } = state ?? {}
		const { isVoid = false } = state ?? {}
		const ledger = { hasVoucher: cart.voucher !== null, freeAt, balance, used, isVoid }
		const { lines } = priceCart(venue, cart, now)
		const redeemed = redeem(voucher, redemptionOf(venue, cart, lines, ledger), now)
		if (!redeemed.ok) return redeemed
		return state ? ok(await reserve(tx, cart, state, visitor)) : refuse('voucherNotAdded')
	})
}

/** Takes the voucher out of a cart and releases the amount of it that was reserved for the cart. */
export async function removeVoucher(ref: CartRef): Promise<Result<undefined>> {
	const { id: cartId } = ref
	if (!cartId) return ok()
	return db.transaction(async (tx) => {
		const [row] = await tx
			.select({ voucherId: redemptions.voucherId })
			.from(redemptions)
			.where(inCart(cartId))
		if (!row) {
			// A cart without a voucher fulfils the request already, whichever form took the voucher out; a running order
			// refuses it.
			const cart = await findCart(cartId, tx)
			return cart ? stillAsSeen(cart, cart) : ok()
		}
		const scarce = { vouchers: [row.voucherId], carts: [cartId] }
		const cart = await lockAndLoad(tx, scarce, () => findCart(cartId, tx))
		const seen = cart && stillAsSeen(cart, { ...ref, day: cart.day })
		if (!seen) return refuse('cartChanged')
		if (!seen.ok) return seen

		await Promise.all([releaseWhere(tx, inCart(cartId)), bumpVersion(tx, cartId)])
		return ok()
	})
}

async function reserve(
	tx: Transaction,
	cart: Cart,
	{ voucher, balance }: VoucherState,
	{ venue }: Visitor,
): Promise<Cart> {
	const id = randomUUID()
	const redemption = { id, voucherId: voucher.id, cartId: cart.id, expiresAt: reservedUntil(venue) }
	const amount = cents(-balance)
	const reserved = { voucherId: voucher.id, kind: 'reserved' as const, amount, redemptionId: id }
	await inOneRoundTrip([
		() => tx.insert(redemptions).values(redemption),
		() => bumpVersion(tx, cart.id),
		...(voucher.kind === 'value' ? [() => appendEntry(tx, reserved)] : []),
	])
	return { ...cart, version: cart.version + 1, voucher: { ...voucher, reserved: balance } }
}

/** Finds the id of the voucher with this code, however it is typed; null for an unknown code. */
export async function findVoucherId(
	code: string,
	executor: Pick<Transaction, 'select'> = db,
): Promise<string | null> {
	const [row] = await executor
		.select({ id: vouchers.id })
		.from(vouchers)
		.where(eq(vouchers.code, normaliseCode(code)))
	return row?.id ?? null
}

/** Loads a voucher with the state of its ledger; null for an unknown id. The caller has locked the voucher. */
export async function loadVoucher(tx: Transaction, id: string) {
	const [[voucher], [last], others] = await Promise.all([
		tx.select().from(vouchers).where(eq(vouchers.id, id)),
		lastEntry(tx, id),
		tx
			.select({
				orderId: redemptions.orderId,
				expiresAt: redemptions.expiresAt,
				isStale: sql<boolean>`coalesce(${redemptions.expiresAt} <= now(), false)`,
			})
			.from(redemptions)
			.where(and(eq(redemptions.voucherId, id), isNull(redemptions.releasedAt))),
	])
	if (!voucher) return null
	const inCarts = others.filter((other) => other.orderId === null)
	const [freeAt = null] = voucher.kind === 'value' ? inCarts.map((other) => other.expiresAt) : []
	const hasStale = inCarts.some((other) => other.isStale)
	const { balance = zero, kind = 'issued' } = last ?? {}
	const isVoid = kind === 'withdrawn'
	return { voucher, balance, used: others.length, freeAt, hasStale, isVoid }
}

/** Releases the reservations of a voucher by carts whose time has run out, and loads the voucher anew. */
export async function loadFreshVoucher(
	tx: Transaction,
	{ voucher }: Pick<VoucherState, 'voucher'>,
): Promise<VoucherState | null> {
	await releaseStale(tx, voucher.id)
	return loadVoucher(tx, voucher.id)
}

/**
 * Releases the reservations of a voucher by carts whose time has run out. Losing its voucher is a change of such a
 * cart, so its forms are out of date. The transaction waits for the rows of those carts while it has locked its own
 * cart. Two of them cannot wait for each other: those carts have a live redemption and the own cart has none, and
 * neither can change while the voucher is locked. An order that was locked before cannot wait for it either: all
 * transactions that lock a cart with this voucher lock the voucher first.
 */
export function releaseStale(tx: Transaction, voucherId: string): Promise<void> {
	return releaseFromCarts(tx, [voucherId], lte(redemptions.expiresAt, sql`now()`))
}

/**
 * Takes vouchers out of the carts they are in and makes the forms of those carts out of date; `which` limits it to some
 * redemptions. Waits for the rows of those carts; the caller has locked the vouchers.
 */
export async function releaseFromCarts(
	tx: Transaction,
	voucherIds: readonly string[],
	which?: SQL,
): Promise<void> {
	const isInCart = and(isNull(redemptions.orderId), isNull(redemptions.releasedAt))
	const released = await releaseWhere(
		tx,
		and(inArray(redemptions.voucherId, [...voucherIds]), isInCart, which),
	)
	const cartIds = released.flatMap(({ cartId }) => cartId ?? [])
	for (const cartId of cartIds) await bumpVersion(tx, cartId)
}
