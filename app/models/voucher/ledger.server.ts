import { and, desc, eq, isNull, sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { orders, redemptions, voucherEntries } from '#app/db/schema.ts'
import { cents, type Cents } from '#app/models/money.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import type { VoucherEntryKind } from '#app/models/voucher/voucher.ts'

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

/** The order is confirmed: what was reserved is spent, and the cart lets go of the voucher. One statement. */
export async function captureRedemption(tx: Transaction, orderId: string): Promise<void> {
	await tx.execute(sql`
		with captured as (
			update redemptions set cart_id = null
			where order_id = ${orderId} and released_at is null
			returning id, voucher_id
		)
		insert into voucher_entries (voucher_id, sequence, kind, amount, balance, redemption_id)
		select captured.voucher_id, coalesce(max(sequence), 0) + 1, 'captured', 0,
			coalesce(sum(amount), 0), captured.id
		from captured left join voucher_entries entry on entry.voucher_id = captured.voucher_id
		group by captured.voucher_id, captured.id`)
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

/** The voucher in a cart, to be locked before its order is written. */
export async function findVoucherInCart(tx: Transaction, cartId: string): Promise<string[]> {
	const rows = await tx
		.select({ voucherId: redemptions.voucherId })
		.from(redemptions)
		.where(inCart(cartId))
	return rows.map(({ voucherId }) => voucherId)
}

/** The voucher that an order spends, as a column of a query over orders: to be locked before the order is. */
export const voucherOfOrder = sql<string | null>`(
	select voucher_id from redemptions where order_id = ${orders.id} and released_at is null)`

export async function releaseWhere(tx: Transaction, which: ReturnType<typeof and>) {
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

export async function balanceOf(tx: Transaction, voucherId: string): Promise<Cents> {
	const [last] = await lastEntry(tx, voucherId)
	return last?.balance ?? cents(0)
}

type Entry = { voucherId: string; kind: VoucherEntryKind; amount: Cents; redemptionId: string }

/** Appends to the ledger, in one statement; the voucher is locked by the caller. */
export async function note(tx: Transaction, entry: Entry): Promise<void> {
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
export function reservedUntil(venue: Venue) {
	return sql`now() + make_interval(mins => ${venue.hold.maxMinutes})`
}

export function inCart(cartId: string) {
	return and(
		eq(redemptions.cartId, cartId),
		isNull(redemptions.orderId),
		isNull(redemptions.releasedAt),
	)
}

function ofOrder(orderId: string) {
	return and(eq(redemptions.orderId, orderId), isNull(redemptions.releasedAt))
}
