import {
	findByCapture,
	findByIntent,
	refundedOf,
	type Change,
	type Dispute,
	type Intent,
	type Ledger,
	type Session,
	type WalletOrder,
} from '#sandbox/ledger.ts'
import * as paypal from '#sandbox/paypal/payments.ts'
import { newWalletId } from '#sandbox/paypal/wire.ts'
import * as stripe from '#sandbox/stripe/payments.ts'
import { newId } from '#sandbox/stripe/wire.ts'

// Actions of people at the provider's own desk, past the shop: refunds by hand, and disputes.

/** Money that moved, by either provider. */
export type TakenMoney = { id: string; amount: number; currency: string } & (
	| { provider: 'stripe'; session: Session; intent: Intent }
	| { provider: 'paypal'; order: WalletOrder }
)

export function findTaken(ledger: Ledger, captureId: string): TakenMoney | null {
	const session = findByIntent(ledger, captureId)
	if (session?.intent?.status === 'succeeded') {
		const { intent } = session
		const { received: amount, currency } = intent
		return { id: intent.id, amount, currency, provider: 'stripe', session, intent }
	}
	const order = findByCapture(ledger, captureId)
	if (order?.capture?.status !== 'COMPLETED') return null
	const { id, amount, currency } = order.capture
	return { id, amount, currency, provider: 'paypal', order }
}

/** Refunds by hand; changes nothing when more is wanted than is left. */
export function refundByHand(
	scene: stripe.Scene,
	taken: TakenMoney,
	wish: { amount?: number | undefined },
): Change[] {
	const left = taken.amount - refundedOf(scene.ledger, taken.id)
	const amount = wish.amount ?? left
	if (amount < 1 || amount > left) return []
	if (taken.provider === 'paypal')
		return paypal.refundCapture(scene, taken.order, { amount, key: null }).changes
	const refund = { amount, reason: null, metadata: {} }
	return stripe.refund(scene, taken.session, taken.intent, refund).changes
}

type Wanted = Pick<TakenMoney, 'id' | 'amount' | 'currency' | 'provider'>

export function openDispute(
	scene: stripe.Scene,
	{ id: captureId, amount: whole, currency, provider }: Wanted,
	{
		amount = whole,
		inquiry = false,
	}: { amount?: number | undefined; inquiry?: boolean | undefined },
): Change[] {
	return announce(scene, {
		id: provider === 'stripe' ? newId('du') : `PP-D-${newWalletId()}`,
		provider,
		captureId,
		created: scene.now,
		amount,
		currency,
		state: 'open',
		isInquiry: inquiry,
		refunded: 0,
	})
}

/**
 * Sets the disputed amount; an inquiry becomes a dispute, and its money is taken. Changes nothing for a dispute that is
 * unknown or over.
 */
export function changeDispute(scene: stripe.Scene, id: string, amount: number): Change[] {
	const dispute = scene.ledger.disputes.get(id)
	if (dispute?.state !== 'open') return []
	return announce(scene, { ...dispute, amount, isInquiry: false })
}

/** Opens a dispute about all of the money that just moved by this change. */
export function disputesOf(scene: stripe.Scene, [table, , row]: Change): Change[] {
	if (table === 'sessions' && row.intent) {
		const { id, received: amount, currency } = row.intent
		return openDispute(scene, { id, amount, currency, provider: 'stripe' }, {})
	}
	if (table !== 'orders' || !row.capture) return []
	return openDispute(scene, { ...row.capture, provider: 'paypal' }, {})
}

/**
 * Closes a dispute; changes nothing for one that is unknown or over. An accepted one is lost; PayPal refunds it then.
 */
export function closeDispute(
	scene: stripe.Scene,
	id: string,
	{ outcome, refunded }: { outcome: 'won' | 'lost' | 'accepted'; refunded?: number | undefined },
): Change[] {
	const dispute = scene.ledger.disputes.get(id)
	if (dispute?.state !== 'open') return []
	const state = outcome === 'won' ? 'won' : 'lost'
	const closed = announce(scene, { ...dispute, state, refunded: refunded ?? dispute.amount })
	const order = findByCapture(scene.ledger, dispute.captureId)
	if (outcome !== 'accepted' || !order) return closed
	const { amount } = dispute
	return [...paypal.refundCapture(scene, order, { amount, key: null }).changes, ...closed]
}

function announce(scene: stripe.Scene, dispute: Dispute): Change[] {
	const note = dispute.provider === 'stripe' ? stripe.dispute : paypal.dispute
	return note(scene, dispute)
}
