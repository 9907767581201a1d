import { and, eq, gt, lte, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { accounts, formDrafts } from '#app/db/schema.ts'
import type { DraftPath, Typed } from '#app/models/visitor/draft.ts'

/** Keeps what was typed for an account, for an hour; of each form the last. Of an account there is not: nothing. */
export async function keepDraft(
	sessionId: string,
	draft: { path: DraftPath; accountId: string; typed: Typed },
): Promise<void> {
	const kept = db
		.select({
			sessionId: sql`${sessionId}`.as('session_id'),
			path: sql`${draft.path}`.as('path'),
			accountId: accounts.id,
			typed: sql`${JSON.stringify(draft.typed)}::jsonb`.as('typed'),
			expiresAt: sql`now() + interval '1 hour'`.as('expires_at'),
		})
		.from(accounts)
		.where(eq(accounts.id, draft.accountId))
	await db
		.insert(formDrafts)
		.select(kept)
		.onConflictDoUpdate({
			target: [formDrafts.sessionId, formDrafts.path],
			set: {
				accountId: sql`excluded.account_id`,
				typed: sql`excluded.typed`,
				expiresAt: sql`excluded.expires_at`,
			},
		})
}

/** What this account typed there in this browser and could not save; null when there is nothing. */
export async function findDraft(
	sessionId: string,
	draft: { path: DraftPath; accountId: string },
): Promise<Typed | null> {
	const [row] = await db
		.select({ typed: formDrafts.typed })
		.from(formDrafts)
		.where(
			and(
				eq(formDrafts.sessionId, sessionId),
				eq(formDrafts.path, draft.path),
				eq(formDrafts.accountId, draft.accountId),
				gt(formDrafts.expiresAt, sql`now()`),
			),
		)
	return row?.typed ?? null
}

export async function forgetDraft(sessionId: string, path: DraftPath): Promise<void> {
	await db
		.delete(formDrafts)
		.where(and(eq(formDrafts.sessionId, sessionId), eq(formDrafts.path, path)))
}

export async function removeExpiredDrafts(): Promise<void> {
	await db.delete(formDrafts).where(lte(formDrafts.expiresAt, sql`now()`))
}
