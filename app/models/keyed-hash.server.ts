import { createHmac } from 'node:crypto'

import { env } from '#app/gateways/env.server.ts'

/**
 * HMAC-SHA256 in base64url, for texts that are compared and must not be guessed from their hash, such as mail
 * addresses. The key is the oldest secret, so that a newer one put in front of it changes nothing (faults H17).
 */
export function keyedHash(text: string): string {
	return createHmac('sha256', env.SESSION_SECRETS.at(-1) ?? '')
		.update(text)
		.digest('base64url')
}
