import { createHmac } from 'node:crypto'

import {
	createContext,
	redirect,
	type MiddlewareFunction,
	type RouterContextProvider,
} from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { env } from '#app/gateways/env.server.ts'
import { visitorSession } from '#app/middleware/session.server.ts'
import { findCart, type Visitor } from '#app/models/cart.server.ts'
import type { Cart } from '#app/models/cart.ts'
import { currentVenue } from '#app/models/venue.server.ts'

const cartContext = createContext<{ cart?: Promise<Cart | null> }>()

export const visitMiddleware: MiddlewareFunction<Response> = ({ context }) => {
	context.set(cartContext, {})
}

/** The cart of this visit, read once for each request however many loaders ask. */
export function cartOf(context: Readonly<RouterContextProvider>): Promise<Cart | null> {
	const id = visitorSession(context).get('cartId')
	if (!id) return Promise.resolve(null)
	const kept = context.get(cartContext)
	kept.cart ??= findCart(id)
	return kept.cart
}

/** The cart, or back to the shop for whoever has nothing in it. */
export async function filledCart(context: Readonly<RouterContextProvider>): Promise<Cart> {
	const cart = await cartOf(context)
	if (!cart || cart.lines.length === 0) throw redirect('/cart')
	return cart
}

/** Who changes something, and when: taken once for each action. */
export function visitorOf(request: Request): Visitor {
	const address = request.headers.get('x-client-ip')
	return { venue: currentVenue(), now: now(), addressHash: address ? keyed(address) : null }
}

/** Addresses are compared, never kept. */
function keyed(address: string): string {
	return createHmac('sha256', env.SESSION_SECRETS[0] ?? '')
		.update(address)
		.digest('base64url')
}
