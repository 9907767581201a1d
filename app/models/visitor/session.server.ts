import { createHash, randomBytes } from 'node:crypto'

import { and, eq, gt, lte, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { sessions } from '#app/db/schema.ts'
import type { SessionRowData } from '#app/models/visitor/session.ts'

/** The four operations behind the session cookie. A token is 256 random bits; only its hash is stored. */
export async function createSession(data: SessionRowData, expiresAt: Date): Promise<string> {
	const token = randomBytes(32).toString('base64url')
	await db.insert(sessions).values({ id: hashOf(token), data, expiresAt })
	return token
}

export async function findSession(token: string): Promise<SessionRowData | null> {
	const [row] = await db
		.select({ data: sessions.data })
		.from(sessions)
		.where(and(eq(sessions.id, hashOf(token)), gt(sessions.expiresAt, sql`now()`)))
	return row?.data ?? null
}

export async function saveSession(
	token: string,
	data: SessionRowData,
	expiresAt: Date,
): Promise<void> {
	await db
		.insert(sessions)
		.values({ id: hashOf(token), data, expiresAt })
		.onConflictDoUpdate({ target: sessions.id, set: { data, expiresAt } })
}

export async function deleteSession(token: string): Promise<void> {
	await db.delete(sessions).where(eq(sessions.id, hashOf(token)))
}

export async function removeExpiredSessions(): Promise<void> {
	await db.delete(sessions).where(lte(sessions.expiresAt, sql`now()`))
}

function hashOf(token: string): string {
	return createHash('sha256').update(token).digest('hex')
}
