import type { Change, Dispute, Intent, Ledger, Refund, Session } from '#sandbox/ledger.ts'
import {
	chargeObject,
	disputeObject,
	eventObject,
	newId,
	refundObject,
	sessionObject,
} from '#sandbox/stripe/wire.ts'

/** The sandbox's own address, its ledger and its clock in Unix seconds. */
export type Scene = { ledger: Ledger; origin: string; now: number }

/** The amount and currency reported as taken, when a test wants them to differ from those asked. */
export type Taken = { amount?: number | undefined; currency?: string | undefined }

/** Pays a session as the payer. Writes nothing for a session that is no longer open. */
export function pay(
	scene: Scene,
	session: Session,
	mode: 'instant' | 'processing',
	taken: Taken = {},
): Change[] {
	if (session.status !== 'open') return []
	const instant = mode === 'instant'
	return changed(
		scene,
		{
			...session,
			status: 'complete',
			paymentStatus: instant ? 'paid' : 'unpaid',
			intent: {
				...intentOf(session, scene.now),
				status: instant ? 'succeeded' : 'processing',
				received: taken.amount ?? session.amount,
				currency: taken.currency ?? session.currency,
				lastError: null,
				paidAt: instant ? scene.now : null,
			},
		},
		'checkout.session.completed',
	)
}

/** Declines the card; the session stays open for another try. */
export function decline(scene: Scene, session: Session): Change[] {
	if (session.status !== 'open') return []
	const intent = { ...intentOf(session, scene.now), lastError: 'generic_decline' }
	return [['sessions', session.id, { ...session, intent, declines: session.declines + 1 }]]
}

/** Ends the session without money, by request or because its time is up. */
export function expire(scene: Scene, session: Session): Change[] {
	if (session.status !== 'open') return []
	const intent: Intent | null = session.intent && { ...session.intent, status: 'canceled' }
	return changed(scene, { ...session, status: 'expired', intent }, 'checkout.session.expired')
}

/** Settles a processing payment: the money arrives, or does not. */
export function settle(scene: Scene, session: Session, outcome: 'succeeded' | 'failed'): Change[] {
	if (session.intent?.status !== 'processing') return []
	if (outcome === 'failed') {
		const intent: Intent = { ...session.intent, status: 'requires_payment_method' }
		return changed(scene, { ...session, intent }, 'checkout.session.async_payment_failed')
	}
	const intent: Intent = { ...session.intent, status: 'succeeded', paidAt: scene.now }
	const paid: Session = { ...session, paymentStatus: 'paid', intent }
	return changed(scene, paid, 'checkout.session.async_payment_succeeded')
}

/** Gives money back. The caller has made sure that it was taken and not yet given back. */
export function refund(
	scene: Scene,
	session: Session,
	intent: Intent,
	wish: Pick<Refund, 'amount' | 'reason' | 'metadata'>,
): { refund: Refund; changes: Change[] } {
	const refund: Refund = {
		...wish,
		id: newId('re'),
		created: scene.now,
		intentId: intent.id,
		chargeId: intent.chargeId,
		currency: intent.currency,
		status: 'COMPLETED',
	}
	const charge = chargeObject(scene.ledger, session, intent, refund.amount)
	return {
		refund,
		changes: [
			['refunds', refund.id, refund],
			announced(scene, 'charge.refunded', charge),
			announced(scene, 'refund.created', refundObject(refund)),
		],
	}
}

/** Opens or decides a dispute. */
export function dispute(scene: Scene, wish: Dispute): Change[] {
	const type = wish.state === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed'
	return [['disputes', wish.id, wish], announced(scene, type, disputeObject(wish))]
}

/** Makes an event of a given type about an object, also for tests of webhooks that come late or out of order. */
export function announced(scene: Scene, type: string, object: unknown): Change {
	const id = newId('evt')
	const body = JSON.stringify(eventObject({ id, type, created: scene.now, object }), null, 2)
	return ['events', id, { id, provider: 'stripe', type, body, state: 'waiting' }]
}

/** Expires every session whose time is up. */
export function expireOverdue(scene: Scene): Change[] {
	return [...scene.ledger.sessions.values()]
		.filter((session) => session.status === 'open' && session.expiresAt <= scene.now)
		.flatMap((session) => expire(scene, session))
}

function changed(scene: Scene, session: Session, type: string): Change[] {
	return [
		['sessions', session.id, session],
		announced(scene, type, sessionObject(session, scene.origin)),
	]
}

function intentOf(session: Session, now: number): Intent {
	return (
		session.intent ?? {
			id: newId('pi'),
			chargeId: newId('ch'),
			created: now,
			status: 'requires_payment_method',
			received: 0,
			currency: session.currency,
			lastError: null,
			paidAt: null,
		}
	)
}
