import { eq, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { accounts } from '#app/db/schema.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { hashOf } from '#app/models/token.server.ts'
import { usernameKey } from '#app/models/visitor/account.ts'
import { countAttempt, forgetAttempts } from '#app/models/visitor/attempts.server.ts'
import { verifyPassword } from '#app/models/visitor/password.server.ts'

export type Credentials = {
	username: string
	password: string
	/** Keyed hash of where the attempt comes from; null when that is not known. */
	addressHash: string | null
	/** Whether this browser has signed in to this account before (faults F7: its owner is never locked out). */
	isKnownDevice: boolean
}

/** An address may have a few accounts until one of them has verified it; more are not looked at. */
const MOST_NAMESAKES = 3

/**
 * The account whose credentials these are. Attempts are counted before anything is hashed, and an account
 * that does not exist takes as long as a wrong password (faults F6 to F8).
 */
export async function authenticate(credentials: Credentials): Promise<Result<string>> {
	const key = usernameKey(credentials.username)
	const pair = `${hashOf(key)}:${credentials.addressHash}`
	const allowed = await countSignIn(credentials, pair, hashOf(key))
	if (!allowed.ok) return allowed

	const namesakes = await db
		.select({ id: accounts.id, passwordHash: accounts.passwordHash })
		.from(accounts)
		.where(eq(accounts.usernameKey, key))
		.orderBy(sql`${accounts.verifiedAt} is null, ${accounts.createdAt} desc`)
		.limit(MOST_NAMESAKES)
	for (const { id, passwordHash } of namesakes.length > 0 ? namesakes : nobody) {
		const isRight = await verifyPassword(passwordHash, credentials.password)
		if (!isRight.ok) return isRight
		if (!isRight.value) continue
		await forgetAttempts('signIn', pair)
		return ok(id)
	}
	return refuse('credentialsUnknown')
}

const nobody = [{ id: '', passwordHash: null }]

async function countSignIn(
	{ addressHash, isKnownDevice }: Credentials,
	pair: string,
	account: string,
): Promise<Result<undefined>> {
	const counted = await Promise.all([
		countAttempt('signIn', [pair]),
		countAttempt('signInFrom', [addressHash]),
		isKnownDevice ? ok() : countAttempt('signInTo', [account]),
	])
	return counted.find(({ ok }) => !ok) ?? ok()
}
