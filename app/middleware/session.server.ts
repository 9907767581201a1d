import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'

import { cookiesOf } from '#app/http/cookies.server.ts'
import { ownName, signedCookie } from '#app/http/own-cookie.server.ts'
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
	hasOrdered,
	noteOrder,
	openSession,
	sessionLifetime,
	signInSession,
	takeNotice,
	touchSession,
	type VisitSession,
} from '#app/models/visitor/session.server.ts'
import type { Notice, SessionData, SignedIn } from '#app/models/visitor/session.ts'

type Context = Readonly<RouterContextProvider>

/** The session of this request; `changes` are written once, on the way out. */
type Visit = {
	session: VisitSession | null
	/** What the browser has, or is to have. */
	token: string | null
	changes: Partial<SessionData>
	/** Begun together with that cart. */
	begun?: { token: string; cartId: string }
}

const cookie = signedCookie('session', { maxAge: sessionLifetime.days * 24 * 60 * 60 })

/**
 * Whether the browser sent a session's cookie, be it worth something or not. Read as `signedCookie` reads it: what
 * opens a session must never pass for a visit without one, whose page is everybody's.
 */
export function hasSession(headers: Headers): boolean {
	return cookiesOf(headers).get(ownName('session')) !== undefined
}

const visitContext = createContext<Visit>()

/** What this visit remembers. What is set on it is written on the way out, each thing by itself. */
export function visitorSession(context: Context) {
	const visit = context.get(visitContext)
	return {
		get: (name: 'cartId' | 'guid') => visit.changes[name] ?? visit.session?.[name] ?? undefined,
		/** A cart is one that was just begun: any other is given by `goOnWith`. */
		set(name: 'cartId' | 'guid', value: string) {
			if (visit.session?.[name] !== value) visit.changes[name] = value
		},
		/** Shown once, on the next page. */
		flash: (name: 'notice', notice: Notice) => void (visit.changes[name] = notice),
	}
}

/** Begins the session of a visit that has none in the transaction that writes its cart: one round trip, one COMMIT. */
export function sessionWithCart(context: Context): NonNullable<CartVisitor['withFirstCart']> {
	const visit = context.get(visitContext)
	return async (tx, cartId) => {
		if (visit.token !== null) return
		visit.begun = { token: newToken(), cartId }
		await beginSession(visit.begun.token, { cartId }, tx)
	}
}

/** Who is signed in; null for a guest. */
export function signedInOf(context: Context): SignedIn | null {
	return context.get(visitContext).session?.account ?? null
}

/** Names the session of this request among those of its account; null when there is none. */
export function sessionIdOf(context: Context): string | null {
	return context.get(visitContext).session?.id ?? null
}

/** Goes on as a signed-in visit, under another token; not when what was proved is so no more (faults M2). */
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

/** From now on this visit has that cart. Written at once; refused when its session has ended meanwhile. */
export async function goOnWith(context: Context, cartId: string): Promise<Result<undefined>> {
	const visit = context.get(visitContext)
	delete visit.changes.cartId
	const isOpen = await change(visit.token, (id) => putCart(id, cartId))
	return isOpen ? ok() : refuse('sessionRequired')
}

/** Ends the session of this request; what is set afterwards begins another. */
export async function endVisit(context: Context): Promise<void> {
	const visit = context.get(visitContext)
	if (visit.session) await endSession(visit.session.id)
	visit.session = null
	visit.token = null
}

/** What the page before left to be said; it is said once. */
export async function noticeOf(context: Context): Promise<Notice | null> {
	const { session, changes } = context.get(visitContext)
	const { notice } = changes
	delete changes.notice
	return notice ?? (session?.hasNotice ? takeNotice(session.id) : null)
}

/** From now on this visit sees the personal data of that order. Written at once: it must not get lost. */
export async function rememberOrder(context: Context, orderId: string): Promise<void> {
	const visit = context.get(visitContext)
	visit.token ??= await openSession({})
	await noteOrder(sha256(visit.token), orderId)
}

/**
 * Keeps what was typed, with this visit. Written at once, too. False: it is for an account there is not, once too
 * often for a session to be opened for it (faults F25), or a guest's, for whom none is opened.
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

/** Whether that order was placed in this visit, or is that of the account that is signed in. */
export async function isOwnOrder(context: Context, orderId: string): Promise<boolean> {
	const { session } = context.get(visitContext)
	return session !== null && hasOrdered(session.id, orderId)
}

/**
 * What this visitor has just booked, by its public id: said wherever the cart is said to be empty, for whoever closed
 * the window while paying (faults N2). A stranger has booked nothing, and is not asked about.
 */
export async function bookedIn(context: Context): Promise<string | null> {
	const { session } = context.get(visitContext)
	return session && findBooked(session.id)
}

/**
 * Reads the session before everything else and writes it on the way out, only if it changed. A cookie that
 * opens nothing is taken back (faults F4).
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
		response.headers.append('Set-Cookie', cookie.clear())
	}
	return response
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

/** False: there is no session, or it is over. */
async function change(token: string | null, write: (id: string) => Promise<boolean>) {
	return token !== null && (await write(sha256(token)))
}
