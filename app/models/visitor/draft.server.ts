import { and, eq, exists, gt, isNull, like, lte, or, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { accounts, cartLines, formDrafts, sessions } from '#app/db/schema.ts'
import { isForOrder, type DraftPath, type Typed } from '#app/models/visitor/draft.ts'

/** The path of a draft's form and its owner: an account, or a guest when `accountId` is null. */
type Owned = { path: DraftPath; accountId: string | null }

/**
 * Keeps the draft of a form in a session for an hour, for an account or a guest; the draft before is replaced. Writes
 * nothing when the session or the account does not exist or is being deleted, or for a checkout form when an order has
 * taken the lines of the session's cart: a page that was left open keeps nothing for the next person at the device
 * (faults N24).
 */
export async function keepDraft(sessionId: string, draft: Owned & { typed: Typed }): Promise<void> {
	const { accountId } = draft
	const account = db
		.select()
		.from(accounts)
		.where(sql`${accounts.id} = ${accountId}`)
		.for('key share')
	const line = db.select().from(cartLines).where(eq(cartLines.cartId, sessions.cartId))
	const kept = db
		.select({
			sessionId: sessions.id,
			path: sql`${draft.path}`.as('path'),
			accountId: sql`${accountId}::uuid`.as('account_id'),
			typed: sql`${JSON.stringify(draft.typed)}::jsonb`.as('typed'),
			expiresAt: sql`now() + interval '1 hour'`.as('expires_at'),
		})
		.from(sessions)
		.where(
			and(
				eq(sessions.id, sessionId),
				accountId === null ? undefined : exists(account),
				isForOrder(draft.path) ? or(isNull(sessions.cartId), exists(line)) : undefined,
			),
		)
		.for('key share')
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

/** Finds the draft of a form that its owner typed in this session and did not save; null without one. */
export async function findDraft(
	sessionId: string,
	{ path, accountId }: Owned,
): Promise<Typed | null> {
	const [row] = await db
		.select({ typed: formDrafts.typed })
		.from(formDrafts)
		.where(
			and(
				eq(formDrafts.sessionId, sessionId),
				eq(formDrafts.path, path),
				accountId === null ? isNull(formDrafts.accountId) : eq(formDrafts.accountId, accountId),
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

/** Deletes the drafts of the checkout's forms in a session, in the transaction that places its order. */
export async function forgetOrdered(sessionId: string, executor: Transaction): Promise<void> {
	await deleteOrdered(executor, { sessionId })
}

const deleteOrdered = prepare<{ sessionId: string }>((build, value) =>
	build
		.delete(formDrafts)
		.where(and(eq(formDrafts.sessionId, value('sessionId')), like(formDrafts.path, '/checkout/%'))),
)

export async function removeExpiredDrafts(): Promise<void> {
	await db.delete(formDrafts).where(lte(formDrafts.expiresAt, sql`now()`))
}
