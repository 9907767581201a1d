import { createHmac } from 'node:crypto'

import { env } from '#app/gateways/env.server.ts'

/**
 * HMAC-SHA256, base64url, for what is compared and must not be guessed from its hash, such as a mail address. Its
 * key is the oldest secret, so that a newer one put in front of it changes nothing (faults H17).
 */
export function keyedHash(text: string): string {
	return createHmac('sha256', env.SESSION_SECRETS.at(-1) ?? '')
		.update(text)
		.digest('base64url')
}
