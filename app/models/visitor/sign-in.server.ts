import { ok, refuse, type Result } from '#app/models/result.ts'
import { sha256 } from '#app/models/token.server.ts'
import { usernameKey } from '#app/models/visitor/account.ts'
import { countAttempt, forgetAttempt } from '#app/models/visitor/attempts.server.ts'
import { listNamesakes } from '#app/models/visitor/namesakes.server.ts'
import { findPassword } from '#app/models/visitor/password.server.ts'

export type Credentials = {
	username: string
	password: string
	/** Keyed hash of where the attempt comes from; null when that is not known. */
	addressHash: string | null
	/** Whether this browser has signed in to an account before (faults F7: its owner is never locked out). */
	isKnownDevice: (accountId: string) => boolean
}

/**
 * The account whose credentials these are. Attempts are counted before anything is hashed, and an account
 * that does not exist takes as long as a wrong password (faults F6 to F8).
 */
export async function authenticate(credentials: Credentials): Promise<Result<string>> {
	const key = usernameKey(credentials.username)
	const pair = `${sha256(key)}:${credentials.addressHash}`
	const [ofPair, ofAddress] = await Promise.all([
		countAttempt('signIn', [pair]),
		countAttempt('signInFrom', [credentials.addressHash]),
	])
	if (!ofPair.ok) return ofPair
	if (!ofAddress.ok) return ofAddress
	// What is refused counts for nobody else: one address alone must not close a username (faults F7).
	const [namesakes, ofUsername] = await Promise.all([
		listNamesakes(key),
		countAttempt('signInTo', [sha256(key)]),
	])
	const own = namesakes.filter(({ id }) => credentials.isKnownDevice(id))
	if (!ofUsername.ok && own.length === 0) return ofUsername

	// Whose browser knows one account is a stranger to its namesakes.
	const open = ofUsername.ok ? namesakes : own
	const hashes = open.map(({ passwordHash }) => passwordHash)
	const right = await findPassword(hashes, credentials.password)
	if (!right.ok) return right
	const account = open.find(({ passwordHash }) => passwordHash === right.value)
	if (!account) return refuse('credentialsUnknown')
	await forgetAttempt('signIn', pair)
	return ok(account.id)
}
