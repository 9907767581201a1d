import { eq, type SQL, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { type JsonRow, jsonRow } from '#app/db/json-row.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { cartLines, carts, redemptions, vouchers } from '#app/db/schema.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { cents } from '#app/models/money.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'
import { isJustBegun } from '#app/models/visitor/begun-cart.server.ts'

/** Finds a cart with its lines, their places, and its voucher; null when there is none. One round trip. */
export async function findCart(
	cartId: string,
	executor: Database | Transaction = db,
): Promise<Cart | null> {
	const [row] = await selectCart(executor, { cartId })
	return row?.cart ? readCart(row.cart) : null
}

/**
 * Finds the cart that was just begun under a name from a page, when the response to that request got lost (faults H7).
 * Null for a cart that belongs to a visitor by now (`isJustBegun`), and after too many requests for one name, because
 * each opens a session (faults F25).
 */
export async function findBegunCart(name: string, accountId: string | null): Promise<Cart | null> {
	const found = await findNamed(name, accountId)
	if (!found?.isBegun) return null
	return (await countAttempt('begunCart', [name])).ok ? readCart(found.cart) : null
}

/** True when a cart has `name` as its id and can no longer be opened by the name alone. */
export async function isNameTaken(name: string, accountId: string | null): Promise<boolean> {
	const found = await findNamed(name, accountId)
	return found !== null && !found.isBegun
}

/**
 * True when a cart may still be taken by its name alone: it has begun and nothing in it names its visitor. The caller
 * asks once more in the transaction that has locked the cart.
 */
export async function isBegunCart(
	name: string,
	accountId: string | null,
	executor: Database | Transaction = db,
): Promise<boolean> {
	return (await findNamed(name, accountId, executor))?.isBegun ?? false
}

async function findNamed(
	name: string,
	accountId: string | null,
	executor: Database | Transaction = db,
): Promise<Named | null> {
	const [row] = await selectNamed(executor, { name, accountId })
	return row ?? null
}

const [cartRow, lineRow, voucherRow] = [jsonRow(carts), jsonRow(cartLines), jsonRow(vouchers)]

export type CartJson = {
	cart: JsonRow<typeof carts>
	lines: { line: JsonRow<typeof cartLines>; given: string[] | null }[] | null
	voucher: { voucher: JsonRow<typeof vouchers>; reserved: number } | null
}

/** SQL for all of `findCart` as one JSON value, for statements that read more than a cart; null without the cart. */
export function cartAsJson(cartId: SQL): SQL {
	return sql`(
		select json_build_object(
			'cart', ${cartRow.json},
			'lines', (
				select json_agg(json_build_object('line', ${lineRow.json}, 'given', ${givenTo})
					order by ${cartLines.position})
				from ${cartLines} where ${eq(cartLines.cartId, carts.id)}
			),
			'voucher', (
				select json_build_object('voucher', ${voucherRow.json}, 'reserved', ${reservedBy})
				from ${redemptions} join ${vouchers} on ${eq(vouchers.id, redemptions.voucherId)}
				where ${eq(redemptions.cartId, carts.id)} and ${redemptions.releasedAt} is null
			)
		)
		from ${carts} where ${carts.id} = ${cartId}
	)`
}

export function readCart({ cart, lines, voucher }: CartJson): Cart {
	const rows = lines ?? []
	return {
		...cartRow.read(cart),
		lines: rows.map(({ line }) => lineRow.read(line)),
		given: Object.fromEntries(rows.flatMap(({ line, given }) => (given ? [[line.id, given]] : []))),
		voucher: voucher && { ...voucherRow.read(voucher.voucher), reserved: cents(voucher.reserved) },
	}
}

const givenTo = sql`(
	select json_agg(distinct a.resource_id) from allocations a
	where a.cart_id = ${carts.id} and a.cart_line_id = ${cartLines.id}
		and (a.state = 'pending' or (a.state = 'held' and a.expires_at > now()))
)`
const reservedBy = sql`(
	select coalesce(-sum(e.amount), 0) from voucher_entries e where e.redemption_id = ${redemptions.id}
)`

type Named = { cart: CartJson; isBegun: boolean }

const selectNamed = prepare<{ name: string; accountId: string | null }, Named>(
	(_, value) => sql`
		select ${cartAsJson(sql`${value('name')}::uuid`)} as "cart",
			${isJustBegun(sql`${value('accountId')}::uuid`)} as "isBegun"
		from ${carts} where ${carts.id} = ${value('name')}::uuid`,
)

const selectCart = prepare<{ cartId: string }, { cart: CartJson | null }>(
	(_, value) => sql`select ${cartAsJson(value('cartId'))} as cart`,
)
