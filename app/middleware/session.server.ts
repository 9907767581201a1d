import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'

import { cookiesOf } from '#app/http/cookies.server.ts'
import { ownName, signedCookie } from '#app/http/own-cookie.server.ts'
import { findRights } from '#app/models/booking/rights.server.ts'
import type { BookingRights } from '#app/models/booking/rights.ts'
import type { CartVisitor } from '#app/models/cart/write.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { newToken, sha256 } from '#app/models/token.server.ts'
import { findAccount } from '#app/models/visitor/account.server.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'
import { findBooked } from '#app/models/visitor/booked.server.ts'
import { keepDraft } from '#app/models/visitor/draft.server.ts'
import type { Proof } from '#app/models/visitor/proof.server.ts'
import { putCart, takeBegunCart } from '#app/models/visitor/session-cart.server.ts'
import {
	beginSession,
	changeSession,
	endSession,
	findSession,
	noteWayIn,
	openSession,
	sessionLifetime,
	signInSession,
	takeNotice,
	touchSession,
	type VisitSession,
} from '#app/models/visitor/session.server.ts'
import type { Notice, SessionData, SignedIn } from '#app/models/visitor/session.ts'
import type { WayIn } from '#app/models/visitor/way-in.ts'

type Context = Readonly<RouterContextProvider>

/** The session of this request; `changes` are written once, after the answer was made. */
type Visit = {
	session: VisitSession | null
	/** The token of the session that the browser has, or gets with the answer; null for a visit without a session. */
	token: string | null
	changes: Partial<SessionData>
	/** The session that was begun in the transaction that wrote the visit's first cart. */
	begun?: { token: string; cartId: string }
}

const cookie = signedCookie('session', { maxAge: sessionLifetime.days * 24 * 60 * 60 })

/**
 * True when the browser sent the cookie of a session, valid or not. Reads it as `signedCookie` does: a cookie that
 * opens a session must never pass for a visit without one, whose page is cached for all visitors.
 */
export function hasSession(headers: Headers): boolean {
	return cookiesOf(headers).get(ownName('session')) !== undefined
}

const visitContext = createContext<Visit>()

/** Returns the values that this visit remembers. Values set on it are written on the way out, each by itself. */
export function visitorSession(context: Context) {
	const visit = context.get(visitContext)
	return {
		get: (name: 'cartId' | 'guid') => visit.changes[name] ?? visit.session?.[name] ?? undefined,
		/** Sets a value; a cart only if it was just begun. `goOnWith` gives the visit any other cart. */
		set(name: 'cartId' | 'guid', value: string) {
			if (visit.session?.[name] !== value) visit.changes[name] = value
		},
		/** Shows a notice once, on the next page. */
		flash: (name: 'notice', notice: Notice) => void (visit.changes[name] = notice),
	}
}

/**
 * Returns the function that begins the session of a visit without one, in the transaction that writes its cart: one
 * round trip, one COMMIT.
 */
export function sessionWithCart(context: Context): NonNullable<CartVisitor['withFirstCart']> {
	const visit = context.get(visitContext)
	return async (tx, cartId) => {
		if (visit.token !== null) return
		visit.begun = { token: newToken(), cartId }
		await beginSession(visit.begun.token, { cartId }, tx)
	}
}

/** Returns the signed-in account; null for a guest. */
export function signedInOf(context: Context): SignedIn | null {
	return context.get(visitContext).session?.account ?? null
}

/** Returns the id of this request's session; null when there is none. */
export function sessionIdOf(context: Context): string | null {
	return context.get(visitContext).session?.id ?? null
}

/**
 * Turns this visit into a signed-in one with a new token; refused when the proof of the sign-in no longer holds (faults
 * M2).
 */
export async function beginSignedIn(
	context: Context,
	proof: Proof,
	device: string | null,
): Promise<Result<undefined>> {
	const visit = context.get(visitContext)
	const begun = await signInSession(visit.session?.id ?? null, proof, device)
	if (!begun.ok) return begun
	visit.token = begun.value
	return ok()
}

/** Gives this visit another cart, written at once; refused when its session has ended meanwhile. */
export async function goOnWith(context: Context, cartId: string): Promise<Result<undefined>> {
	const visit = context.get(visitContext)
	delete visit.changes.cartId
	const isOpen = await change(visit.token, (id) => putCart(id, cartId))
	return isOpen ? ok() : refuse('sessionRequired')
}

/** Ends the session of this request; values that are set afterwards begin a new session. */
export async function endVisit(context: Context): Promise<void> {
	const visit = context.get(visitContext)
	if (visit.session) await endSession(visit.session.id)
	visit.session = null
	visit.token = null
}

/** Takes the notice that the request before left for this page, so that it is shown once; null without one. */
export async function noticeOf(context: Context): Promise<Notice | null> {
	const { session, changes } = context.get(visitContext)
	const { notice } = changes
	delete changes.notice
	return notice ?? (session?.hasNotice ? takeNotice(session.id) : null)
}

/**
 * Gives this visit rights to an order, written at once, because they must not get lost. `cameBy` is the way by which
 * the visit came to the order.
 */
export async function rememberOrder(
	context: Context,
	orderId: string,
	cameBy: WayIn,
): Promise<void> {
	const visit = context.get(visitContext)
	visit.token ??= await openSession({})
	await noteWayIn(sha256(visit.token), orderId, cameBy)
}

/**
 * Keeps a draft with this visit, written at once. False when no session may be opened to keep it: for an account that
 * does not exist or has used up its attempts (faults F25), or for a guest.
 */
export async function keepForSession(
	context: Context,
	draft: Parameters<typeof keepDraft>[1],
): Promise<boolean> {
	const visit = context.get(visitContext)
	if (!(await mayKeep(draft.accountId, visit.token))) return false
	visit.token ??= await openSession({})
	await keepDraft(sha256(visit.token), draft)
	return true
}

async function mayKeep(accountId: string | null, token: string | null): Promise<boolean> {
	if (accountId === null) return token !== null
	if (!(await findAccount(accountId))) return false
	return token !== null || (await countAttempt('draft', [accountId])).ok
}

/** Returns the rights of this visit to an order, null without any. For a visit without a session no query is made. */
export async function bookingRights(
	context: Context,
	orderId: string,
): Promise<BookingRights | null> {
	const { session } = context.get(visitContext)
	return session && findRights(session.id, orderId)
}

/**
 * True when the order was placed in this visit, belongs to the signed-in account, or was opened by a letter's key and
 * the code mailed to the order's address. A key alone shows no personal data (faults K36).
 */
export async function isOwnOrder(context: Context, orderId: string): Promise<boolean> {
	return (await bookingRights(context, orderId)) === 'all'
}

/**
 * Returns the public id of the order that this visitor has just booked, which is shown wherever the cart is shown
 * empty: a visitor may have closed the window while paying (faults N2). Null without such an order; without a session
 * no query is made.
 */
export async function bookedIn(context: Context): Promise<string | null> {
	const { session } = context.get(visitContext)
	return session && findBooked(session.id)
}

/**
 * Reads the session of a request before loaders and actions run, and after the answer was made writes its changes, if
 * there are any. A cookie that opens no session is taken back (faults F4), but not from a script: its request may have
 * been overtaken by a sign-in or a sign-out, and the browser would drop the cookie that it got meanwhile (faults N362).
 * The next page that is loaded takes it back.
 */
export const sessionMiddleware: MiddlewareFunction<Response> = async (
	{ request, context },
	next,
) => {
	const sent = cookie.parse(request.headers)
	const token = typeof sent === 'string' ? sent : null
	const session = token === null ? null : await findSession(token)
	const visit: Visit = { session, token: session && token, changes: {} }
	context.set(visitContext, visit)

	const response = await next()
	const hasChanged = await write(visit)
	if (session?.account && session.isQuiet && visit.token === token) await touchSession(session.id)
	if (visit.token !== null && (hasChanged || visit.token !== token)) {
		response.headers.append('Set-Cookie', cookie.serialize(visit.token))
	} else if (visit.token === null && hasSession(request.headers)) {
		const hasEnded = session !== null
		if (hasEnded || !isFromScript(request.headers))
			response.headers.append('Set-Cookie', cookie.clear())
	}
	return response
}

/** True for a request that a page's script made; false where the browser does not tell. */
function isFromScript(headers: Headers): boolean {
	return headers.get('Sec-Fetch-Dest') === 'empty'
}

async function write(visit: Visit): Promise<boolean> {
	if (visit.begun && visit.begun.cartId === visit.changes.cartId) {
		visit.token = visit.begun.token
		delete visit.changes.cartId
	}
	const { cartId, ...changes } = visit.changes
	const hasMore = Object.keys(changes).length > 0
	if (!cartId && !hasMore) return false
	if (hasMore && !(await change(visit.token, (id) => changeSession(id, changes))))
		visit.token = await openSession(changes)
	if (cartId && !(await change(visit.token, (id) => takeBegunCart(id, cartId)))) {
		visit.token = await openSession({})
		await takeBegunCart(sha256(visit.token), cartId)
	}
	return true
}

/** Writes to the session of a token; false when there is no such session, or it is over. */
async function change(token: string | null, write: (id: string) => Promise<boolean>) {
	return token !== null && (await write(sha256(token)))
}
