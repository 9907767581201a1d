import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db } from '#app/db/client.server.ts'
import { invitations, orders } from '#app/db/schema.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { invitationTo, type Dated, type Invitation } from '#app/models/order/invitation.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'
import { findContentAt } from '#app/models/order/past-revision.server.ts'
import { ok, type Result } from '#app/models/result.ts'
import { newToken, sha256 } from '#app/models/token.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { today } from '#app/models/venue/day.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'

/**
 * Makes an invitation to an order's party and returns its token. Only the token's hash is stored, so the link cannot be
 * shown again: a host makes a new one, and earlier links go on working. Refuses after too many links.
 */
export async function invite(orderId: string): Promise<Result<string>> {
	const counted = await countAttempt('invitation', [orderId])
	if (!counted.ok) return counted
	const token = newToken()
	await db.insert(invitations).values({ hash: sha256(token), orderId })
	return ok(token)
}

/** Deletes all invitations of an order, so that their links show nothing. */
export async function withdrawInvitations(orderId: string): Promise<void> {
	await db.delete(invitations).where(eq(invitations.orderId, orderId))
}

/**
 * The invitation to an order's party as guests read it at `now`, also of a cancelled one; null for an order without a
 * party to invite to. `before` as in `invitationTo`.
 */
export function invitationAt(
	order: Order,
	now: DateTime,
	before: Dated | null = null,
): Invitation | null {
	const venue = currentVenue()
	return invitationTo(venue, order, { today: today(now), keptDays: venue.keep.invitations, before })
}

/**
 * Tells the host's page whether an invitation was made (`isMade`); null for a cancelled order and for one without a
 * party to invite to.
 */
export async function invitedBy(order: Order, now: DateTime): Promise<{ isMade: boolean } | null> {
	if (orderEnd(order) === 'cancelled') return null
	return invitationAt(order, now) && { isMade: await hasInvitation(order.id) }
}

/** True when an invitation to the order was made and not withdrawn. */
export async function hasInvitation(orderId: string): Promise<boolean> {
	return (await lastInvited(orderId)) !== null
}

/** The time at which an order's newest invitation was made; null when there is none. */
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
 * Finds the order that an invitation's token belongs to; `before` holds the order's contents when the link was made,
 * null if they were never changed. Null when the token is unknown or withdrawn, or the visit was longer ago than the
 * venue keeps invitations, by the database's clock, also before the nightly job deletes it (faults M15).
 */
export async function findInvited(
	token: string,
): Promise<{ order: Order; before: Dated | null } | null> {
	const { invitations: days } = currentVenue().keep
	const [invitation] = await db
		.select({ orderId: invitations.orderId, createdAt: invitations.createdAt })
		.from(invitations)
		.innerJoin(orders, eq(orders.id, invitations.orderId))
		.where(
			and(eq(invitations.hash, sha256(token)), gte(orders.day, sql`now()::date - ${days}::int`)),
		)
	const order = invitation && (await findOrderById(invitation.orderId))
	if (!order) return null
	return { order, before: await findContentAt(order, invitation.createdAt) }
}
