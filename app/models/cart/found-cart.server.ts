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
import { withNeighbours } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** The days whose places decide about a change; `around` adds the days before and after each. */
export type LoadedDays = { days: readonly Day[]; around?: boolean | undefined }

/**
 * Loads all that the decision about a change needs, in one statement: the cart, and the places on its own day and on
 * `days`, without holds that ran out. Null when there is no such cart.
 */
export async function loadFoundCart(
	executor: Database | Transaction,
	ref: CartRef,
	visitor: Visitor,
	{ days, around = false }: LoadedDays,
): Promise<FoundCart | null> {
	const { addressHash } = visitor
	const beside = around ? withNeighbours(days).filter((day) => !days.includes(day)) : []
	const wanted = { cartId: ref.id, addressHash, days, beside }
	const [found] = await selectFoundCart(executor, wanted)
	if (!found || (!found.cart && ref.version > 0)) return null
	return {
		cart: found.cart ? readCart(found.cart) : emptyCart(newIdOf(ref, found), visitor.holdRule),
		own: found.own.map(({ id, lineId, ...load }) => ({ id, lineId, load })),
		loads: found.loads,
		others: addressHash === null ? null : found,
		hasStale: found.hasStale,
		dbNow: found.now,
	}
}

/**
 * Returns the id of a cart that has no row yet: the name from the page, unless a deleted cart had that id. A new cart
 * under such an id would count its versions from 1 again and pass for the one that was ordered, and sessions that still
 * name the deleted cart would get the new one (faults M1). A session's cart without a row was deleted, or got another
 * id while this change waited for its lock: the new cart gets a random id, which the session, or the one after it, is
 * given.
 */
function newIdOf({ id, isNamed }: CartRef, { wasUsed }: FoundCartRow): string {
	return id !== null && isNamed && !wasUsed ? id : randomUUID()
}

/**
 * Lists the names that a change locks last. The id of a cart without a row: changes that would make one cart run one
 * after another. The address, for a change that claims: carts of one address on different days would otherwise be
 * counted before the others are written. A change that waits here holds all its other locks and waits for nothing
 * after, so no deadlock goes through these names.
 */
export function namesOf({ id, version }: CartRef, addressHash: string | null): string[] {
	return [version === 0 ? id : null, addressHash].filter((name) => name !== null)
}

type FoundCartRow = {
	now: Date
	cart: CartJson | null
	own: (Load & { id: string; lineId: string | null })[]
	loads: Load[]
	hasStale: boolean
	wasUsed: boolean
} & OtherCarts

type FoundCartQuery = { cartId: string | null; addressHash: string | null } & Record<
	'days' | 'beside',
	readonly Day[]
>

const selectFoundCart = prepare<FoundCartQuery, FoundCartRow>((_, value) => {
	const cartId = sql`${value('cartId')}::uuid`
	const days = sql`array_append(${value('days')}::date[],
		(select ${carts.day} from ${carts} where ${carts.id} = ${cartId}))`
	// A cart whose order waits for its payment holds places too. Each count has an index, because an address may
	// have left many carts behind.
	const isHolding = sql`${carts.expiresAt} > now()
		or (${carts.orderId} is not null and ${carts.expiresAt} is not null)`
	const isBegun = sql`${carts.createdAt} > now() - interval '1 day'`
	const isUnpaid = sql`(${allocations.state} = 'pending'
		or (${allocations.state} = 'held' and ${allocations.expiresAt} > now()))`
	const isOther = sql`${carts.addressHash} = ${value('addressHash')}
		and ${carts.id} is distinct from ${cartId}`
	return sql`select now() as "now", ${cartAsJson(cartId)} as "cart", ${heldBy(cartId)} as "own",
		${loadsOn(sql`(${days} || ${value('beside')}::date[])`, cartId)} as "loads", ${haveRunOut(days)} as "hasStale",
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
