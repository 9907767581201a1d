import { ok, refuse, type Result } from '#app/models/result.ts'
import { usernameKey } from '#app/models/visitor/account.ts'
import { countAttempt, forgetAttempt, forgetAttempts } from '#app/models/visitor/attempts.server.ts'
import { listNamesakes } from '#app/models/visitor/namesakes.server.ts'
import { findPassword } from '#app/models/visitor/password.server.ts'
import type { Proof } from '#app/models/visitor/proof.server.ts'

export type Credentials = {
	username: string
	password: string
	/** Keyed hash of where the attempt comes from; null when that is not known. */
	addressHash: string | null
	/** Whether this browser has signed in to an account before (faults F7: its owner is never locked out). */
	isKnownDevice: (accountId: string) => boolean
}

/**
 * The proof of the account whose credentials these are. Attempts are counted before anything is hashed, and an
 * account that does not exist takes as long as a wrong password (faults F6 to F8).
 */
export async function authenticate(credentials: Credentials): Promise<Result<Proof>> {
	const key = usernameKey(credentials.username)
	const pair = pairOf(key, credentials.addressHash)
	// One after the other: what an address has no points left for is written down nowhere else (faults M14).
	const ofAddress = await countAttempt('signInFrom', [credentials.addressHash])
	if (!ofAddress.ok) return ofAddress
	const ofPair = await countAttempt('signIn', [pair])
	if (!ofPair.ok) return ofPair
	// What is refused counts for nobody else: one address alone must not close a username (faults F7).
	const [namesakes, ofUsername] = await Promise.all([
		listNamesakes(key),
		countAttempt('signInTo', [key]),
	])
	const own = namesakes.filter(({ id }) => credentials.isKnownDevice(id))
	if (!ofUsername.ok && own.length === 0) return refuse('usernameGuessed')

	// Whose browser knows one account is a stranger to its namesakes.
	const open = ofUsername.ok ? namesakes : own
	const hashes = open.map(({ passwordHash }) => passwordHash)
	const right = await findPassword(hashes, credentials.password)
	if (!right.ok) return right
	const account = open.find(({ passwordHash }) => passwordHash === right.value)
	if (!account) return refuse('credentialsUnknown')
	await forgetAttempt('signIn', pair)
	return ok({ accountId: account.id, passwordHash: account.passwordHash, usernameKey: key })
}

/** Whoever could set a new password by mail may type it, whatever was guessed at the username before (faults M7). */
export async function forgetGuesses(key: string, addressHash: string | null): Promise<void> {
	await forgetAttempts('signInTo', key)
	await forgetAttempts('signIn', pairOf(key, addressHash))
}

function pairOf(key: string, addressHash: string | null): string {
	return `${key} ${addressHash}`
}
