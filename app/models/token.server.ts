import { createHash, randomBytes } from 'node:crypto'

/**
 * Makes a secret of 256 random bits, base64url (43 characters). It gives access by itself, so it must not be guessed.
 */
export function newToken(): string {
	return randomBytes(32).toString('base64url')
}

/** Makes an id of 128 random bits, base64url (22 characters), that tells nothing and cannot be guessed. */
export function newPublicId(): string {
	return randomBytes(16).toString('base64url')
}

/** Makes 256 random bits as 64 hexadecimal digits, for clients that expect this form. */
export function randomHex(): string {
	return randomBytes(32).toString('hex')
}

/**
 * Returns the SHA-256 of a text in hex. For the hashes of tokens alone: a name or a mail address could be guessed from
 * it, so these take `keyedHash`.
 */
export function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex')
}

/**
 * Returns a UUID computed from a text, one and the same for one text: the id of a row that is made once however often
 * it is asked for.
 */
export function uuidOf(text: string): string {
	const hex = sha256(text)
	return [8, 12, 16, 20, 32].map((end, at, ends) => hex.slice(ends[at - 1] ?? 0, end)).join('-')
}
