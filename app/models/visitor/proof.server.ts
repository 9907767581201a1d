import { eq, sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { accounts } from '#app/db/schema.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/**
 * The facts by which a visitor proved to own an account. Time passes between the proof and the writes that rely on it,
 * while passwords are hashed or wait their turn, so these writes compare it with the account once more (faults M2).
 */
export type Proof = {
	accountId: string
	/** The hash of the password that was typed, or that the account had when its passkey signed. */
	passwordHash: string
	/** The key of the username that was typed to sign in; missing when none was typed. */
	usernameKey?: string
}

/**
 * Locks the account of a proof until the transaction ends, and refuses when the account is gone or has another password
 * or username than the proof. `share` is for rows written for the account; `update` is for changes of the account,
 * which wait for all such rows and find them when they end sessions.
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

/**
 * Locks an account until the transaction ends and returns its names, password hash and cart under the lock; null when
 * it is deleted.
 */
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

/** Keeps an account from being deleted until the transaction ends. False when it is deleted already. */
export async function keepAccount(tx: Transaction, accountId: string): Promise<boolean> {
	return (await selectKept(tx, { accountId })).length > 0
}

const selectKept = prepare<{ accountId: string }, { id: string }>(
	(_, value) =>
		sql`select ${accounts.id} as "id" from ${accounts} where ${accounts.id} = ${value('accountId')} for key share`,
)
