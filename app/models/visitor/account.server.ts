import { eq, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { accounts } from '#app/db/schema.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { linksOfPassword, mayVerify, voidLinks } from '#app/models/visitor/account-token.server.ts'
import { usernameKey, type AccountPerson } from '#app/models/visitor/account.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'
import { saltFor } from '#app/models/visitor/namesakes.server.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import { hashPassword, saltOf, verifyPassword } from '#app/models/visitor/password.server.ts'
import { endSessions } from '#app/models/visitor/session.server.ts'

export type Account = {
	id: string
	username: string
	locale: Locale
	person: AccountPerson
	party: OrderedParty | null
	verifiedAt: Date | null
	createdAt: Date
}

export async function findAccount(id: string): Promise<Account | null> {
	const [row] = await db
		.select({
			id: accounts.id,
			username: accounts.username,
			locale: sql<Locale>`${accounts.locale}`,
			person: accounts.person,
			party: accounts.party,
			verifiedAt: accounts.verifiedAt,
			createdAt: accounts.createdAt,
		})
		.from(accounts)
		.where(eq(accounts.id, id))
	return row ?? null
}

export type Registration = {
	username: string
	password: string
	person: AccountPerson
	locale: Locale
	addressHash: string | null
}

/**
 * A new account, whether or not its address has one already: an address belongs to the account that
 * verifies it, so registering tells nothing about it (faults F6, F19). Its letter says what is the case; more
 * than a few to one address in an hour are not written (faults F10).
 */
export async function register(registration: Registration): Promise<Result<string>> {
	const { username, person, locale } = registration
	const key = usernameKey(username)
	const allowed = await countAttempt('register', [registration.addressHash])
	if (!allowed.ok) return allowed
	const hashed = await hashPassword(registration.password, await saltFor(key))
	if (!hashed.ok) return hashed
	const isWritten = await mayVerify(key)

	return db.transaction(async (tx) => {
		const [account] = await tx
			.insert(accounts)
			.values({
				username,
				usernameKey: key,
				passwordHash: hashed.value,
				person,
				locale,
			})
			.returning({ id: accounts.id })
		if (!account) throw new Error('an account that was not written')
		const accountId = account.id
		if (isWritten) await enqueue(tx, 'mailAccount', { accountId, letter: 'welcome' })
		return ok(accountId)
	})
}

export async function savePersonalData(
	id: string,
	data: { person: AccountPerson; party?: OrderedParty | null },
): Promise<void> {
	await db.update(accounts).set(data).where(eq(accounts.id, id))
}

/** Whether this is the password of an account, asked for again by its owner; counted like a sign-in. */
export async function confirmPassword(id: string, password: string): Promise<Result<undefined>> {
	const allowed = await countAttempt('account', [id])
	if (!allowed.ok) return allowed
	const isRight = await verifyPassword(await findHash(id), password)
	if (!isRight.ok) return isRight
	return isRight.value ? ok() : refuse('passwordWrong')
}

/** Every other session of the account ends in the same moment (faults F5); `sessionId` is the one that stays. */
export async function changePassword(
	id: string,
	password: string,
	sessionId: string | null,
): Promise<Result<undefined>> {
	const hashed = await hashPassword(password, saltOf((await findHash(id)) ?? ''))
	if (!hashed.ok) return hashed
	await db.transaction(async (tx) => {
		await tx.update(accounts).set({ passwordHash: hashed.value }).where(eq(accounts.id, id))
		await voidLinks(tx, id, linksOfPassword)
		await endSessions(tx, id, sessionId)
		await enqueue(tx, 'mailAccount', { accountId: id, letter: 'passwordChanged' })
	})
	return ok()
}

async function findHash(id: string): Promise<string | null> {
	const [account] = await db
		.select({ passwordHash: accounts.passwordHash })
		.from(accounts)
		.where(eq(accounts.id, id))
	return account?.passwordHash ?? null
}
