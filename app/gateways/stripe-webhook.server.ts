import { Stripe } from 'stripe'
import { z } from 'zod'

import type { PaymentEvent } from '#app/gateways/provider.ts'

/**
 * Reads a webhook of Stripe; null when its signature, age or shape is wrong. The SDK refuses signatures that are too
 * old; those dated in the future are refused here.
 */
export async function readStripeWebhook(
	rawBody: string,
	signature: string,
	secret: string,
): Promise<PaymentEvent | null> {
	const sentAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
	if (!(sentAt <= Date.now() / 1000 + TOLERANCE_SECONDS)) return null
	try {
		const event = await Stripe.webhooks.constructEventAsync(
			rawBody,
			signature,
			secret,
			TOLERANCE_SECONDS,
		)
		const { id, type, data } = eventSchema.parse(event)
		const { object: kind, id: objectId = null, payment_intent: intent = null } = data.object
		return {
			eventId: id,
			type,
			providerId: kind === 'checkout.session' ? objectId : null,
			refundOf: /^(charge\.refund|refund\.)/.test(type) ? intent : null,
			disputeId: kind === 'dispute' ? objectId : null,
			reference: data.object.client_reference_id ?? data.object.metadata?.reference ?? null,
		}
	} catch {
		return null
	}
}

const TOLERANCE_SECONDS = 300

/**
 * The schema of ids and types that the database stores or searches; it lets no NUL character through, which Postgres
 * refuses.
 */
const plainName = z.string().regex(/^[\w.-]{1,255}$/)

/**
 * The schema of a reference that the shop gives; null for any other text. Another program of the account gives names of
 * its own, such as mail addresses: its events are genuine (faults K110).
 */
const ownName = plainName.nullish().catch(null)

const eventSchema = z.object({
	id: plainName,
	type: plainName,
	data: z.object({
		object: z.object({
			object: plainName,
			id: plainName.optional(),
			payment_intent: plainName.nullish(),
			client_reference_id: ownName,
			metadata: z.object({ reference: ownName }).nullish(),
		}),
	}),
})
