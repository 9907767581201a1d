import { randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'

import { untilAllLocked } from '#app/db/all-locked.ts'
import { db, type Transaction } from '#app/db/client.server.ts'
import { DatabaseUnavailable } from '#app/db/errors.server.ts'
import { sendBeforeCommit, lockAndLoad } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { findCart } from '#app/models/cart/find.server.ts'
import { keepAccount } from '#app/models/visitor/proof.server.ts'

/** The session that keeps a cart which gets another id, and the account all of whose sessions keep it. */
export type CartOwner = { sessionId: string | null; accountId: string | null }

/**
 * Gives a cart another id at a sign-in, a sign-out, and when its visitor enters her details: the id that stood in a
 * page or a cookie opens nothing from then on, and every session but those of `owner` loses the cart (faults M1).
 * Returns the id; null when there is no such cart.
 *
 * A cart whose order runs keeps its id: the payment's result finds the cart by this id, and locks the order before
 * the cart. No name opens that cart, because it has a person. A cart whose account is being deleted keeps its id too:
 * the deletion finds the cart by the id, and the cart alone still names its visitor (faults M9).
 * @throws DatabaseUnavailable when the cart has another voucher at each look: it must not go on under its old id
 */
export async function giveNewId(cartId: string, owner: CartOwner): Promise<string | null> {
	const done = await untilAllLocked(() => giveIdOnce(cartId, owner))
	if (!done) throw new DatabaseUnavailable('A cart that gets another id keeps changing its voucher')
	return done.id
}

/**
 * Gives a cart a new id under one lock; null when the cart has another voucher than at the first look, which is not
 * locked then.
 */
async function giveIdOnce(cartId: string, owner: CartOwner): Promise<{ id: string | null } | null> {
	const glance = await findCart(cartId)
	if (!glance) return { id: null }
	return db.transaction(async (tx) => {
		const vouchers = glance.voucher ? [glance.voucher.id] : []
		const { accountId } = owner
		const [cart, isKept] = await lockAndLoad(tx, { vouchers, carts: [cartId] }, () =>
			Promise.all([findCart(cartId, tx), accountId === null || keepAccount(tx, accountId)]),
		)
		if (!cart) return { id: null }
		if (cart.voucher && cart.voucher.id !== glance.voucher?.id) return null
		const id = isKept && cart.orderId === null ? randomUUID() : cart.id
		const from = { ...owner, old: cart.id, id }
		await sendBeforeCommit([
			// Accounts before orders and sessions: the deletion of an account locks them in this order.
			() => leaveAccounts(tx, from),
			...(id === cart.id ? [] : moves.map((move) => () => move(tx, from))),
			() => leaveSessions(tx, from),
		])
		return { id }
	})
}

type Move = CartOwner & { old: string; id: string }

const leaveAccounts = prepare<Move>(
	(_, value) => sql`
		update accounts
		set cart_id = case when id = ${value('accountId')}::uuid then ${value('id')}::uuid end
		where cart_id = ${value('old')}::uuid`,
)

const leaveSessions = prepare<Move>(
	(_, value) => sql`
		update sessions
		set cart_id = case
			when id = ${value('sessionId')}::text or account_id = ${value('accountId')}::uuid
			then ${value('id')}::uuid end
		where cart_id = ${value('old')}::uuid`,
)

/**
 * The statements that give the new id to all rows that name the cart. Ended allocations keep the old id: touching them
 * would make the guard of the zones ask for the lock of their day.
 */
const moves: ((tx: Transaction, move: Move) => Promise<unknown>)[] = [
	prepare<Move>(
		(_, value) => sql`
			update orders set cart_id = ${value('id')}::uuid where cart_id = ${value('old')}::uuid`,
	),
	prepare<Move>(
		(_, value) => sql`
			with lines as (
				update cart_lines set cart_id = ${value('id')}::uuid where cart_id = ${value('old')}::uuid
			)
			update carts set id = ${value('id')}::uuid where id = ${value('old')}::uuid`,
	),
	prepare<Move>(
		(_, value) => sql`
			update allocations set cart_id = ${value('id')}::uuid
			where cart_id = ${value('old')}::uuid and state = 'held' and expires_at > now()`,
	),
	prepare<Move>(
		(_, value) => sql`
			update redemptions set cart_id = ${value('id')}::uuid
			where cart_id = ${value('old')}::uuid and released_at is null`,
	),
]
