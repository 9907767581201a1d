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

/** For pages that make no sense to a customer who is signed in already. */
export function anonymousOnly(to: string): MiddlewareFunction<Response> {
	return ({ context }) => {
		if (signedInOf(context)) throw redirect(to)
	}
}

/** Who is signed in, behind `signedInOnly`. */
export function accountOf(context: Context): SignedIn {
	const account = signedInOf(context)
	if (!account) throw new Error('a page of the account without its guard')
	return account
}

/**
 * What a change of the account came to. When the account was deleted while it was under way, its visitor is signed
 * out, as by the guard (faults M2); `path` is where the sign-in leads back to.
 */
export function stillSignedIn<T>(changed: Result<T>, path: string): Result<T> {
	if (changed.ok || changed.message.key !== 'errors.sessionRequired') return changed
	const search = new URLSearchParams({ callbackUrl: path, error: 'SessionRequired' })
	throw redirect(`/login?${search}`, 303)
}

/**
 * Signs in: the session gets a new token, and the cart of this visit and that of the account become one. A visit
 * of another account ends first: its cart and its orders are not this account's. The session comes before the carts,
 * because it is refused when what was proved is so no more, and then the account's cart is nothing to this visitor.
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
	// Signed in once more, the other devices of the account go on with the cart as well.
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
 * account uses it any more, so what it holds is free for others.
 */
export async function signOutEverywhere(context: Context): Promise<void> {
	await endAllSessions(accountOf(context).id)
	await signOut(context)
}

/** Signs out: the session ends here, and what its cart holds is free for others. */
export async function signOut(context: Context): Promise<void> {
	const accountId = signedInOf(context)?.id ?? null
	forgetFirstCarts(context)
	const cartId = await leaveOthers(context, { sessionId: null, accountId })
	await endVisit(context)
	if (cartId) await leaveCart(cartId)
}

/** The cart of this visit under a new id, with which only `keeper` goes on (faults M1); null when there is none. */
async function leaveOthers(context: Context, keeper: Keeper): Promise<string | null> {
	const cartId = visitorSession(context).get('cartId')
	return cartId ? giveNewId(cartId, keeper) : null
}
