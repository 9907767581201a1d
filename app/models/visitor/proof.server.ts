import { eq, sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { accounts } from '#app/db/schema.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/**
 * What was found right when somebody proved to be an account's owner. Hashing and waiting in line lie between that
 * and what is written because of it, so it is compared with the account once more when it is written (faults M2).
 */
export type Proof = {
	accountId: string
	/** The hash whose password was typed, or that stood beside the passkey that signed. */
	passwordHash: string
	/** The username that was typed to sign in, as it is compared. */
	usernameKey?: string
}

/**
 * Locks the account until the transaction ends, and compares it with the proof. `share` is for what is written for
 * the account; `update` for what changes it, which then waits for everything that is being written for it and
 * finds it when it ends sessions.
 */
export async function lockProven(
	tx: Transaction,
	proof: Proof,
	strength: 'share' | 'update',
): Promise<Result<undefined>> {
	const account = await lockAccount(tx, proof.accountId, strength)
	if (!account) return refuse('sessionRequired')
	if (account.passwordHash !== proof.passwordHash) return refuse('passwordWrong')
	if ((proof.usernameKey ?? account.usernameKey) !== account.usernameKey)
		return refuse('credentialsUnknown')
	return ok()
}

/** Locks the account until the transaction ends, and answers it as it is then; null when it is deleted. */
export async function lockAccount(
	tx: Transaction,
	accountId: string,
	strength: 'share' | 'update',
) {
	const [account] = await tx
		.select({
			username: accounts.username,
			usernameKey: accounts.usernameKey,
			passwordHash: accounts.passwordHash,
			cartId: accounts.cartId,
		})
		.from(accounts)
		.where(eq(accounts.id, accountId))
		.for(strength)
	return account ?? null
}

/** Keeps the account from being deleted until the transaction ends. False: it is deleted. */
export async function keepAccount(tx: Transaction, accountId: string): Promise<boolean> {
	return (await selectKept(tx, { accountId })).length > 0
}

const selectKept = prepare<{ accountId: string }, { id: string }>(
	(_, value) =>
		sql`select ${accounts.id} as "id" from ${accounts} where ${accounts.id} = ${value('accountId')} for key share`,
)
