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
 * Makes a link that invites to an order, and returns its token: only its hash is stored, so the token is known this
 * once. Earlier links go on working, so a host can make a new one to see a link again.
 */
export async function invite(orderId: string): Promise<Result<string>> {
	const counted = await countAttempt('invitation', [orderId])
	if (!counted.ok) return counted
	const token = newToken()
	await db.insert(invitations).values({ hash: sha256(token), orderId })
	return ok(token)
}

/** Deletes all invitation links of the order. */
export async function withdrawInvitations(orderId: string): Promise<void> {
	await db.delete(invitations).where(eq(invitations.orderId, orderId))
}

/** The invitation of an order as it reads at `now`, also of a cancelled one; `before` as in `invitationTo`. */
export function invitationAt(
	order: Order,
	now: DateTime,
	before: Dated | null = null,
): Invitation | null {
	const venue = currentVenue()
	return invitationTo(venue, order, { today: today(now), keptDays: venue.keep.invitations, before })
}

/** Tells the host's page whether a link was made; null when the order has nothing to invite to. */
export async function invitedBy(order: Order, now: DateTime): Promise<{ isMade: boolean } | null> {
	if (orderEnd(order) === 'cancelled') return null
	return invitationAt(order, now) && { isMade: await hasInvitation(order.id) }
}

/** True when guests have a link to the order's invitation. */
export async function hasInvitation(orderId: string): Promise<boolean> {
	return (await lastInvited(orderId)) !== null
}

/** The time of an order's newest link; null when there is none. */
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
 * The order that a link invites to, and the party as it was when the link was made, if it was changed since. Null when the link is unknown or withdrawn, or the visit was longer ago than the
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
