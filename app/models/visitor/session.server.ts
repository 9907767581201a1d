import { and, eq, gt, lte, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { sessions, visitOrders } from '#app/db/schema.ts'
import { hashOf, newToken } from '#app/models/token.server.ts'
import type { Notice, SessionData } from '#app/models/visitor/session.ts'

/** Never longer than this after its last change. The database's clock decides, as about holds (faults C17). */
export const sessionLifetime = { days: 30 }

/** A visit as it stands. Its `id` is the hash of the token and opens nothing. */
export type VisitSession = { id: string; cartId: string | null; hasNotice: boolean }

/** The session a token opens; null when there is none or its time is over. */
export async function findSession(token: string): Promise<VisitSession | null> {
	const [row] = await db
		.select({
			id: sessions.id,
			cartId: sessions.cartId,
			hasNotice: sql<boolean>`${sessions.notice} is not null`,
		})
		.from(sessions)
		.where(and(eq(sessions.id, hashOf(token)), gt(sessions.expiresAt, sql`now()`)))
	return row ?? null
}

/** Begins a session. Answers its token: 256 random bits, of which only the hash is stored. */
export async function openSession(data: Partial<SessionData>): Promise<string> {
	const token = newToken()
	await db.insert(sessions).values({ ...data, id: hashOf(token), expiresAt: anew })
	return token
}

/** Writes what changed and nothing else, so that two requests at once lose nothing (faults H11). False: it is over. */
export async function changeSession(id: string, changes: Partial<SessionData>): Promise<boolean> {
	const changed = await db
		.update(sessions)
		.set({ ...changes, expiresAt: anew })
		.where(and(eq(sessions.id, id), gt(sessions.expiresAt, sql`now()`)))
		.returning({ id: sessions.id })
	return changed.length > 0
}

/** Takes the notice out of the session: of two pages that ask at once, one gets it. */
export async function takeNotice(id: string): Promise<Notice | null> {
	const before = db
		.select({ id: sessions.id, notice: sessions.notice })
		.from(sessions)
		.where(eq(sessions.id, id))
		.for('update')
		.as('before')
	const [taken] = await db
		.update(sessions)
		.set({ notice: null })
		.from(before)
		.where(eq(sessions.id, before.id))
		.returning({ notice: before.notice })
	return taken?.notice ?? null
}

/** Notes that an order was placed in this visit, unless it has ended: only here its confirmation shows personal data. */
export async function noteOrder(id: string, orderId: string): Promise<void> {
	const session = db
		.select({ sessionId: sessions.id, orderId: sql`${orderId}::uuid`.as('order_id') })
		.from(sessions)
		.where(eq(sessions.id, id))
	await db.insert(visitOrders).select(session).onConflictDoNothing()
}

export async function hasOrdered(id: string, orderId: string): Promise<boolean> {
	const [row] = await db
		.select({ orderId: visitOrders.orderId })
		.from(visitOrders)
		.where(and(eq(visitOrders.sessionId, id), eq(visitOrders.orderId, orderId)))
	return row !== undefined
}

export async function removeExpiredSessions(): Promise<void> {
	await db.delete(sessions).where(lte(sessions.expiresAt, sql`now()`))
}

const anew = sql`now() + make_interval(days => ${sessionLifetime.days})`
