import { and, eq, gt, inArray, isNotNull, ne, notInArray, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { accounts, accountTokens, passkeyChallenges, passkeys } from '#app/db/schema.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { newToken, sha256 } from '#app/models/token.server.ts'
import { usernameKey, type AccountTokenKind } from '#app/models/visitor/account.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'
import { listNamesakes } from '#app/models/visitor/namesakes.server.ts'
import { hashPassword, saltOf } from '#app/models/visitor/password.server.ts'
import { lockAccount } from '#app/models/visitor/proof.server.ts'
import { endSessions } from '#app/models/visitor/session.server.ts'
import { forgetGuesses } from '#app/models/visitor/sign-in.server.ts'

/** The minutes for which a link in a mail to an account's owner is valid, by the kind of link. */
const lifetimes = {
	reset: { minutes: 60 },
	verify: { minutes: 7 * 24 * 60 },
	changeUsername: { minutes: 60 },
} satisfies Record<AccountTokenKind, { minutes: number }>

/**
 * Makes the secret of a link in a mail, stores its hash and returns it. An earlier link of this kind for the account
 * becomes void (faults F9).
 */
export async function issueToken(accountId: string, kind: AccountTokenKind): Promise<string> {
	const { token, values } = linkFor(kind)
	await db
		.insert(accountTokens)
		.values({ accountId, kind, ...values })
		.onConflictDoUpdate({ target: [accountTokens.accountId, accountTokens.kind], set: values })
	return token
}

/**
 * Makes the secret of a link, with the values for its row: the secret's hash, and the link's end by the database's
 * clock.
 */
export function linkFor(kind: AccountTokenKind) {
	const token = newToken()
	const expiresAt = sql`now() + make_interval(mins => ${lifetimes[kind].minutes})`
	return { token, values: { hash: sha256(token), expiresAt } }
}

/** True while the link with this secret is valid; the link stays usable. */
export async function isTokenLive(token: string, kind: AccountTokenKind): Promise<boolean> {
	return (await findLink(token, [kind])) !== null
}

/**
 * Finds the account of a link and the new username that the link confirms, without using it up; null when the link is
 * unknown, of another kind or too old.
 */
export async function findLink(token: string, kinds: readonly AccountTokenKind[]) {
	const [row] = await db
		.select({ accountId: accountTokens.accountId, username: accountTokens.username })
		.from(accountTokens)
		.where(liveToken(token, kinds))
	return row ?? null
}

/**
 * Uses a link up and returns its account and the new username that it confirms; null when it is not valid. Of two
 * requests at once, one gets it and the other null.
 */
export async function consumeToken(
	tx: Transaction,
	token: string,
	kinds: readonly AccountTokenKind[],
) {
	const [used] = await tx
		.delete(accountTokens)
		.where(liveToken(token, kinds))
		.returning({ accountId: accountTokens.accountId, username: accountTokens.username })
	return used ?? null
}

/** True when another account has verified this account's mail address. */
export async function isTaken(account: { id: string; username: string }): Promise<boolean> {
	const [other] = await db
		.select({ id: accounts.id })
		.from(accounts)
		.where(
			and(
				eq(accounts.usernameKey, usernameKey(account.username)),
				isNotNull(accounts.verifiedAt),
				ne(accounts.id, account.id),
			),
		)
	return other !== undefined
}

/** Deletes all links of these kinds that were mailed for an account. */
export async function voidLinks(
	tx: Transaction,
	accountId: string,
	kinds: readonly AccountTokenKind[],
): Promise<void> {
	await tx
		.delete(accountTokens)
		.where(and(eq(accountTokens.accountId, accountId), inArray(accountTokens.kind, kinds)))
}

/**
 * The kinds of links that a change of the password voids: 'reset' bypasses the password, and 'changeUsername' may have
 * been asked for by an intruder.
 */
const linksOfPassword = ['reset', 'changeUsername'] as const

/** The session and the passkeys of an account that stay when its password changes. */
export type WaysInToKeep = {
	/** The id of the session that stays; null when none does. */
	sessionId: string | null
	/** Ids of the passkeys that the owner says are her own. */
	passkeys: readonly string[]
}

/**
 * Ends the ways into an account when its password changes: its sessions and passkeys except those in `stay`, all
 * passkeys that are being added, and the links that reset the password or change the username. The caller has locked
 * the account.
 */
export async function voidWaysIn(
	tx: Transaction,
	accountId: string,
	stay: WaysInToKeep,
): Promise<void> {
	await voidLinks(tx, accountId, linksOfPassword)
	await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.accountId, accountId))
	await tx
		.delete(passkeys)
		.where(and(eq(passkeys.accountId, accountId), notInArray(passkeys.id, [...stay.passkeys])))
	await endSessions(tx, accountId, stay.sessionId)
}

function liveToken(token: string, kinds: readonly AccountTokenKind[]) {
	return and(
		eq(accountTokens.hash, sha256(token)),
		inArray(accountTokens.kind, kinds),
		gt(accountTokens.expiresAt, sql`now()`),
	)
}

/**
 * Asks for a letter with the link to set a new password. The steps are equal whether or not the account exists, so that
 * neither the result nor its time tells (faults F6); at most three letters an hour are written (faults F10).
 * `revealUnknown` is a setting of the venue, with which an unknown address is refused after all.
 */
export async function requestReset(
	username: string,
	{ addressHash, revealUnknown }: { addressHash: string | null; revealUnknown: boolean },
): Promise<Result<undefined>> {
	const key = usernameKey(username)
	const allowed = await countAttempt('forgotFrom', [addressHash])
	if (!allowed.ok) return allowed
	const isWritten = (await countAttempt('forgot', [key])).ok
	const [account] = await listNamesakes(key)
	if (!account && revealUnknown) return refuse('emailUnknown')
	const accountId = account?.id ?? crypto.randomUUID()
	if (isWritten)
		await db.transaction((tx) => enqueue(tx, 'mailAccount', { accountId, letter: 'reset' }))
	return ok()
}

/**
 * Asks for another letter with the link to verify a customer's address. Refused when the account asks too often or is
 * verified. The limit of letters to one address is applied silently, because a refusal would tell of other accounts
 * with that address (faults F6, F10).
 */
export async function requestVerification(account: {
	id: string
	username: string
	verifiedAt: Date | null
}): Promise<Result<undefined>> {
	const accountId = account.id
	const allowed = await countAttempt('verification', [accountId])
	if (!allowed.ok) return allowed
	if (account.verifiedAt) return refuse('alreadyVerified')
	if (await mayVerify(usernameKey(account.username)))
		await db.transaction((tx) => enqueue(tx, 'mailAccount', { accountId, letter: 'verify' }))
	return ok()
}

/**
 * Counts a letter that verifies an address, for all accounts of the address together; true when it may be sent (faults
 * F10).
 */
export async function mayVerify(key: string): Promise<boolean> {
	return (await countAttempt('verificationTo', [key])).ok
}

/**
 * Sets a new password by a link, which works once, and returns the account's id. Ends every session of the account and
 * begins none (faults F9). Removes its passkeys, because an intruder may have added them (faults F24). Clears the
 * attempts at its username, so that the owner can sign in with the new password on every device (faults M7).
 */
export async function resetPassword(
	token: string,
	password: string,
	addressHash: string | null,
): Promise<Result<string>> {
	const [link] = await db
		.select({ accountId: accounts.id, passwordHash: accounts.passwordHash })
		.from(accountTokens)
		.innerJoin(accounts, eq(accounts.id, accountTokens.accountId))
		.where(liveToken(token, ['reset']))
	if (!link) return refuse('linkInvalid')
	const { accountId } = link
	const hashed = await hashPassword(password, saltOf(link.passwordHash))
	if (!hashed.ok) return hashed
	const usernameKey = await db.transaction(async (tx) => {
		const account = await lockAccount(tx, accountId, 'update')
		if (!account || !(await consumeToken(tx, token, ['reset']))) return null
		await tx.update(accounts).set({ passwordHash: hashed.value }).where(eq(accounts.id, accountId))
		await voidWaysIn(tx, accountId, { sessionId: null, passkeys: [] })
		await enqueue(tx, 'mailAccount', { accountId, letter: 'passwordChanged' })
		return account.usernameKey
	})
	if (usernameKey === null) return refuse('linkInvalid')
	await forgetGuesses(usernameKey, addressHash)
	return ok(accountId)
}
