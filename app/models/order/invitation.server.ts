import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db } from '#app/db/client.server.ts'
import { invitations, orders } from '#app/db/schema.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { invitationTo, type Invitation } from '#app/models/order/invitation.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'
import { ok, type Result } from '#app/models/result.ts'
import { newToken, sha256 } from '#app/models/token.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { today } from '#app/models/venue/day.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'

/**
 * Makes a link to invite to an order with, and answers its token: it is known this once, for only its hash is
 * kept. Links that were made before go on working, so that one may be made whenever it is to be seen again.
 */
export async function invite(orderId: string): Promise<Result<string>> {
	const counted = await countAttempt('invitation', [orderId])
	if (!counted.ok) return counted
	const token = newToken()
	await db.insert(invitations).values({ hash: sha256(token), orderId })
	return ok(token)
}

/** From now on no link that was ever made for the order opens anything. */
export async function withdrawInvitations(orderId: string): Promise<void> {
	await db.delete(invitations).where(eq(invitations.orderId, orderId))
}

/** The invitation of an order as it reads at `now`, also of one that was cancelled. */
export function invitationAt(order: Order, now: DateTime): Invitation | null {
	const venue = currentVenue()
	return invitationTo(venue, order, { today: today(now), keptDays: venue.keep.invitations })
}

/** For the page of a host: whether a link was made; null where there is nothing to invite to. */
export async function invitedBy(order: Order, now: DateTime): Promise<{ isMade: boolean } | null> {
	if (orderEnd(order) === 'cancelled') return null
	return invitationAt(order, now) && { isMade: (await lastInvited(order.id)) !== null }
}

/** When the newest link of an order was made; null when there is none. */
async function lastInvited(orderId: string): Promise<Date | null> {
	const [newest] = await db
		.select({ createdAt: invitations.createdAt })
		.from(invitations)
		.where(eq(invitations.orderId, orderId))
		.orderBy(desc(invitations.createdAt))
		.limit(1)
	return newest?.createdAt ?? null
}

/**
 * The order a link invites to; null for one that was withdrawn, never was, or whose visit was so many days ago as the
 * venue keeps it, by the database's clock, also where no job has deleted it yet (faults M15).
 */
export async function findInvitedOrder(token: string): Promise<Order | null> {
	const { invitations: days } = currentVenue().keep
	const [invitation] = await db
		.select({ orderId: invitations.orderId })
		.from(invitations)
		.innerJoin(orders, eq(orders.id, invitations.orderId))
		.where(
			and(eq(invitations.hash, sha256(token)), gte(orders.day, sql`now()::date - ${days}::int`)),
		)
	return invitation ? findOrderById(invitation.orderId) : null
}
