import { createVerify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'

import { z } from 'zod'

import { readUpTo } from '#app/gateways/careful-fetch.server.ts'
import type { PayPalAccount } from '#app/gateways/paypal-client.server.ts'
import type { PaymentEvent } from '#app/gateways/provider.ts'

/** PayPal sends again for three days, under the time of the first try. */
const TOLERANCE = { past: 4 * 24 * 60 * 60 * 1000, future: 5 * 60 * 1000 }

/**
 * Reads a webhook of PayPal's, or null when its signature, age or shape is wrong. The signature is checked
 * here, without asking PayPal; the certificate comes from PayPal's own host and nowhere else (faults B26).
 */
export async function readPayPalWebhook(
	{ apiUrl, webhookId }: PayPalAccount,
	rawBody: string,
	headers: Headers,
): Promise<PaymentEvent | null> {
	const head = (name: string) => headers.get(`paypal-${name}`) ?? ''
	const [id, time, signature] = [
		head('transmission-id'),
		head('transmission-time'),
		head('transmission-sig'),
	]
	const age = Date.now() - Date.parse(time)
	if (!(age < TOLERANCE.past && age > -TOLERANCE.future)) return null
	if (head('auth-algo') !== 'SHA256withRSA' || !id) return null

	const certificate = await certificateFrom(head('cert-url'), apiUrl)
	if (!certificate) return null
	const message = `${id}|${time}|${webhookId}|${crc32(Buffer.from(rawBody))}`
	const verifier = createVerify('sha256').update(message)
	if (!verifier.verify(certificate.publicKey, signature, 'base64')) return null
	return eventOf(rawBody)
}

const certificates = new Map<string, X509Certificate>()

/** Null for an address that is not PayPal's, without a request, and for what is no valid certificate. */
async function certificateFrom(address: string, apiUrl: string): Promise<X509Certificate | null> {
	const url = URL.canParse(address) ? new URL(address) : null
	if (!url || !certificateOrigins(apiUrl).includes(url.origin)) return null
	if (!/^\/v1\/notifications\/certs\/[\w-]+$/.test(url.pathname) || url.search) return null

	const known = certificates.get(url.href)
	const certificate = known ?? (await fetchCertificate(url))
	if (!certificate) return null
	certificates.set(url.href, certificate)
	const now = Date.now()
	const isValid = Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo)
	return isValid ? certificate : null
}

/** The API is at 'api-m.paypal.com', its certificates at 'api.paypal.com'. */
function certificateOrigins(apiUrl: string): string[] {
	const { origin } = new URL(apiUrl)
	return [origin, origin.replace('//api-m.', '//api.')]
}

async function fetchCertificate(url: URL): Promise<X509Certificate | null> {
	try {
		const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(4000) })
		return response.ok ? new X509Certificate(await readUpTo(20_000, response)) : null
	} catch {
		return null
	}
}

/** What we keep or look for in the database, which takes no NUL: plain names only. */
const plainName = z.string().regex(/^[\w.-]{1,255}$/)

const eventSchema = z.object({
	id: plainName,
	event_type: plainName,
	resource: z.object({
		id: plainName.optional(),
		dispute_id: plainName.optional(),
		custom_id: plainName.optional(),
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

/** A refund names what it gives back by a link, one up. */
function captureIn({ links }: z.output<typeof eventSchema>['resource']): string | null {
	const up = links?.find(({ rel }) => rel === 'up')?.href ?? ''
	return /\/v2\/payments\/captures\/([\w-]{1,64})$/.exec(up)?.[1] ?? null
}
