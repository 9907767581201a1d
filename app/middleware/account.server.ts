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
import { giveNewId, type Keeper } from '#app/models/cart/new-id.server.ts'
import { ok, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Proof } from '#app/models/visitor/proof.server.ts'
import { endAllSessions } from '#app/models/visitor/session.server.ts'
import type { SignedIn } from '#app/models/visitor/session.ts'

type Context = Readonly<RouterContextProvider>

/** Sends visitors who are not signed in to the login page, and back here afterwards. */
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

/** Returns the signed-in account, behind `signedInOnly`. */
export function accountOf(context: Context): SignedIn {
	const account = signedInOf(context)
	if (!account) throw new Error('a page of the account without its guard')
	return account
}

/**
 * Returns the result of a change of the account. When the account was deleted during the change, its visitor is sent to
 * sign in, as by the guard (faults M2); `path` is where the sign-in leads back to.
 */
export function stillSignedIn<T>(changed: Result<T>, path: string): Result<T> {
	if (changed.ok || changed.message.key !== 'errors.sessionRequired') return changed
	const search = new URLSearchParams({ callbackUrl: path, error: 'SessionRequired' })
	throw redirect(`/login?${search}`, 303)
}

/**
 * Signs in: the session gets a new token, and the carts of this visit and of the account become one. A visit of another
 * account ends first: its cart and its orders are not this account's. The session comes before the carts, because the
 * sign-in is refused when its proof no longer holds, and then the account's cart is closed to this visitor.
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
	// When the same account signs in again, its other devices keep the cart as well.
	const keeper = { sessionId: sessionIdOf(context), accountId: signedInOf(context)?.id ?? null }
	const visitId = await leaveOthers(context, keeper)
	const device = request.headers.get('User-Agent')?.slice(0, 200) ?? null
	forgetFirstCarts(context)
	const begun = await beginSignedIn(context, proof, device)
	if (!begun.ok) return begun
	const brought = await bringCart(currentVenue(), accountId, visitId)
	if (brought.isShort) session.flash('notice', { key: 'account.cartReplaced', kind: 'warning' })
	return brought.cartId === null ? ok() : goOnWith(context, brought.cartId)
}

/**
 * Signs an account out on all devices, this one included. The cart is left as at any sign-out: no session of the
 * account uses it any more, so its places are free for others.
 */
export async function signOutEverywhere(context: Context): Promise<void> {
	await endAllSessions(accountOf(context).id)
	await signOut(context)
}

/** Signs out: ends the session and frees the places in its cart for others. */
export async function signOut(context: Context): Promise<void> {
	const accountId = signedInOf(context)?.id ?? null
	forgetFirstCarts(context)
	const cartId = await leaveOthers(context, { sessionId: null, accountId })
	await endVisit(context)
	if (cartId) await leaveCart(cartId)
}

/** Gives the cart of this visit a new id, which only `keeper` gets (faults M1); null when there is no cart. */
async function leaveOthers(context: Context, keeper: Keeper): Promise<string | null> {
	const cartId = visitorSession(context).get('cartId')
	return cartId ? giveNewId(cartId, keeper) : null
}
