import type { RouterContextProvider } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { isOwnOrder, signedInOf } from '#app/middleware/session.server.ts'
import { findOrderOf } from '#app/models/order/account-orders.server.ts'
import { lastInvited } from '#app/models/order/invitation.server.ts'
import { invitationTo, type Invitation } from '#app/models/order/invitation.ts'
import type { Order } from '#app/models/order/order.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { today } from '#app/models/venue/day.ts'

/** Whether guests may be invited by this visitor: by the visit that ordered, or by its account. */
export async function isHost(
	context: Readonly<RouterContextProvider>,
	order: Order,
): Promise<boolean> {
	if (await isOwnOrder(context, order.id)) return true
	const account = signedInOf(context)
	return account !== null && (await findOrderOf(account.id, order.publicId)) !== null
}

/** What an order invites to today, or did until it was cancelled. */
export function invitationNow(order: Order): Invitation | null {
	const venue = currentVenue()
	return invitationTo(venue, order, { today: today(now()), keptDays: venue.keep.invitations })
}

/** For the page of a host: whether a link was made; null where there is nothing to invite to. */
export async function invitedBy(order: Order): Promise<{ isMade: boolean } | null> {
	if (order.cancelledAt) return null
	return invitationNow(order) && { isMade: (await lastInvited(order.id)) !== null }
}
