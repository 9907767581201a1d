import { createHmac } from 'node:crypto'

import { env } from '#app/gateways/env.server.ts'

/**
 * Returns the HMAC-SHA256 of a text in base64url, for texts that are compared and must not be guessed from their hash,
 * such as mail addresses. The key is the oldest of `SESSION_SECRETS`, so that a newer secret put in front of it changes
 * no hash (faults H17).
 */
export function keyedHash(text: string): string {
	return createHmac('sha256', env.SESSION_SECRETS.at(-1) ?? '')
		.update(text)
		.digest('base64url')
}
