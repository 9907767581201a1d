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
 * Asks for another username of an account. It takes effect when the link in the letter to the new address is followed;
 * the old address is told at once. The result is equal whether or not the new address has an account (faults F6), and
 * at most three letters an hour are written to it (faults F10). Refused when the password has been changed since the
 * proof, because that voids requests made before (faults M2).
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

/** Finds the username that an account has asked for and not confirmed yet; null when there is none. */
export async function findNewUsername(accountId: string): Promise<string | null> {
	const [row] = await db
		.select({ username: accountTokens.username })
		.from(accountTokens)
		.where(underWay(accountId))
	return row?.username ?? null
}

/**
 * Makes the secret of the link that confirms `username` and stores its hash; null when the account has asked for
 * another username since, or for none.
 */
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

/**
 * Notes the wanted username under a secret that nobody gets; the job that writes the letter issues the secret of the
 * link.
 */
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
