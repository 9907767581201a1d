import { and, eq, inArray, isNull, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { accounts, carts, invitations, orders, referrals, sessions } from '#app/db/schema.ts'
import { leaveCart } from '#app/models/cart/account-cart.server.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { forVisitAlone } from '#app/models/visitor/person.ts'

/**
 * Deletes an account for good, with its sessions, links and cart. Its orders stay without it: their lines,
 * name and address as the law wants documents kept (§ 147 AO, § 257 HGB). `today` tells which visits are over.
 */
export async function deleteAccount(accountId: string, today: Day): Promise<void> {
	const cartIds = await db.transaction(async (tx) => {
		const ofAccount = await tx
			.select({ cartId: accounts.cartId })
			.from(accounts)
			.where(eq(accounts.id, accountId))
			.for('update')
		const ofSessions = await tx
			.select({ cartId: sessions.cartId })
			.from(sessions)
			.where(eq(sessions.accountId, accountId))
		await pseudonymise(tx, accountId, today)
		await tx.delete(accounts).where(eq(accounts.id, accountId))
		return [...ofAccount, ...ofSessions].flatMap(({ cartId }) => cartId ?? [])
	})
	for (const id of new Set(cartIds)) {
		await leaveCart(id)
		await db.delete(carts).where(and(eq(carts.id, id), isNull(carts.orderId)))
	}
}

/** Nobody is invited any more, and no partner told. Of a visit that is over its occasion and ways to call are not needed; of what was never paid, nothing is. */
async function pseudonymise(tx: Transaction, accountId: string, today: Day): Promise<void> {
	const isOwn = eq(orders.accountId, accountId)
	const own = tx.select({ id: orders.id }).from(orders).where(isOwn)
	await tx.delete(invitations).where(inArray(invitations.orderId, own))
	await tx.update(referrals).set({ awc: null }).where(inArray(referrals.orderId, own))
	await tx
		.update(orders)
		.set({
			party: null,
			answers: {},
			person: sql`${orders.person} || ${JSON.stringify(forVisitAlone)}::jsonb`,
		})
		.where(and(isOwn, sql`(${orders.day} is null or ${orders.day} < ${today})`))
	// Until then a payment may still arrive, and the order with it.
	await tx
		.update(orders)
		.set({ party: null, answers: {}, person: nobody })
		.where(
			and(
				isOwn,
				isNull(orders.confirmedAt),
				sql`${orders.state} <> 'pendingPayment' and ${orders.createdAt} < now() - interval '2 days'`,
			),
		)
}

/**
 * Forgets who placed orders that were never paid, also of accounts that are deleted by now: nothing of them
 * has to be kept. `days` after they were placed.
 */
export async function forgetUnpaidOrders(days: number): Promise<void> {
	const isForgotten = sql`${orders.person} ->> 'email' = ${sql.raw(`'${nameless.email}'`)}` // As in the index.
	await db
		.update(orders)
		.set({ party: null, answers: {}, person: nobody })
		.where(
			and(
				isNull(orders.confirmedAt),
				sql`${orders.state} <> 'pendingPayment' and not ${isForgotten}`,
				sql`${orders.createdAt} < now() - make_interval(days => ${days})`,
			),
		)
}

const nameless = {
	firstName: '-',
	lastName: '-',
	// A name that is never anybody's (RFC 2606). The index `orders_unpaid` leaves out those who have it.
	email: 'deleted@example.invalid',
	street: '-',
	supplement: null,
	postcode: '-',
	city: '-',
}
const nobody = sql`${JSON.stringify({ ...nameless, ...forVisitAlone })}::jsonb`
