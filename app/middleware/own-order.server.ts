import type { RouterContextProvider } from 'react-router'

import { orNotFound } from '#app/middleware/not-found.server.ts'
import { bookingRights, isOwnOrder } from '#app/middleware/session.server.ts'
import type { BookingRights } from '#app/models/booking/rights.ts'
import { findOrder, isLinkOpen } from '#app/models/order/find.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

type Context = Readonly<RouterContextProvider>

/** Finds an order of this visit, or of the signed-in account; null for any other, and for an unknown one. */
export async function findOwnOrder(context: Context, publicId: string): Promise<Order | null> {
	const order = await findOrder(publicId)
	return order && (await isOwnOrder(context, order.id)) ? order : null
}

/** Finds an order to which this visit has rights, also by a letter's key alone; null for any other. */
export async function findBooking(
	context: Context,
	publicId: string,
): Promise<{ order: Order; rights: BookingRights } | null> {
	const order = await findOrder(publicId)
	const rights = order && (await bookingRights(context, order.id))
	return rights && { order, rights }
}

/** Finds an order by its link: always for a visit with rights to it, for a while for all others (faults M15); null afterwards. */
export async function findShownOrder(
	context: Context,
	publicId: string,
): Promise<{ order: Order; rights: BookingRights | null } | null> {
	const order = await findOrder(publicId)
	if (!order) return null
	const rights = await bookingRights(context, order.id)
	const isShown = rights !== null || (await isLinkOpen(order.id, currentVenue().keep.confirmations))
	return isShown ? { order, rights } : null
}

/** Returns an order of this visit or account, or throws the 404 page; only an unknown order is named on it. */
export async function ownOrder(context: Context, publicId: string): Promise<Order> {
	const order = orNotFound(await findOrder(publicId), 'errors.orderNotFound')
	return orNotFound((await isOwnOrder(context, order.id)) ? order : null)
}
