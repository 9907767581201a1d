import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'

import type { Database, Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { accounts, allocations, carts, orders, sessions } from '#app/db/schema.ts'
import { heldBy } from '#app/models/capacity/claim.server.ts'
import { haveRunOut, loadsOn } from '#app/models/capacity/loads.server.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import { emptyCart, type CartRef, type Visitor } from '#app/models/cart/cart.ts'
import { cartAsJson, readCart, type CartJson } from '#app/models/cart/find.server.ts'
import type { OtherCarts, FoundCart } from '#app/models/cart/found-cart.ts'
import type { Day } from '#app/models/venue/slot.ts'

/**
 * Everything the decision about a change needs, in one statement; null: there is no such cart. A hold that
 * ran out counts for nothing. It looks at the cart's own day, and at those that are named.
 */
export async function loadFoundCart(
	executor: Database | Transaction,
	ref: CartRef,
	visitor: Visitor,
	days: readonly Day[],
): Promise<FoundCart | null> {
	const { addressHash } = visitor
	const [found] = await selectFoundCart(executor, { cartId: ref.id, addressHash, days })
	if (!found || (!found.cart && ref.version > 0)) return null
	return {
		cart: found.cart ? readCart(found.cart) : emptyCart(newIdOf(ref, found)),
		own: found.own.map(({ id, lineId, ...load }) => ({ id, lineId, load })),
		loads: found.loads,
		others: addressHash === null ? null : found,
		hasStale: found.hasStale,
		dbNow: found.now,
	}
}

/**
 * A name out of a page is what the cart shall be called, unless a cart that is forgotten since had it: a new one under
 * its id would count its versions once more, and pass for the one that was ordered; and sessions that still name the
 * forgotten one would have the new one too (faults M1). A session's cart that is not there is forgotten, or has got
 * another id while this change waited for it: the new cart gets its own, so that the session, or the one after it, is
 * given it.
 */
function newIdOf({ id, isNamed }: CartRef, { wasUsed }: Found): string {
	return id !== null && isNamed && !wasUsed ? id : randomUUID()
}

/**
 * The last locks of a change. A cart that has no row yet has none to lock: changes that would make the same
 * one come one after another. So do carts of one address that are about to hold something, or as many as
 * come on different days at once would all be counted too early. Whoever waits here holds all else it
 * needs and waits for nothing more, so no circle of waiting goes through it.
 */
export function namesOf({ id, version }: CartRef, addressHash: string | null): string[] {
	return [version === 0 ? id : null, addressHash].filter((name) => name !== null)
}

type Found = {
	now: Date
	cart: CartJson | null
	own: (Load & { id: string; lineId: string | null })[]
	loads: Load[]
	hasStale: boolean
	wasUsed: boolean
} & OtherCarts

type Wanted = { cartId: string | null; addressHash: string | null; days: readonly Day[] }

const selectFoundCart = prepare<Wanted, Found>((_, value) => {
	const cartId = sql`${value('cartId')}::uuid`
	const days = sql`array_append(${value('days')}::date[],
		(select ${carts.day} from ${carts} where ${carts.id} = ${cartId}))`
	// A cart whose order is waiting for its payment holds something too. Each count has its index: an address
	// may have left many carts behind.
	const isHolding = sql`${carts.expiresAt} > now()
		or (${carts.orderId} is not null and ${carts.expiresAt} is not null)`
	const isBegun = sql`${carts.createdAt} > now() - interval '1 day'`
	const isUnpaid = sql`(${allocations.state} = 'pending'
		or (${allocations.state} = 'held' and ${allocations.expiresAt} > now()))`
	const isOther = sql`${carts.addressHash} = ${value('addressHash')}
		and ${carts.id} is distinct from ${cartId}`
	return sql`select now() as "now", ${cartAsJson(cartId)} as "cart", ${heldBy(cartId)} as "own",
		${loadsOn(days, cartId)} as "loads", ${haveRunOut(days)} as "hasStale",
		(exists (select from ${orders} where ${orders.cartId} = ${cartId})
			or exists (select from ${sessions} where ${sessions.cartId} = ${cartId})
			or exists (select from ${accounts} where ${accounts.cartId} = ${cartId})) as "wasUsed",
		(select count(*)::int from ${carts} where ${isOther} and (${isHolding})) as "holding",
		(select count(*)::int from ${carts} where ${isOther} and ${isBegun}) as "begun", (
			select coalesce(json_agg(t), '[]') from (
				select ${allocations.day} as "day", ${allocations.resourceId} as "resourceId", sum(${allocations.units}) as "units"
				from ${allocations} join ${carts} on ${eq(carts.id, allocations.cartId)}
				where ${allocations.day} = any(${days}) and ${isUnpaid} and ${isOther}
				group by ${allocations.day}, ${allocations.resourceId}
			) t
		) as "taken"`
})
