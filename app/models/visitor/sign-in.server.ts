import { eq, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { accounts } from '#app/db/schema.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { hashOf } from '#app/models/token.server.ts'
import { usernameKey } from '#app/models/visitor/account.ts'
import { countAttempt, forgetAttempt } from '#app/models/visitor/attempts.server.ts'
import { verifyPassword } from '#app/models/visitor/password.server.ts'

export type Credentials = {
	username: string
	password: string
	/** Keyed hash of where the attempt comes from; null when that is not known. */
	addressHash: string | null
	/** Whether this browser has signed in to an account before (faults F7: its owner is never locked out). */
	isKnownDevice: (accountId: string) => boolean
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
	const [namesakes, ofPair, ofAddress, ofUsername] = await Promise.all([
		listNamesakes(key),
		countAttempt('signIn', [pair]),
		countAttempt('signInFrom', [credentials.addressHash]),
		countAttempt('signInTo', [hashOf(key)]),
	])
	if (!ofPair.ok) return ofPair
	if (!ofAddress.ok) return ofAddress
	const own = namesakes.filter(({ id }) => credentials.isKnownDevice(id))
	if (!ofUsername.ok && own.length === 0) return ofUsername

	// Whose browser knows one account is a stranger to its namesakes.
	const open = ofUsername.ok ? namesakes : own
	for (const { id, passwordHash } of open.length > 0 ? open : nobody) {
		const isRight = await verifyPassword(passwordHash, credentials.password)
		if (!isRight.ok) return isRight
		if (!isRight.value) continue
		await forgetAttempt('signIn', pair)
		return ok(id)
	}
	return refuse('credentialsUnknown')
}

const nobody = [{ id: '', passwordHash: null }]

async function listNamesakes(key: string) {
	return db
		.select({ id: accounts.id, passwordHash: accounts.passwordHash })
		.from(accounts)
		.where(eq(accounts.usernameKey, key))
		.orderBy(sql`${accounts.verifiedAt} is null, ${accounts.createdAt} desc`)
		.limit(MOST_NAMESAKES)
}
