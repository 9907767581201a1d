import { ok, refuse, type Result } from '#app/models/result.ts'
import { usernameKey } from '#app/models/visitor/account.ts'
import { countAttempt, forgetAttempt, forgetAttempts } from '#app/models/visitor/attempts.server.ts'
import { listNamesakes } from '#app/models/visitor/namesakes.server.ts'
import { findPassword } from '#app/models/visitor/password.server.ts'
import type { Proof } from '#app/models/visitor/proof.server.ts'

export type Credentials = {
	username: string
	password: string
	/** The keyed hash of the network address that the attempt comes from; null when it is not known. */
	addressHash: string | null
	/** True when this browser has signed in to the account before, so that its owner is never locked out (faults F7). */
	isKnownDevice: (accountId: string) => boolean
}

/**
 * Checks a customer's credentials and returns the proof of the account. Attempts are counted before anything is hashed,
 * and an unknown username takes as long as a wrong password (faults F6 to F8).
 */
export async function authenticate(credentials: Credentials): Promise<Result<Proof>> {
	const key = usernameKey(credentials.username)
	const pair = pairOf(key, credentials.addressHash)
	// The limits are counted one after the other, so that an address without points left writes no further rows (faults
	// M14).
	const ofAddress = await countAttempt('signInFrom', [credentials.addressHash])
	if (!ofAddress.ok) return ofAddress
	const ofPair = await countAttempt('signIn', [pair])
	if (!ofPair.ok) return ofPair
	// A refused attempt does not count for the username: one address alone must not close a username (faults F7).
	const [namesakes, ofUsername] = await Promise.all([
		listNamesakes(key),
		countAttempt('signInTo', [key]),
	])
	const own = namesakes.filter(({ id }) => credentials.isKnownDevice(id))
	if (!ofUsername.ok && own.length === 0) return refuse('usernameGuessed')

	// A browser that has signed in to one account is a stranger to the other accounts of the username.
	const open = ofUsername.ok ? namesakes : own
	const hashes = open.map(({ passwordHash }) => passwordHash)
	const right = await findPassword(hashes, credentials.password)
	if (!right.ok) return right
	const account = open.find(({ passwordHash }) => passwordHash === right.value)
	if (!account) return refuse('credentialsUnknown')
	await forgetAttempt('signIn', pair)
	return ok({ accountId: account.id, passwordHash: account.passwordHash, usernameKey: key })
}

/**
 * Clears the counted attempts at a username after its password was reset by mail, so that the owner can sign in with
 * the new one (faults M7).
 */
export async function forgetGuesses(key: string, addressHash: string | null): Promise<void> {
	await forgetAttempts('signInTo', key)
	await forgetAttempts('signIn', pairOf(key, addressHash))
}

function pairOf(key: string, addressHash: string | null): string {
	return `${key} ${addressHash}`
}
