import { and, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { accounts, accountTokens, orders } from '#app/db/schema.ts'
import { spellingsOf } from '#app/models/email.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { consumeToken, findLink, voidLinks } from '#app/models/visitor/account-token.server.ts'
import { confirmPassword, findAccount } from '#app/models/visitor/account.server.ts'
import { accountTokenKinds, usernameKey } from '#app/models/visitor/account.ts'
import { listNamesakes } from '#app/models/visitor/namesakes.server.ts'
import { lockAccount } from '#app/models/visitor/proof.server.ts'
import { endSessions } from '#app/models/visitor/session.server.ts'

/**
 * The kinds of link whose opening proves that a mail address is the account owner's: the account's address, or its new
 * one.
 */
const addressLinks = ['verify', 'changeUsername'] as const

/**
 * Reads the link of a letter without using it up: the account and the address that it confirms; null for an invalid
 * link. Any visitor may register with another person's address, who then presses the button of our letter (faults F26).
 * `needsPassword`: anyone not signed in to the account has to give its password, because the link would give something
 * away: another account asks for the address, or a guest ordered with it.
 */
export async function findAddressLink(token: string, signedIn: string | null) {
	const link = await findLink(token, addressLinks)
	const account = link && (await findAccount(link.accountId))
	if (!account) return null
	const { id: accountId } = account
	const username = link.username ?? account.username
	const isStranger = accountId !== signedIn
	const needsPassword = isStranger && (await givesAway(db, usernameKey(username), accountId))
	return { accountId, username, isNew: link.username !== null, needsPassword }
}

/**
 * The visitor who follows a link: the account that the visitor is signed in to, the session, and the password typed.
 */
type Follower = {
	accountId: string | null
	sessionId: string | null
	password: string
}

/** The username of an account that was just verified; `isNew` when it replaced another one. */
export type VerifiedAddress = { username: string; isNew: boolean }

/**
 * Verifies the address of an account by the link of a letter. Guest orders with this address join the account when the
 * follower is signed in to it or has its password. Refuses when the link is used up, another account has verified the
 * address, or the address may be a stranger's; this is checked again once the account is locked, for a guest may have
 * ordered meanwhile (faults M2). A new username ends all sessions but the follower's.
 */
export async function verifyAddress(
	token: string,
	{ accountId: signedIn, sessionId, password }: Follower,
): Promise<Result<VerifiedAddress>> {
	const link = await findAddressLink(token, signedIn)
	if (!link) return refuse('linkInvalid')
	const { accountId } = link
	const proven = link.needsPassword ? await confirmPassword(accountId, password) : ok(null)
	if (!proven.ok)
		return proven.message.key === 'errors.passwordWrong' ? refuse('linkOfOther') : proven
	return db.transaction(async (tx) => {
		const account = await lockAccount(tx, accountId, 'update')
		if (!account) return refuse('linkInvalid')
		const username = link.isNew ? link.username : account.username
		const key = usernameKey(username)
		await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${key}))`)
		const isOwner = accountId === signedIn || proven.value?.passwordHash === account.passwordHash
		if (!isOwner && (await givesAway(tx, key, accountId))) return refuse('linkOfOther')

		if (!(await consumeToken(tx, token, addressLinks))) return refuse('linkInvalid')
		if (await belongsToAnother(tx, key, accountId)) return refuse('linkInvalid')
		await tx
			.update(accounts)
			.set({ username, usernameKey: key, verifiedAt: sql`now()` })
			.where(eq(accounts.id, accountId))
		if (isOwner) await joinGuestOrders(tx, key, accountId)
		const { isNew } = link
		if (isNew) await leaveOldAddress(tx, { accountId, username: account.username, sessionId })
		return ok({ username, isNew })
	})
}

/**
 * True when verifying the address may give the account what is another person's: a username that others ask for, or a
 * guest's orders.
 */
async function givesAway(
	executor: Database | Transaction,
	key: string,
	accountId: string,
): Promise<boolean> {
	return (await isContested(executor, key, accountId)) || (await hasGuestOrders(executor, key))
}

/** True when another account has the username, or a valid link to take it. */
async function isContested(
	executor: Database | Transaction,
	key: string,
	accountId: string,
): Promise<boolean> {
	const namesakes = await listNamesakes(key, executor)
	if (namesakes.some(({ id }) => id !== accountId)) return true
	const [wanted] = await executor
		.select({ accountId: accountTokens.accountId })
		.from(accountTokens)
		.where(
			and(
				inArray(sql`lower(normalize(${accountTokens.username}, nfkc))`, spellingsOf(key)),
				gt(accountTokens.expiresAt, sql`now()`),
				ne(accountTokens.accountId, accountId),
			),
		)
	return wanted !== undefined
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
	await tx.update(orders).set({ accountId }).where(isOfGuest(key))
}

async function hasGuestOrders(executor: Database | Transaction, key: string): Promise<boolean> {
	return (await executor.$count(orders, isOfGuest(key))) > 0
}

function isOfGuest(key: string) {
	return and(isNull(orders.accountId), inArray(sql`lower(person ->> 'email')`, spellingsOf(key)))
}

/**
 * Voids all links of an account whose username has changed and ends its other sessions, as a new password does (faults
 * F5); mails the old address.
 */
async function leaveOldAddress(
	tx: Transaction,
	old: { accountId: string; username: string; sessionId: string | null },
): Promise<void> {
	const { accountId, username, sessionId } = old
	await voidLinks(tx, accountId, accountTokenKinds)
	await endSessions(tx, accountId, sessionId)
	await enqueue(tx, 'mailAccount', { accountId, letter: 'usernameChanged', to: username })
}
