import { createVerify } from 'node:crypto'
import { crc32 } from 'node:zlib'

import { z } from 'zod'

import { keepCertificates } from '#app/gateways/paypal-certificates.server.ts'
import type { PayPalAccount } from '#app/gateways/paypal-client.server.ts'
import type { PaymentEvent, PaymentProvider } from '#app/gateways/provider.ts'

/**
 * The age that a webhook may have, in milliseconds: PayPal sends one again for three days, with the time of the first
 * try.
 */
const TOLERANCE = { past: 4 * 24 * 60 * 60 * 1000, future: 5 * 60 * 1000 }

/**
 * Returns the function that reads the webhooks of a PayPal account. It checks the signature here, without asking
 * PayPal, by a certificate from PayPal's own host only (faults B26).
 */
export function payPalWebhooks({
	apiUrl,
	webhookId,
}: PayPalAccount): PaymentProvider['readWebhook'] {
	const findCertificate = keepCertificates(apiUrl)
	return async (rawBody, headers, mayAsk) => {
		const head = (name: string) => headers.get(`paypal-${name}`) ?? ''
		const [id, time, signature] = [
			head('transmission-id'),
			head('transmission-time'),
			head('transmission-sig'),
		]
		const age = Date.now() - Date.parse(time)
		if (!(age < TOLERANCE.past && age > -TOLERANCE.future)) return null
		if (head('auth-algo') !== 'SHA256withRSA' || !id) return null

		const certificate = await findCertificate(head('cert-url'), mayAsk)
		if (!certificate) return null
		const message = `${id}|${time}|${webhookId}|${crc32(Buffer.from(rawBody))}`
		const verifier = createVerify('sha256').update(message)
		if (!verifier.verify(certificate.publicKey, signature, 'base64')) return null
		return eventOf(rawBody)
	}
}

/**
 * The schema of ids and types that the database stores or searches; it lets no NUL character through, which Postgres
 * refuses.
 */
const plainName = z.string().regex(/^[\w.-]{1,255}$/)

/**
 * The schema of a webhook's body. A `custom_id` of another form is read as none: another program of the account writes
 * names of its own there (faults K110).
 */
const eventSchema = z.object({
	id: plainName,
	event_type: plainName,
	resource: z.object({
		id: plainName.optional(),
		dispute_id: plainName.optional(),
		custom_id: plainName.optional().catch(undefined),
		links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
		supplementary_data: z
			.object({ related_ids: z.object({ order_id: plainName.optional() }).optional() })
			.optional(),
	}),
})

function eventOf(rawBody: string): PaymentEvent | null {
	try {
		const { id, event_type: type, resource } = eventSchema.parse(JSON.parse(rawBody))
		const orderId = type.startsWith('CHECKOUT.ORDER.')
			? resource.id
			: resource.supplementary_data?.related_ids?.order_id
		return {
			eventId: id,
			type,
			providerId: orderId ?? null,
			refundOf: /^PAYMENT\.CAPTURE\.(REFUNDED|REVERSED)$/.test(type) ? captureIn(resource) : null,
			disputeId: type.startsWith('CUSTOMER.DISPUTE.') ? (resource.dispute_id ?? null) : null,
			reference: resource.custom_id ?? null,
		}
	} catch {
		return null
	}
}

/**
 * Returns the id of the capture that a refund belongs to, from the refund's link with `rel` 'up'; null when there is
 * none.
 */
function captureIn({ links }: z.output<typeof eventSchema>['resource']): string | null {
	const up = links?.find(({ rel }) => rel === 'up')?.href ?? ''
	return /\/v2\/payments\/captures\/([\w-]{1,64})$/.exec(up)?.[1] ?? null
}
