import type { RouterContextProvider } from 'react-router'

import { orNotFound } from '#app/middleware/not-found.server.ts'
import { isOwnOrder, sessionIdOf } from '#app/middleware/session.server.ts'
import { findOrderWithRights } from '#app/models/booking/rights.server.ts'
import type { BookingRights } from '#app/models/booking/rights.ts'
import { findOrder, isLinkOpen } from '#app/models/order/find.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

type Context = Readonly<RouterContextProvider>

/** Finds an order of this visit or of the signed-in account; null for any other order, and for an unknown id. */
export async function findOwnOrder(context: Context, publicId: string): Promise<Order | null> {
	const order = await findOrder(publicId)
	return order && (await isOwnOrder(context, order.id)) ? order : null
}

/**
 * Finds an order to which this visit has rights, also by a letter's key alone, and these rights; null for any other
 * order.
 */
export async function findBooking(
	context: Context,
	publicId: string,
): Promise<{ order: Order; rights: BookingRights } | null> {
	const found = await findOrderWithRights(sessionIdOf(context), publicId)
	return found?.rights ? { order: found.order, rights: found.rights } : null
}

/**
 * Finds an order by the public id in its link, with the rights of this visit: always for a visit with rights to the
 * order, for some time for all other visitors (faults M15); null afterwards.
 */
export async function findShownOrder(
	context: Context,
	publicId: string,
): Promise<{ order: Order; rights: BookingRights | null } | null> {
	const found = await findOrderWithRights(sessionIdOf(context), publicId)
	if (!found) return null
	const { order, rights } = found
	const isShown = rights !== null || (await isLinkOpen(order.id, currentVenue().keep.confirmations))
	return isShown ? { order, rights } : null
}

/**
 * Returns an order of this visit or of the signed-in account, or throws the 404 page; the page says that there is no
 * such order only for an unknown id.
 */
export async function ownOrder(context: Context, publicId: string): Promise<Order> {
	const order = orNotFound(await findOrder(publicId), 'errors.orderNotFound')
	return orNotFound((await isOwnOrder(context, order.id)) ? order : null)
}
