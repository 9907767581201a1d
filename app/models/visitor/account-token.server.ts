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

/** How long a link in a mail is good for. */
const lifetimes = {
	reset: { minutes: 60 },
	verify: { minutes: 7 * 24 * 60 },
	changeUsername: { minutes: 60 },
} satisfies Record<AccountTokenKind, { minutes: number }>

/** A link's secret, of which the hash is stored. The one made before for the same purpose is void (faults F9). */
export async function issueToken(accountId: string, kind: AccountTokenKind): Promise<string> {
	const { token, values } = linkFor(kind)
	await db
		.insert(accountTokens)
		.values({ accountId, kind, ...values })
		.onConflictDoUpdate({ target: [accountTokens.accountId, accountTokens.kind], set: values })
	return token
}

/** A new secret, and what is stored of it. */
export function linkFor(kind: AccountTokenKind) {
	const token = newToken()
	const expiresAt = sql`now() + make_interval(mins => ${lifetimes[kind].minutes})`
	return { token, values: { hash: sha256(token), expiresAt } }
}

/** Whether a link still opens what it is for; it stays good. */
export async function isTokenLive(token: string, kind: AccountTokenKind): Promise<boolean> {
	return (await findLink(token, [kind])) !== null
}

/** Whose a link is, looking at it only. `username`: the new one it is to make the account's. */
export async function findLink(token: string, kinds: readonly AccountTokenKind[]) {
	const [row] = await db
		.select({ accountId: accountTokens.accountId, username: accountTokens.username })
		.from(accountTokens)
		.where(liveToken(token, kinds))
	return row ?? null
}

/** Uses a link up: of two that try at once, one gets it. */
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

/** Whether another account has verified the address of this one. */
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

/** Whoever got these links before cannot use them any more. */
export async function voidLinks(
	tx: Transaction,
	accountId: string,
	kinds: readonly AccountTokenKind[],
): Promise<void> {
	await tx
		.delete(accountTokens)
		.where(and(eq(accountTokens.accountId, accountId), inArray(accountTokens.kind, kinds)))
}

/** The links that end with a password: one leads round it, one confirms a username that another person may have asked for. */
const linksOfPassword = ['reset', 'changeUsername'] as const

/** The session and the passkeys that stay when the password changes. */
export type Staying = {
	/** The session of the request; null: none. */
	sessionId: string | null
	/** Ids of passkeys that the owner knows as her own. */
	passkeys: readonly string[]
}

/** Ends what was opened, mailed or begun with the password before, but for what stays. The account is locked. */
export async function voidWaysIn(tx: Transaction, accountId: string, stay: Staying): Promise<void> {
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
 * Asks for a link to set a new password. Does the same whether or not there is such an account, so that
 * neither the answer nor its time tells (faults F6); more than a few in an hour are not written (faults F10).
 * `revealUnknown`: the venue wants it told.
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
 * Asks for the letter with which a customer verifies the address once more. What is refused is counted for the
 * account; that others have had letters sent to the same address is not told (faults F6, F10).
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

/** Whether one more letter to verify it may go to an address, whoever has it sent (faults F10). */
export async function mayVerify(key: string): Promise<boolean> {
	return (await countAttempt('verificationTo', [key])).ok
}

/**
 * Sets a new password by a link, once, and answers whose. Ends every session of the account and begins none (faults
 * F9). Its passkeys go too: they may be of somebody who came in before (faults F24). Guesses at its username count
 * no more: its owner is to get in with the new password, on whatever device (faults M7).
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
