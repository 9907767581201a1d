import {
	verifyAuthenticationResponse,
	type AuthenticationResponseJSON,
	type AuthenticatorTransportFuture,
} from '@simplewebauthn/server'

import type { SignedChallenge } from '#app/models/visitor/passkey.ts'

/** A stored passkey of a customer or of a member of staff, with what a signature is checked against. */
type StoredKey = { id: string; publicKey: string; counter: number; transports: readonly string[] }

type Expected = {
	expectedChallenge: string
	expectedOrigin: string
	expectedRPID: string
	requireUserVerification: boolean
}

/**
 * Verifies the response of an authenticator to a challenge (WebAuthn, section 7.2). Returns the number of signatures
 * that the key has counted; null when the signature, the origin or the counter is wrong.
 */
export async function verifySignature(
	{ id, publicKey, counter, transports }: StoredKey,
	answer: SignedChallenge['answer'],
	expected: Expected,
): Promise<number | null> {
	const signed = await verifyAuthenticationResponse({
		...expected,
		response: answer as unknown as AuthenticationResponseJSON,
		credential: {
			id,
			publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
			counter,
			transports: transports as AuthenticatorTransportFuture[],
		},
	}).catch(() => null)
	return signed?.verified ? signed.authenticationInfo.newCounter : null
}
