import { sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { inOneRoundTrip } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { webhookEvents } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import type { PaymentEvent } from '#app/gateways/provider.ts'
import { paymentProvider } from '#app/gateways/providers.server.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { sha256 } from '#app/models/token.server.ts'
import { countAttempt, hasAttemptsLeft } from '#app/models/visitor/attempts.server.ts'

/** A webhook as received: `body` as text, byte for byte, and the keyed hash of the sender's address. */
type Delivery = { body: string; headers: Headers; addressHash: string | null }

/**
 * Notes each webhook event once and enqueues a job that settles the payment, refund or dispute it is about. An event of
 * a payment that is not ours is kept and has no effect (faults B25). `refused`: the event's signature is wrong;
 * `tooMany`: events from the sender's address were refused too often, so the event is not logged and the provider is
 * not asked (faults B24).
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

	if (await noteOfPayment(provider, event, body)) return 'accepted'
	await db.transaction(async (tx) => {
		const { eventId, type, providerId } = event
		const [noted, [payment]] = await Promise.all([
			insertEvent(tx, { provider, eventId, type, body }),
			providerId === null ? [] : selectPaymentId(tx, { provider, providerId }),
		])
		if (noted.length === 0) return
		if (event.disputeId !== null)
			await enqueue(tx, 'noteDispute', { provider, disputeId: event.disputeId })
		if (event.refundOf !== null)
			await enqueue(tx, 'noteRefunds', { provider, captureId: event.refundOf })
		if (providerId === null) return
		if (payment) await enqueue(tx, 'settlePayment', { paymentId: payment.id })
		else log.warn({ provider, eventId }, 'webhook for a payment that is none of ours')
	})
	return 'accepted'
}

/**
 * Notes an event that is about a payment of ours and no refund or dispute: one statement and no job when the payment's
 * money is here already. Returns false, with nothing written, for any other event.
 */
async function noteOfPayment(
	provider: ProviderName,
	{ eventId, type, providerId, refundOf, disputeId }: PaymentEvent,
	body: string,
): Promise<boolean> {
	if (providerId === null || refundOf !== null || disputeId !== null) return false
	const event = { provider, eventId, type, body }
	const [payment] = await insertIfSettled(db, { ...event, providerId })
	if (!payment) return false
	if (payment.isSettled) return true

	// The job's id is made of the event's, so both are written in one round trip, known event or not.
	const job = sha256(`${provider} ${eventId}`).slice(0, 32)
	await db.transaction((tx) =>
		inOneRoundTrip([
			() => insertEvent(tx, event),
			() => enqueue(tx, 'settlePayment', { paymentId: payment.id }, { id: job }),
		]),
	)
	return true
}

type NotedEvent = { provider: ProviderName; eventId: string; type: string; body: string }

const insertEvent = prepare<NotedEvent>((build, value) =>
	build
		.insert(webhookEvents)
		.values({
			provider: value('provider'),
			eventId: value('eventId'),
			type: value('type'),
			body: value('body'),
		})
		.onConflictDoNothing()
		.returning({ eventId: webhookEvents.eventId }),
)

const insertIfSettled = prepare<
	NotedEvent & { providerId: string },
	{ id: string; isSettled: boolean }
>(
	(_, value) => sql`
		with payment as (
			select id, paid_amount is not null as "isSettled" from payments
			where provider = ${value('provider')} and provider_id = ${value('providerId')}
		), noted as (
			insert into webhook_events (provider, event_id, type, body)
			select ${value('provider')}::provider_name, ${value('eventId')}, ${value('type')}, ${value('body')}
			from payment where "isSettled" on conflict do nothing
		)
		select id, "isSettled" from payment`,
)

const selectPaymentId = prepare<{ provider: ProviderName; providerId: string }, { id: string }>(
	(_, value) => sql`
		select id from payments
		where provider = ${value('provider')} and provider_id = ${value('providerId')}`,
)
