import {
	createContext,
	redirect,
	type MiddlewareFunction,
	type RouterContextProvider,
} from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { addressHashOf } from '#app/http/address.server.ts'
import { forgetBegun, justBegun, newCartNameOf } from '#app/http/first-cart.server.ts'
import { signedInOf, visitorSession } from '#app/middleware/session.server.ts'
import type { Visitor, Cart } from '#app/models/cart/cart.ts'
import { findCart } from '#app/models/cart/find.server.ts'
import { joinBegunCart } from '#app/models/cart/join.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/** The cart of this request, once it was asked for. `isOver`: the browser goes on as another visitor. */
const cartContext = createContext<{ cart?: Promise<Cart | null>; isOver?: boolean }>()

/**
 * Joins the carts that two tabs began at the same time into the cart of the session; a notice tells the visitor when
 * that fails.
 */
export const visitMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	context.set(cartContext, {})
	const session = visitorSession(context)
	const own = session.get('cartId')
	const begun = justBegun(request.headers)
	const others = own ? begun.filter((id) => id !== own) : []
	for (const id of others) {
		const accountId = signedInOf(context)?.id ?? null
		const joined = await joinBegunCart(currentVenue(), own ?? id, { id, accountId })
		if (!joined.ok) session.flash('notice', { key: 'cart.otherTab', kind: 'warning' })
	}

	const response = await next()
	const done = context.get(cartContext).isOver ? begun : others
	for (const id of done) response.headers.append('Set-Cookie', forgetBegun(id))
	return response
}

/**
 * Makes this request delete the cookies of the carts that the browser has begun, so that they do not come into its next
 * cart: they may be another person's.
 */
export function forgetFirstCarts(context: Readonly<RouterContextProvider>): void {
	context.get(cartContext).isOver = true
}

/** Returns the cart of this visit, read once for each request however many loaders ask; null without one. */
export function cartOf(context: Readonly<RouterContextProvider>): Promise<Cart | null> {
	const id = visitorSession(context).get('cartId')
	if (!id) return Promise.resolve(null)
	const kept = context.get(cartContext)
	kept.cart ??= findCart(id)
	return kept.cart
}

/** Returns the name that a form sends for the visitor's first cart; null once there is a cart. */
export async function newCartOf(context: Readonly<RouterContextProvider>): Promise<string | null> {
	return (await cartOf(context)) ? null : newCartNameOf(context)
}

/**
 * Returns the cart, or redirects to the page of the cart when it is empty; that page tells the outcome of `checkout`,
 * where one is given.
 */
export async function filledCart(
	context: Readonly<RouterContextProvider>,
	checkout: string | null = null,
): Promise<Cart> {
	const cart = await cartOf(context)
	if (!cart || cart.lines.length === 0)
		throw redirect(checkout ? `/cart?${new URLSearchParams({ checkout })}` : '/cart')
	return cart
}

/** Returns venue, time and hashed address of an action's visitor, read once for each action. */
export function visitorOf(context: Readonly<RouterContextProvider>): Visitor {
	return { venue: currentVenue(), now: now(), addressHash: addressHashOf(context) }
}
