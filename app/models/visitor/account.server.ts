import { eq, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { accounts } from '#app/db/schema.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import {
	mayVerify,
	voidWaysIn,
	type WaysInToKeep,
} from '#app/models/visitor/account-token.server.ts'
import { usernameKey, type AccountPerson } from '#app/models/visitor/account.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'
import { saltFor } from '#app/models/visitor/namesakes.server.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import { hashPassword, saltOf, verifyPassword } from '#app/models/visitor/password.server.ts'
import { lockProven, type Proof } from '#app/models/visitor/proof.server.ts'

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
 * Makes a new account and returns the proof of it, also when its address has an account already: an address belongs to
 * the account that verifies it, so registering tells nothing about other accounts (faults F6, F19). The letter to the
 * address says whether there is another account; at most three an hour are written to one address (faults F10).
 */
export async function register(registration: Registration): Promise<Result<Proof>> {
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
		return ok({ accountId, passwordHash: hashed.value })
	})
}

/** Saves the personal data of an account; refused when the account has been deleted. */
export async function savePersonalData(
	id: string,
	data: { person: AccountPerson; party?: OrderedParty | null },
): Promise<Result<undefined>> {
	const saved = await db
		.update(accounts)
		.set(data)
		.where(eq(accounts.id, id))
		.returning({ id: accounts.id })
	return saved.length > 0 ? ok() : refuse('sessionRequired')
}

/**
 * Checks the password that a signed-in customer types again, and returns the proof of the account. Attempts are limited
 * like those of a sign-in.
 */
export async function confirmPassword(id: string, password: string): Promise<Result<Proof>> {
	const allowed = await countAttempt('account', [id])
	if (!allowed.ok) return allowed
	const passwordHash = await findHash(id)
	if (passwordHash === null) return refuse('sessionRequired')
	const isRight = await verifyPassword(passwordHash, password)
	if (!isRight.ok) return isRight
	return isRight.value ? ok({ accountId: id, passwordHash }) : refuse('passwordWrong')
}

/**
 * Sets another password for the account of a proof. At the same moment every session of the account ends but that in
 * `stay` (faults F5), and every passkey that is not in `stay` is removed, because an intruder may have added it (faults
 * M8). Nothing that was begun with the old password can be finished afterwards (faults M2).
 */
export async function changePassword(
	proof: Proof,
	password: string,
	stay: WaysInToKeep,
): Promise<Result<undefined>> {
	const hashed = await hashPassword(password, saltOf(proof.passwordHash))
	if (!hashed.ok) return hashed
	const { accountId } = proof
	return db.transaction(async (tx) => {
		const proven = await lockProven(tx, proof, 'update')
		if (!proven.ok) return proven
		await tx.update(accounts).set({ passwordHash: hashed.value }).where(eq(accounts.id, accountId))
		await voidWaysIn(tx, accountId, stay)
		await enqueue(tx, 'mailAccount', { accountId, letter: 'passwordChanged' })
		return ok()
	})
}

async function findHash(id: string): Promise<string | null> {
	const [account] = await db
		.select({ passwordHash: accounts.passwordHash })
		.from(accounts)
		.where(eq(accounts.id, id))
	return account?.passwordHash ?? null
}
