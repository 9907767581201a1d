import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'

import { db, type Transaction } from '#app/db/client.server.ts'
import { deleteJobsOf } from '#app/db/open-jobs.server.ts'
import {
	accounts,
	carts,
	invitations,
	orderNotes,
	orders,
	referrals,
	sessions,
} from '#app/db/schema.ts'
import { leaveCart } from '#app/models/cart/account-cart.server.ts'
import { FORGOTTEN_EMAIL } from '#app/models/order/order.ts'
import { ok, type Result } from '#app/models/result.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { forVisitAlone } from '#app/models/visitor/person.ts'
import { lockProven, type Proof } from '#app/models/visitor/proof.server.ts'

/**
 * Deletes an account for good, with its sessions, links, queued letters and carts (faults M9). Its orders stay without
 * it, with their lines, name and address, which the venue has to keep by law (§ 147 AO, § 257 HGB). `today` tells which
 * visits are over. Refuses when the password has been changed since it was proved.
 */
export async function deleteAccount(proof: Proof, today: Day): Promise<Result<undefined>> {
	const { accountId } = proof
	const deleted = await db.transaction(async (tx) => {
		const proven = await lockProven(tx, proof, 'update')
		if (!proven.ok) return proven
		const found = {
			own: await listOwnCarts(tx, accountId),
			ordered: await listOrdered(tx, accountId),
		}
		await pseudonymise(tx, accountId, today)
		await tx.delete(accounts).where(eq(accounts.id, accountId))
		await deleteJobsOf(tx, accountId)
		return ok(found)
	})
	if (!deleted.ok) return deleted
	const { own, ordered } = deleted.value
	for (const id of own) {
		await leaveCart(id)
		await db.delete(carts).where(and(eq(carts.id, id), isNull(carts.orderId)))
	}
	const inVisit = db.select().from(sessions).where(eq(sessions.cartId, carts.id))
	const isLeft = notExists(inVisit)
	await db.delete(carts).where(and(inArray(carts.id, ordered), isNull(carts.orderId), isLeft))
	// A payment under way needs the lines of its cart; the customer is named in the order.
	await db
		.update(carts)
		.set({ person: null, party: null, answers: {} })
		.where(and(inArray(carts.id, [...own, ...ordered]), isLeft))
	return ok()
}

/** The ids of an account's carts: the one kept for its next sign-in, and those of its sessions. */
async function listOwnCarts(tx: Transaction, accountId: string): Promise<string[]> {
	const found = await union(
		tx.select({ id: accounts.cartId }).from(accounts).where(eq(accounts.id, accountId)),
		tx.select({ id: sessions.cartId }).from(sessions).where(eq(sessions.accountId, accountId)),
	)
	return found.flatMap(({ id }) => id ?? [])
}

/** The ids of the carts that became orders of the account; such a cart still holds the customer's details. */
async function listOrdered(tx: Transaction, accountId: string): Promise<string[]> {
	const found = await tx
		.selectDistinct({ id: orders.cartId })
		.from(orders)
		.where(eq(orders.accountId, accountId))
	return found.map(({ id }) => id)
}

/**
 * Deletes the invitations and the partner's click ids of an account's orders. Clears the notes for colleagues,
 * occasion, answers, salutation, date of birth and phone numbers of orders whose visit is past or that have no day;
 * clears all personal data of orders never paid that were placed more than two days ago.
 */
async function pseudonymise(tx: Transaction, accountId: string, today: Day): Promise<void> {
	const isOwn = eq(orders.accountId, accountId)
	const own = tx.select({ id: orders.id }).from(orders).where(isOwn)
	await tx.delete(invitations).where(inArray(invitations.orderId, own))
	await tx.update(referrals).set({ awc: null }).where(inArray(referrals.orderId, own))
	const isOver = sql`(${orders.day} is null or ${orders.day} < ${today})`
	const over = tx.select({ id: orders.id }).from(orders).where(and(isOwn, isOver))
	await tx.delete(orderNotes).where(inArray(orderNotes.orderId, over))
	await tx
		.update(orders)
		.set({
			party: null,
			answers: {},
			person: sql`${orders.person} || ${JSON.stringify(forVisitAlone)}::jsonb`,
		})
		.where(and(isOwn, isOver))
	// A payment may still arrive within two days after the order was placed, and confirm the order.
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
 * Clears the personal data of orders that were never paid, `days` days after they were placed, also those of deleted
 * accounts: no law asks the venue to keep them.
 */
export async function forgetUnpaidOrders(days: number): Promise<void> {
	const isForgotten = sql`${orders.person} ->> 'email' = ${sql.raw(`'${nameless.email}'`)}` // Literal, as in the index.
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
	// The index `orders_unpaid` leaves out orders with this address.
	email: FORGOTTEN_EMAIL,
	street: '-',
	supplement: null,
	postcode: '-',
	city: '-',
}
const nobody = sql`${JSON.stringify({ ...nameless, ...forVisitAlone })}::jsonb`
