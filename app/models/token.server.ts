import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 random bits, base64url (43 characters): it gives access by itself, so it cannot be guessed. */
export function newToken(): string {
	return randomBytes(32).toString('base64url')
}

/** An id of 128 random bits, base64url (22 characters), that tells nothing and cannot be guessed. */
export function newPublicId(): string {
	return randomBytes(16).toString('base64url')
}

/** 256 random bits as 64 hexadecimal digits, for clients that expect this form. */
export function randomHex(): string {
	return randomBytes(32).toString('hex')
}

/** SHA-256 in hex, for stored tokens only: a name or a mail address can be guessed from its hash (`keyedHash`). */
export function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex')
}
