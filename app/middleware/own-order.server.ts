import type { RouterContextProvider } from 'react-router'

import { found } from '#app/middleware/not-found.server.ts'
import { isOwnOrder } from '#app/middleware/session.server.ts'
import { findOrder } from '#app/models/order/find.server.ts'
import type { Order } from '#app/models/order/order.ts'

type Context = Readonly<RouterContextProvider>

/** An order of this visit, or of the account that is signed in; null for any other, and for an unknown one. */
export async function findOwnOrder(context: Context, publicId: string): Promise<Order | null> {
	const order = await findOrder(publicId)
	return order && (await isOwnOrder(context, order.id)) ? order : null
}

/** The same, or the 404 page; only that of an unknown order says what was looked for. */
export async function ownOrder(context: Context, publicId: string): Promise<Order> {
	const order = found(await findOrder(publicId), 'errors.orderNotFound')
	return found((await isOwnOrder(context, order.id)) ? order : null)
}
