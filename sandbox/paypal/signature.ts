import { randomUUID, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'

import type { Seal } from '#sandbox/paypal/certificate.ts'

/** Returns the headers that prove a webhook of PayPal: a signature over its id, time, subscription and checksum. */
export function signatureHeaders(
	body: string,
	{ seal, origin, webhookId }: { seal: Seal; origin: string; webhookId: string },
): Record<string, string> {
	const id = randomUUID()
	const time = new Date().toISOString()
	const message = `${id}|${time}|${webhookId}|${crc32(Buffer.from(body))}`
	return {
		'paypal-transmission-id': id,
		'paypal-transmission-time': time,
		'paypal-transmission-sig': sign('sha256', Buffer.from(message), seal.privateKey).toString(
			'base64',
		),
		'paypal-cert-url': `${origin}/v1/notifications/certs/${seal.id}`,
		'paypal-auth-algo': 'SHA256withRSA',
	}
}
