import { and, eq } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { payments, webhookEvents } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import { paymentProvider } from '#app/gateways/providers.server.ts'
import type { ProviderName } from '#app/models/payment/payment.ts'

/**
 * Notes a webhook once for each event and has it settled by a job.
 * `refused`: its signature is wrong. An event of somebody else's payment is kept and has no effect.
 */
export async function receiveWebhook(
	provider: ProviderName,
	body: string,
	headers: Headers,
): Promise<'accepted' | 'refused'> {
	const event = await paymentProvider(provider).readWebhook(body, headers)
	if (!event) return 'refused'

	await db.transaction(async (tx) => {
		const noted = await tx
			.insert(webhookEvents)
			.values({ provider, eventId: event.eventId, type: event.type, body })
			.onConflictDoNothing()
			.returning({ eventId: webhookEvents.eventId })
		if (noted.length === 0 || event.providerId === null) return
		const [payment] = await tx
			.select({ id: payments.id })
			.from(payments)
			.where(and(eq(payments.provider, provider), eq(payments.providerId, event.providerId)))
		if (payment) await enqueue(tx, 'settlePayment', { paymentId: payment.id })
		else
			log.warn({ provider, eventId: event.eventId }, 'webhook for a payment that is none of ours')
	})
	return 'accepted'
}
