import { and, eq, gt, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { accountTokens } from '#app/db/schema.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { linkFor } from '#app/models/visitor/account-token.server.ts'
import { usernameKey } from '#app/models/visitor/account.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'
import { lockProven, type Proof } from '#app/models/visitor/proof.server.ts'

/**
 * Asks for another username. It is in force when the link in the letter to it has been followed; the one in
 * force is told at once. Done and answered alike whether or not the address has an account (faults F6), and
 * more than a few letters to it in an hour are not written (faults F10). Refused when the password has been changed
 * since it was proved: what it voided must not be wanted again (faults M2).
 */
export async function requestUsername(
	proof: Proof,
	account: { id: string; username: string },
	username: string,
): Promise<Result<undefined>> {
	const key = usernameKey(username)
	if (key === usernameKey(account.username)) return refuse('usernameSame')
	const allowed = await countAttempt('newUsername', [account.id])
	if (!allowed.ok) return allowed
	const isWritten = (await countAttempt('newUsernameTo', [key])).ok
	return db.transaction(async (tx) => {
		const proven = await lockProven(tx, proof, 'share')
		if (!proven.ok) return proven
		await noteUsername(tx, account.id, username)
		const accountId = account.id
		if (isWritten)
			await enqueue(tx, 'mailAccount', { accountId, letter: 'changeUsername', to: username })
		await enqueue(tx, 'mailAccount', { accountId, letter: 'usernameWanted', to: account.username })
		return ok()
	})
}

/** The username an account waits to have; null when none is under way. */
export async function findNewUsername(accountId: string): Promise<string | null> {
	const [row] = await db
		.select({ username: accountTokens.username })
		.from(accountTokens)
		.where(underWay(accountId))
	return row?.username ?? null
}

/** The secret of the link that makes the new username the account's; null when another is wanted, or none. */
export async function issueUsernameToken(
	accountId: string,
	username: string,
): Promise<string | null> {
	const { token, values } = linkFor('changeUsername')
	const issued = await db
		.update(accountTokens)
		.set(values)
		.where(and(underWay(accountId), eq(accountTokens.username, username)))
		.returning({ hash: accountTokens.hash })
	return issued.length > 0 ? token : null
}

/** Nobody knows the secret yet: the letter brings one that does. */
async function noteUsername(tx: Transaction, accountId: string, username: string): Promise<void> {
	const values = { ...linkFor('changeUsername').values, username }
	await tx
		.insert(accountTokens)
		.values({ accountId, kind: 'changeUsername', ...values })
		.onConflictDoUpdate({ target: [accountTokens.accountId, accountTokens.kind], set: values })
}

function underWay(accountId: string) {
	return and(
		eq(accountTokens.accountId, accountId),
		eq(accountTokens.kind, 'changeUsername'),
		gt(accountTokens.expiresAt, sql`now()`),
	)
}
