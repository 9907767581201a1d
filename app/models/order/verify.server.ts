import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { accounts, orders } from '#app/db/schema.ts'
import { refuse, type Result } from '#app/models/result.ts'
import { consumeToken, voidLinks } from '#app/models/visitor/account-token.server.ts'
import { accountTokenKinds, usernameKey } from '#app/models/visitor/account.ts'
import { endSessions } from '#app/models/visitor/session.server.ts'

/** Links that say that an address is its owner's: that of the account, or the one it is to have from now on. */
export const addressLinks = ['verify', 'changeUsername'] as const

/** What became of an account: its username, and whether that is a new one. */
export type VerifiedAddress = { username: string; isNew: boolean }

/**
 * The address of an account is its owner's: the link of the mail says so. Orders that were placed as a guest
 * with this address join the account. Refused when the link is used up, or another account has verified it.
 * `sessionId` names the session that stays when the username is a new one.
 */
export async function verifyAddress(
	token: string,
	sessionId: string | null,
): Promise<Result<VerifiedAddress>> {
	return db.transaction(async (tx) => {
		const used = await consumeToken(tx, token, addressLinks)
		if (!used) return refuse('linkInvalid')
		const { accountId } = used
		const [account] = await tx
			.select({ username: accounts.username })
			.from(accounts)
			.where(eq(accounts.id, accountId))
			.for('update')
		if (!account) return refuse('linkInvalid')

		const username = used.username ?? account.username
		const key = usernameKey(username)
		await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${key}))`)
		if (await belongsToAnother(tx, key, accountId)) return refuse('linkInvalid')
		await tx
			.update(accounts)
			.set({ username, usernameKey: key, verifiedAt: sql`now()` })
			.where(eq(accounts.id, accountId))
		await joinGuestOrders(tx, key, accountId)
		const isNew = used.username !== null
		if (isNew) await leaveOldAddress(tx, { accountId, username: account.username, sessionId })
		return { ok: true, value: { username, isNew } }
	})
}

async function belongsToAnother(tx: Transaction, key: string, accountId: string): Promise<boolean> {
	const [other] = await tx
		.select({ id: accounts.id })
		.from(accounts)
		.where(
			and(
				eq(accounts.usernameKey, key),
				isNotNull(accounts.verifiedAt),
				ne(accounts.id, accountId),
			),
		)
	return other !== undefined
}

async function joinGuestOrders(tx: Transaction, key: string, accountId: string): Promise<void> {
	await tx
		.update(orders)
		.set({ accountId })
		.where(and(isNull(orders.accountId), sql`lower(person ->> 'email') = ${key}`))
}

/** As with another password: nothing that was opened or mailed before is good any more (faults F5). */
async function leaveOldAddress(
	tx: Transaction,
	old: { accountId: string; username: string; sessionId: string | null },
): Promise<void> {
	const { accountId, username, sessionId } = old
	await voidLinks(tx, accountId, accountTokenKinds)
	await endSessions(tx, accountId, sessionId)
	await enqueue(tx, 'mailAccount', { accountId, letter: 'usernameChanged', to: username })
}
