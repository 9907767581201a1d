import { and, asc, eq, isNull, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { cartLines, carts, redemptions, vouchers } from '#app/db/schema.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { cents } from '#app/models/money.ts'

/** The cart with its lines, what they hold, and its voucher; null when it is gone. One round trip. */
export async function findCart(
	cartId: string,
	executor: Database | Transaction = db,
): Promise<Cart | null> {
	const rows = await executor
		.select({
			cart: carts,
			line: cartLines,
			given: givenTo,
			voucher: vouchers,
			reserved: reservedBy,
		})
		.from(carts)
		.leftJoin(cartLines, eq(cartLines.cartId, carts.id))
		.leftJoin(redemptions, and(eq(redemptions.cartId, carts.id), isNull(redemptions.releasedAt)))
		.leftJoin(vouchers, eq(vouchers.id, redemptions.voucherId))
		.where(eq(carts.id, cartId))
		.orderBy(asc(cartLines.position))
	const [first] = rows
	if (!first) return null

	return {
		...first.cart,
		lines: rows.flatMap(({ line }) => (line ? [line] : [])),
		given: Object.fromEntries(
			rows.flatMap(({ line, given }) => (line && given ? [[line.id, given]] : [])),
		),
		voucher: first.voucher && { ...first.voucher, reserved: cents(first.reserved) },
	}
}

const givenTo = sql<string[] | null>`(
	select json_agg(distinct a.resource_id) from allocations a
	where a.cart_id = ${carts.id} and a.cart_line_id = ${cartLines.id}
		and (a.state = 'pending' or (a.state = 'held' and a.expires_at > now()))
)`
const reservedBy = sql`(
	select coalesce(-sum(e.amount), 0) from voucher_entries e where e.redemption_id = ${redemptions.id}
)`.mapWith(Number)
