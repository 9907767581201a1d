import { eq, sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { sendBeforeCommit } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { carts } from '#app/db/schema.ts'
import { holdPlaces, keepHolds } from '#app/models/capacity/claim.server.ts'
import type { Held } from '#app/models/capacity/claim.ts'
import { expireHolds } from '#app/models/capacity/release.server.ts'
import type { Cart, Visitor } from '#app/models/cart/cart.ts'
import { holdOf } from '#app/models/cart/claim.ts'
import type { Claim, FoundCart } from '#app/models/cart/found-cart.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** The visitor who changes a cart. */
export type CartVisitor = Visitor & {
	/** The signed-in account; left out or null for a guest. */
	accountId?: string | null
	/** Writes the rows that belong to the visitor's first cart, in the transaction that creates it. */
	withFirstCart?: (tx: Transaction, cartId: string) => Promise<void>
}

/** A decided change: the cart as found, the claim, and the days that are locked for it. */
type Decided = { found: FoundCart; claim: Claim; days: readonly Day[] }

/** Writes a decided change in one round trip with the COMMIT, and returns the cart after it. */
export async function writeClaim(
	tx: Transaction,
	{ found, claim, days }: Decided,
	{ venue, addressHash, withFirstCart }: CartVisitor,
): Promise<Cart> {
	const { cart } = found
	const next: Cart = {
		...cart,
		...holdOf(venue, found, claim),
		version: cart.version + 1,
		day: claim.day,
		lines: claim.lines,
	}
	await sendBeforeCommit([
		() => writeCart(tx, next, addressHash),
		...(next.version === 1 && withFirstCart ? [() => withFirstCart(tx, next.id)] : []),
		...writeLines(tx, cart, next),
		...(found.hasStale ? [() => expireHolds(tx, days)] : []),
		...writePlaces(tx, found.own, next, claim),
	])
	return next
}

/** Raises the cart's version, so that forms made before the change are refused. */
export async function bumpVersion(tx: Transaction, cartId: string): Promise<void> {
	await tx
		.update(carts)
		.set({ version: sql`${carts.version} + 1`, updatedAt: sql`now()` })
		.where(eq(carts.id, cartId))
}

function writeCart(tx: Transaction, cart: Cart, addressHash: string | null): Promise<unknown> {
	const { id, version, day, holdRule, heldSince, expiresAt } = cart
	const values = { id, version, day, heldSince, expiresAt, addressHash }
	return version === 1 ? insertCart(tx, { ...values, holdRule }) : updateCart(tx, values)
}

type CartValues = Pick<Cart, 'id' | 'version' | 'day' | 'heldSince' | 'expiresAt'> & {
	addressHash: string | null
}

const insertCart = prepare<CartValues & Pick<Cart, 'holdRule'>>((build, value) =>
	build.insert(carts).values({
		id: value('id'),
		version: value('version'),
		day: value('day'),
		heldSince: value('heldSince'),
		expiresAt: value('expiresAt'),
		addressHash: value('addressHash'),
		holdRule: value('holdRule'),
	}),
)

const updateCart = prepare<CartValues>((build, value) =>
	build
		.update(carts)
		.set({
			version: value('version'),
			day: value('day'),
			heldSince: value('heldSince'),
			expiresAt: value('expiresAt'),
			addressHash: value('addressHash'),
			updatedAt: sql`now()`,
		})
		.where(eq(carts.id, value('id'))),
)

type Write = () => PromiseLike<unknown>

function writeLines(tx: Transaction, before: Cart, after: Cart): Write[] {
	const old = new Map(before.lines.map((line) => [line.id, line]))
	const current = new Set(after.lines.map((line) => line.id))
	const gone = before.lines.filter((line) => !current.has(line.id)).map((line) => line.id)
	const fresh = after.lines.filter((line) => !old.has(line.id))
	const changed = after.lines.filter((line) => {
		const was = old.get(line.id)
		return was !== undefined && (was.quantity !== line.quantity || was.unitPrice !== line.unitPrice)
	})
	return [
		...(gone.length > 0 ? [() => deleteLines(tx, { gone })] : []),
		...(fresh.length > 0
			? [() => insertLines(tx, { cartId: after.id, lines: JSON.stringify(fresh) })]
			: []),
		...(changed.length > 0 ? [() => updateLines(tx, { lines: JSON.stringify(changed) })] : []),
	]
}

const deleteLines = prepare<{ gone: string[] }>(
	(_, value) => sql`delete from cart_lines where id = any(${value('gone')})`,
)

/** Inserts lines in the order of the cart; the database numbers their positions in this order. */
const insertLines = prepare<{ cartId: string; lines: string }>(
	(_, value) => sql`
		insert into cart_lines (cart_id, id, parent_id, product_id, quantity, unit_price, starts_at,
			ends_at, duration)
		select ${value('cartId')}::uuid, id, "parentId", "productId", quantity, "unitPrice",
			"startsAt", "endsAt", duration
		from json_to_recordset(${value('lines')}) as lines(id uuid, "parentId" uuid,
			"productId" text, quantity integer, "unitPrice" integer, "startsAt" timestamptz,
			"endsAt" timestamptz, duration text)`,
)

const updateLines = prepare<{ lines: string }>(
	(_, value) => sql`
		update cart_lines set quantity = changed.quantity, unit_price = changed."unitPrice"
		from json_to_recordset(${value('lines')}) as changed(id uuid, quantity integer, "unitPrice" integer)
		where cart_lines.id = changed.id`,
)

function writePlaces(
	tx: Transaction,
	own: readonly Held[],
	{ id: cartId, day, expiresAt }: Cart,
	{ kept, claimed }: Claim,
): Write[] {
	const placed = claimed.map(({ line, placement }) => ({ lineId: line.id, placement }))
	const keptIds = kept.map((held) => held.id)
	return [
		...(own.length > 0 ? [() => keepHolds(tx, cartId, { kept: keptIds, expiresAt })] : []),
		...(day && expiresAt && placed.length > 0
			? [() => holdPlaces(tx, { cartId, day, expiresAt }, placed)]
			: []),
	]
}
