import { and, eq } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { payments, webhookEvents } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import { paymentProvider } from '#app/gateways/providers.server.ts'
import type { ProviderName } from '#app/models/payment/payment.ts'
import { countAttempt, hasAttemptsLeft } from '#app/models/visitor/attempts.server.ts'

/** A webhook as it came: `body` as text, byte for byte, and the keyed hash of the address it came from. */
type Delivery = { body: string; headers: Headers; addressHash: string | null }

/**
 * Notes a webhook once for each event and has it settled by a job. An event of a payment that is none of
 * ours is kept and has no effect (faults B25). `refused`: its signature is wrong; `tooMany`: once more from
 * an address that was refused again and again, which is no longer written to the log and for which the
 * provider is asked nothing (faults B24).
 */
export async function receiveWebhook(
	provider: ProviderName,
	{ body, headers, addressHash }: Delivery,
): Promise<'accepted' | 'refused' | 'tooMany'> {
	const mayAsk = () => hasAttemptsLeft('refusedWebhook', [addressHash])
	const event = await paymentProvider(provider).readWebhook(body, headers, mayAsk)
	if (!event) {
		const counted = await countAttempt('refusedWebhook', [addressHash])
		if (!counted.ok) return 'tooMany'
		log.warn({ provider, bytes: body.length }, 'a webhook was refused')
		return 'refused'
	}

	await db.transaction(async (tx) => {
		const { eventId, type, providerId } = event
		const [noted, paymentId] = await Promise.all([
			tx
				.insert(webhookEvents)
				.values({ provider, eventId, type, body })
				.onConflictDoNothing()
				.returning({ eventId: webhookEvents.eventId }),
			providerId && findPaymentId(tx, provider, providerId),
		])
		if (noted.length === 0) return
		if (event.disputeId !== null)
			await enqueue(tx, 'noteDispute', { provider, disputeId: event.disputeId })
		if (event.refundOf !== null)
			await enqueue(tx, 'noteRefunds', { provider, captureId: event.refundOf })
		if (providerId === null) return
		if (paymentId) await enqueue(tx, 'settlePayment', { paymentId })
		else log.warn({ provider, eventId }, 'webhook for a payment that is none of ours')
	})
	return 'accepted'
}

async function findPaymentId(
	tx: Transaction,
	provider: ProviderName,
	providerId: string,
): Promise<string | undefined> {
	const [payment] = await tx
		.select({ id: payments.id })
		.from(payments)
		.where(and(eq(payments.provider, provider), eq(payments.providerId, providerId)))
	return payment?.id
}
