import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, base64url (43 characters): it opens a door by itself, so it cannot be guessed. */
export function newToken(): string {
	return randomBytes(32).toString('base64url')
}

/** 128 random bits, base64url (22 characters): a name that tells nothing and cannot be guessed. */
export function newPublicId(): string {
	return randomBytes(16).toString('base64url')
}

/** The same bits as 64 hexadecimal digits, for clients that expect them so. */
export function randomHex(): string {
	return randomBytes(32).toString('hex')
}

/** SHA-256, hex. For tokens as they are stored: a name or a mail address is guessed from its hash (`keyedHash`). */
export function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex')
}
