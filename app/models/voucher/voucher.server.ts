import { randomInt, randomUUID } from 'node:crypto'

import { and, asc, desc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { inOneFlight, lockAndLoad } from '#app/db/lock.server.ts'
import { orderLines, redemptions, voucherEntries, vouchers } from '#app/db/schema.ts'
import type { LocalText } from '#app/i18n/i18n.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'
import type { Day } from '#app/models/venue/calendar.ts'
import {
	bumpVersion,
	findCart,
	stillAsSeen,
	type CartRef,
	type Visitor,
} from '#app/models/cart/cart.server.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { cents, type Cents } from '#app/models/money.ts'
import { priceCart, redemptionOf } from '#app/models/cart/cart-price.ts'
import type { GiftTerms } from '#app/models/order/order.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/operator/venue.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import {
	generateCode,
	normaliseCode,
	redeem,
	type VoucherEntryKind,
} from '#app/models/voucher/voucher.ts'

/** Lays a voucher into the cart. A value voucher is reserved whole, so nobody else can spend it meanwhile. */
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

/** The order takes the cart's voucher over: of a value voucher just what it pays, the rest is free again. */
export async function spendRedemption(
	tx: Transaction,
	cartId: string,
	orderId: string,
	spent: Cents,
): Promise<void> {
	const [redemption] = await tx
		.update(redemptions)
		.set({ orderId, expiresAt: null })
		.where(inCart(cartId))
		.returning()
	if (!redemption) return
	const reserved = await reservedBy(tx, redemption.id)
	if (reserved > spent)
		await note(tx, {
			voucherId: redemption.voucherId,
			kind: 'released',
			amount: cents(reserved - spent),
			redemptionId: redemption.id,
		})
}

/** The order is confirmed: what was reserved is spent, and the cart lets go of the voucher. */
export async function captureRedemption(tx: Transaction, orderId: string): Promise<void> {
	const [redemption] = await tx
		.update(redemptions)
		.set({ cartId: null })
		.where(ofOrder(orderId))
		.returning()
	if (redemption)
		await note(tx, {
			voucherId: redemption.voucherId,
			kind: 'captured',
			amount: cents(0),
			redemptionId: redemption.id,
		})
}

/** The order is given up: its voucher is free, and lies in the cart again with all that is left of it. */
export async function reviveRedemption(tx: Transaction, orderId: string): Promise<void> {
	const [released] = await releaseWhere(tx, ofOrder(orderId))
	if (!released?.cartId) return

	const { voucherId, cartId } = released
	const [redemption] = await tx
		.insert(redemptions)
		.values({ voucherId, cartId, expiresAt: reservedUntil(currentVenue()) })
		.returning({ id: redemptions.id })
	const balance = await balanceOf(tx, voucherId)
	if (balance > 0 && redemption)
		await note(tx, {
			voucherId: voucherId,
			kind: 'reserved',
			amount: cents(-balance),
			redemptionId: redemption.id,
		})
}

type SoldVoucher = { orderLineId: string; amount: Cents; validUntil: Day | null }

/** Makes the vouchers an order has sold, usable from now on; called when it is paid, once. */
export async function issueVouchers(
	tx: Transaction,
	sold: readonly SoldVoucher[],
	now: DateTime,
): Promise<void> {
	if (sold.length === 0) return
	const issued = sold.map((voucher) => ({ ...voucher, id: randomUUID() }))
	await inOneFlight([
		() =>
			tx.insert(vouchers).values(
				issued.map((voucher) => ({
					...voucher,
					code: normaliseCode(generateCode(randomInt)),
					kind: 'value' as const,
					activatedAt: now.toJSDate(),
				})),
			),
		() =>
			tx.insert(voucherEntries).values(
				issued.map(({ id, amount }) => ({
					voucherId: id,
					sequence: 1,
					kind: 'issued' as const,
					amount,
					balance: amount,
				})),
			),
	])
}

export type GiftVoucher = {
	title: LocalText
	delivery: GiftTerms['delivery'] | null
	/** In groups of four, as people read it. */
	code: string
	amount: Cents
	validUntil: Day | null
}

/** What an order has sold, once it is paid. */
export async function listGiftVouchers(orderId: string): Promise<GiftVoucher[]> {
	const rows = await db
		.select({ line: orderLines, voucher: vouchers })
		.from(vouchers)
		.innerJoin(orderLines, eq(orderLines.id, vouchers.orderLineId))
		.where(and(eq(orderLines.orderId, orderId), isNotNull(vouchers.activatedAt)))
		.orderBy(asc(orderLines.position), asc(vouchers.code))
	return rows.map(({ line, voucher }) => ({
		title: line.title,
		delivery: line.gift?.delivery ?? null,
		code: voucher.code.replace(/.{4}(?=.)/g, '$&-'),
		amount: voucher.amount ?? cents(0),
		validUntil: voucher.validUntil,
	}))
}

/** The voucher in a cart, to be locked before its order is written. */
export async function findVoucherInCart(tx: Transaction, cartId: string): Promise<string[]> {
	const rows = await tx
		.select({ voucherId: redemptions.voucherId })
		.from(redemptions)
		.where(inCart(cartId))
	return rows.map(({ voucherId }) => voucherId)
}

/** The voucher an order spends, to be locked before the order is. */
export async function findVoucherOfOrder(tx: Transaction, orderId: string): Promise<string[]> {
	const rows = await tx
		.select({ voucherId: redemptions.voucherId })
		.from(redemptions)
		.where(ofOrder(orderId))
	return rows.map(({ voucherId }) => voucherId)
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

/** The voucher without what carts reserved of it that nobody came back to. */
async function freshVoucher(tx: Transaction, id: string) {
	await releaseStale(tx, id)
	return loadVoucher(tx, id)
}

/**
 * Reservations of carts that nobody came back to. Such a cart has changed for whoever does come back, so
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

async function releaseWhere(tx: Transaction, which: ReturnType<typeof and>) {
	const released = await tx
		.update(redemptions)
		.set({ releasedAt: sql`now()` })
		.where(which)
		.returning()
	for (const { id, voucherId } of released) {
		const reserved = await reservedBy(tx, id)
		if (reserved > 0)
			await note(tx, { voucherId: voucherId, kind: 'released', amount: reserved, redemptionId: id })
	}
	return released
}

/** What a redemption holds of its voucher at this moment. */
async function reservedBy(tx: Transaction, redemptionId: string): Promise<Cents> {
	const [row] = await tx
		.select({ amount: sql`coalesce(-sum(${voucherEntries.amount}), 0)`.mapWith(Number) })
		.from(voucherEntries)
		.where(eq(voucherEntries.redemptionId, redemptionId))
	return cents(row?.amount ?? 0)
}

async function balanceOf(tx: Transaction, voucherId: string): Promise<Cents> {
	const [last] = await lastEntry(tx, voucherId)
	return last?.balance ?? cents(0)
}

type Entry = { voucherId: string; kind: VoucherEntryKind; amount: Cents; redemptionId: string }

/** Appends to the ledger, in one statement; the voucher is locked by the caller. */
async function note(tx: Transaction, entry: Entry): Promise<void> {
	const { voucherId, kind, amount, redemptionId } = entry
	await tx.execute(sql`
		insert into voucher_entries (voucher_id, sequence, kind, amount, balance, redemption_id)
		select ${voucherId}, coalesce(max(sequence), 0) + 1, ${kind}, ${amount}::int,
			coalesce(sum(amount), 0) + ${amount}::int, ${redemptionId}
		from voucher_entries where voucher_id = ${voucherId}`)
}

function lastEntry(tx: Transaction, voucherId: string) {
	return tx
		.select({ sequence: voucherEntries.sequence, balance: voucherEntries.balance })
		.from(voucherEntries)
		.where(eq(voucherEntries.voucherId, voucherId))
		.orderBy(desc(voucherEntries.sequence))
		.limit(1)
}

/** The longest a cart holds anything, by the database's clock. */
function reservedUntil(venue: Venue) {
	return sql`now() + make_interval(mins => ${venue.hold.maxMinutes})`
}

function inCart(cartId: string) {
	return and(
		eq(redemptions.cartId, cartId),
		isNull(redemptions.orderId),
		isNull(redemptions.releasedAt),
	)
}

function ofOrder(orderId: string) {
	return and(eq(redemptions.orderId, orderId), isNull(redemptions.releasedAt))
}
