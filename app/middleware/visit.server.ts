import { currentVenue } from '#app/models/venue/current.server.ts'
import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'

import {
	createContext,
	redirect,
	type MiddlewareFunction,
	type RouterContextProvider,
} from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { env } from '#app/gateways/env.server.ts'
import { visitorSession } from '#app/middleware/session.server.ts'
import { findCart } from '#app/models/cart/find.server.ts'
import type { Visitor, Cart } from '#app/models/cart/cart.ts'

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

/** The cart, or back to the shop when nothing is in it, with what became of a `checkout`. */
export async function filledCart(
	context: Readonly<RouterContextProvider>,
	checkout: string | null = null,
): Promise<Cart> {
	const cart = await cartOf(context)
	if (!cart || cart.lines.length === 0)
		throw redirect(checkout ? `/cart?${new URLSearchParams({ checkout })}` : '/cart')
	return cart
}

/** Who changes something, and when: taken once for each action. */
export function visitorOf(request: Request): Visitor {
	const address = request.headers.get('x-client-ip')
	return {
		venue: currentVenue(),
		now: now(),
		addressHash: address ? keyed(networkOf(address)) : null,
	}
}

/**
 * Of an IPv6 address its first 64 bits: whoever has one address of such a network has them all (RFC 4291,
 * section 2.5.1). An IPv4 address, also written as IPv6 ('::ffff:10.0.0.1'), is itself.
 */
export function networkOf(address: string): string {
	if (!isIPv6(address)) return address
	const groups = groupsOf(address)
	const [, , , , , mark = 0, high = 0, low = 0] = groups
	const isIPv4 = mark === 0xffff && groups.slice(0, 5).every((group) => group === 0)
	if (isIPv4) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
	return groups
		.slice(0, 4)
		.map((group) => group.toString(16))
		.join(':')
}

/** The eight numbers of a valid IPv6 address. */
function groupsOf(address: string): number[] {
	const [plain = ''] = address.split('%')
	const inHex = plain.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
		const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
		return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
	})
	const [head = [], tail = []] = inHex.split('::').map((half) =>
		half
			.split(':')
			.filter(Boolean)
			.map((group) => Number.parseInt(group, 16)),
	)
	const left: number[] = Array.from({ length: 8 - head.length - tail.length }, () => 0)
	return [...head, ...left, ...tail]
}

/** Addresses are compared, never kept. */
function keyed(address: string): string {
	return createHmac('sha256', env.SESSION_SECRETS[0] ?? '')
		.update(address)
		.digest('base64url')
}
