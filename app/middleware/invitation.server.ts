import { now } from '#app/gateways/clock.server.ts'
import { lastInvited } from '#app/models/order/invitation.server.ts'
import { invitationTo, type Invitation } from '#app/models/order/invitation.ts'
import type { Order } from '#app/models/order/order.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { today } from '#app/models/venue/day.ts'

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
