import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { redemptions, voucherEntries, vouchers } from '#app/db/schema.ts'
import { cents, minus, zero, type Cents } from '#app/models/money.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Instant } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import {
	stateOfReturned,
	type ReturnedVoucher,
	type VoucherEntryKind,
} from '#app/models/voucher/voucher.ts'

/**
 * Moves the redemption of a cart to the order made of it. Of a value voucher `spent` stays reserved; what else was
 * reserved goes back to its balance.
 */
export async function spendRedemption(
	tx: Transaction,
	cartId: string,
	orderId: string,
	spent: Cents,
): Promise<void> {
	await spendOne(tx, { cartId, orderId, spent })
}

const spendOne = prepare<{ cartId: string; orderId: string; spent: Cents }>(
	(_, value) => sql`
		with taken as (
			update redemptions set order_id = ${value('orderId')}, expires_at = null
			where cart_id = ${value('cartId')} and order_id is null and released_at is null
			returning id, voucher_id
		), rest as (
			select id, voucher_id, (
				select coalesce(-sum(amount), 0) from voucher_entries where redemption_id = taken.id
			) - ${value('spent')}::int as amount
			from taken
		)
		${appendFrom(sql`rest`, sql`'released'`, sql`rest.amount`)} where rest.amount > 0`,
)

/**
 * Finds the amount that was left on an order's value voucher when the order was placed; zero without a voucher, or once
 * the voucher was given back.
 */
export async function findRestOfVoucher(order: {
	id: string
	voucherCode: string | null
}): Promise<Cents> {
	if (order.voucherCode === null) return zero
	const [row] = await db
		.select({ rest: sql`coalesce(sum(${voucherEntries.amount}), 0)`.mapWith(Number) })
		.from(voucherEntries)
		.innerJoin(redemptions, eq(redemptions.id, voucherEntries.redemptionId))
		.where(
			and(
				eq(redemptions.orderId, order.id),
				isNull(redemptions.releasedAt),
				eq(voucherEntries.kind, 'released'),
			),
		)
	return cents(row?.rest ?? 0)
}

/**
 * Captures the voucher of an order that is confirmed: the reserved amount is spent, and the cart no longer has the
 * voucher.
 */
export async function captureRedemption(tx: Transaction, orderId: string): Promise<void> {
	await captureOne(tx, { orderId })
}

const captureOne = prepare<{ orderId: string }>(
	(_, value) => sql`
		with taken as (
			update redemptions set cart_id = null
			where order_id = ${value('orderId')} and released_at is null
			returning id, voucher_id
		)
		${appendFrom(sql`taken`, sql`'captured'`, sql`0`)}`,
)

/**
 * SQL that appends an entry of a kind and an amount to the voucher's ledger, for each redemption in the query `rows`.
 */
function appendFrom(rows: SQL, kind: SQL, amount: SQL): SQL {
	return sql`
		insert into voucher_entries (voucher_id, sequence, kind, amount, balance, redemption_id)
		select ${rows}.voucher_id, coalesce(past.sequence, 0) + 1, ${kind}::voucher_entry_kind,
			${amount}, coalesce(past.balance, 0) + ${amount}, ${rows}.id
		from ${rows} left join lateral (
			select sequence, balance from voucher_entries
			where voucher_id = ${rows}.voucher_id order by sequence desc limit 1
		) past on true`
}

/**
 * Releases the redemption of an order and returns its row: the reserved amount, less `kept`, goes back to the voucher,
 * and this use of the voucher counts no longer.
 */
export function releaseRedemption(tx: Transaction, orderId: string, kept: Cents) {
	const ofOrder = and(eq(redemptions.orderId, orderId), isNull(redemptions.releasedAt))
	return releaseWhere(tx, ofOrder, kept)
}

/** Puts a voucher into a cart again, with its whole balance reserved. */
export async function reserveAgain(
	tx: Transaction,
	{ voucherId, cartId }: { voucherId: string; cartId: string },
): Promise<void> {
	const [redemption] = await tx
		.insert(redemptions)
		.values({ voucherId, cartId, expiresAt: reservedUntil(currentVenue()) })
		.returning({ id: redemptions.id })
	const balance = await balanceOf(tx, voucherId)
	if (balance > 0 && redemption)
		await appendEntry(tx, {
			voucherId,
			kind: 'reserved',
			amount: cents(-balance),
			redemptionId: redemption.id,
		})
}

/** SQL that is true when a voucher's last entry is 'withdrawn'; false after an order has returned an amount to it. */
export const isVoid = sql`'withdrawn' = (
	select kind from voucher_entries e where e.voucher_id = ${vouchers.id} order by sequence desc limit 1)`

/** Finds the state of the voucher that an order was paid with and has given back; null when it has given back none. */
export async function findReturnedVoucher(
	executor: Pick<Transaction, 'select'>,
	orderId: string,
	now: Instant,
): Promise<ReturnedVoucher | null> {
	const [row] = await executor
		.select({
			voucher: vouchers,
			isVoid: sql<boolean>`coalesce(${isVoid}, false)`,
		})
		.from(redemptions)
		.innerJoin(vouchers, eq(vouchers.id, redemptions.voucherId))
		.where(and(eq(redemptions.orderId, orderId), isNotNull(redemptions.releasedAt)))
	return row ? stateOfReturned(row.voucher, row.isVoid, now) : null
}

/**
 * Finds the id of the voucher in a cart, so that the voucher can be locked before the cart's order is written; null
 * without one.
 */
export async function findVoucherInCart(tx: Transaction, cartId: string): Promise<string | null> {
	const [row] = await tx
		.select({ voucherId: redemptions.voucherId })
		.from(redemptions)
		.where(inCart(cartId))
	return row?.voucherId ?? null
}

/**
 * SQL for the id of an order's voucher, as a column of a query over orders; the voucher is locked before the order. It
 * names the table `orders` in its text, because the builder writes columns without their table in a query over one
 * table.
 */
export const voucherOfOrder = sql<string | null>`(
	select voucher_id from redemptions where order_id = orders.id and released_at is null)`

export async function releaseWhere(
	tx: Transaction,
	which: ReturnType<typeof and>,
	kept: Cents = zero,
) {
	const released = await tx
		.update(redemptions)
		.set({ releasedAt: sql`now()` })
		.where(which)
		.returning()
	for (const { id, voucherId } of released) {
		const reserved = minus(await reservedBy(tx, id), kept)
		if (reserved > 0)
			await appendEntry(tx, {
				voucherId: voucherId,
				kind: 'released',
				amount: reserved,
				redemptionId: id,
			})
	}
	return released
}

/** Returns the amount that a redemption has reserved of its voucher now. */
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

/** A new entry in a voucher's ledger: of a redemption, or of the till note `noteId`. */
type Entry = { voucherId: string; kind: VoucherEntryKind; amount: Cents } & (
	| { redemptionId: string; noteId?: undefined }
	| { noteId: string; redemptionId?: undefined }
)

/** Appends an entry to a voucher's ledger in one statement. The caller has locked the voucher. */
export async function appendEntry(tx: Transaction, entry: Entry): Promise<void> {
	const { voucherId, kind, amount, redemptionId = null, noteId = null } = entry
	await tx.execute(sql`
		insert into voucher_entries (voucher_id, sequence, kind, amount, balance, redemption_id, note_id)
		select ${voucherId}, coalesce(max(sequence), 0) + 1, ${kind}, ${amount}::int,
			coalesce(sum(amount), 0) + ${amount}::int, ${redemptionId}::uuid, ${noteId}::uuid
		from voucher_entries where voucher_id = ${voucherId}`)
}

export function lastEntry(tx: Transaction, voucherId: string) {
	return tx
		.select({ kind: voucherEntries.kind, balance: voucherEntries.balance })
		.from(voucherEntries)
		.where(eq(voucherEntries.voucherId, voucherId))
		.orderBy(desc(voucherEntries.sequence))
		.limit(1)
}

/** SQL for the latest moment until which a cart that takes a voucher now can reserve it, by the database's clock. */
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
