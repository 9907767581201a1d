import { redirect, type MiddlewareFunction, type RouterContextProvider } from 'react-router'

import {
	beginSignedIn,
	endVisit,
	goOnWith,
	sessionIdOf,
	signedInOf,
	visitorSession,
} from '#app/middleware/session.server.ts'
import { forgetFirstCarts } from '#app/middleware/visit.server.ts'
import { bringCart, leaveCart } from '#app/models/cart/account-cart.server.ts'
import { giveNewId, type CartOwner } from '#app/models/cart/new-id.server.ts'
import { ok, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Proof } from '#app/models/visitor/proof.server.ts'
import { endAllSessions } from '#app/models/visitor/session.server.ts'
import type { SignedIn } from '#app/models/visitor/session.ts'

type Context = Readonly<RouterContextProvider>

/** Redirects visitors who are not signed in to the login page, which leads back to the page they asked for. */
export const signedInOnly: MiddlewareFunction<Response> = ({ context, url }) => {
	if (signedInOf(context)) return
	throw redirect(`/login?${new URLSearchParams({ callbackUrl: url.pathname + url.search })}`)
}

/** Redirects a signed-in customer to `to`; for pages that only guests need. */
export function anonymousOnly(to: string): MiddlewareFunction<Response> {
	return ({ context }) => {
		if (signedInOf(context)) throw redirect(to)
	}
}

/**
 * Returns the signed-in account, on routes behind `signedInOnly`; throws on any other route, because it has no such
 * guard.
 */
export function accountOf(context: Context): SignedIn {
	const account = signedInOf(context)
	if (!account) throw new Error('a page of the account without its guard')
	return account
}

/**
 * Returns the result of a change of the account. When the account was deleted during the change, its visitor is
 * redirected to sign in, as by `signedInOnly` (faults M2); `path` is where the sign-in leads back to.
 */
export function stillSignedIn<T>(changed: Result<T>, path: string): Result<T> {
	if (changed.ok || changed.message.key !== 'errors.sessionRequired') return changed
	const search = new URLSearchParams({ callbackUrl: path, error: 'SessionRequired' })
	throw redirect(`/login?${search}`, 303)
}

/**
 * Signs a visitor in: the session gets a new token, and the carts of this visit and of the account become one. A visit
 * of another account ends first: its cart and its orders are not this account's. The session comes before the carts,
 * because a sign-in whose proof no longer holds is refused, and then the account's cart is closed to this visitor.
 */
export async function signIn(
	context: Context,
	request: Request,
	proof: Proof,
): Promise<Result<undefined>> {
	const { accountId } = proof
	const before = signedInOf(context)
	if (before && before.id !== accountId) await signOut(context)
	const session = visitorSession(context)
	// An account that signs in again keeps the cart on its other devices as well.
	const owner = { sessionId: sessionIdOf(context), accountId: signedInOf(context)?.id ?? null }
	const visitCartId = await leaveOthers(context, owner)
	const device = request.headers.get('User-Agent')?.slice(0, 200) ?? null
	forgetFirstCarts(context)
	const begun = await beginSignedIn(context, proof, device)
	if (!begun.ok) return begun
	const brought = await bringCart(currentVenue(), accountId, visitCartId)
	if (brought.isShort) session.flash('notice', { key: 'account.cartReplaced', kind: 'warning' })
	return brought.cartId === null ? ok() : goOnWith(context, brought.cartId)
}

/**
 * Signs the account out on all devices, this one included. The cart is left as at any sign-out: no session of the
 * account uses it any more, so its places are free for others.
 */
export async function signOutEverywhere(context: Context): Promise<void> {
	await endAllSessions(accountOf(context).id)
	await signOut(context)
}

/** Signs the visitor out: ends the session and frees the places in its cart for others. */
export async function signOut(context: Context): Promise<void> {
	const accountId = signedInOf(context)?.id ?? null
	forgetFirstCarts(context)
	const cartId = await leaveOthers(context, { sessionId: null, accountId })
	await endVisit(context)
	if (cartId) await leaveCart(cartId)
}

/**
 * Gives the cart of this visit a new id, which only the sessions of `owner` get (faults M1), and returns that id; null
 * when there is no cart.
 */
async function leaveOthers(context: Context, owner: CartOwner): Promise<string | null> {
	const cartId = visitorSession(context).get('cartId')
	return cartId ? giveNewId(cartId, owner) : null
}
