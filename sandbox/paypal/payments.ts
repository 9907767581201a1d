import { randomUUID } from 'node:crypto'

import type { Change, Dispute, Refund, WalletOrder } from '#sandbox/ledger.ts'
import {
	captureObject,
	disputeObject,
	newWalletId,
	orderObject,
	refundObject,
} from '#sandbox/paypal/wire.ts'
import type { Scene } from '#sandbox/stripe/payments.ts'

/** Approves an order as its payer. No money moves before the shop captures. */
export function approve(scene: Scene, order: WalletOrder, willDecline = false): Change[] {
	if (order.status !== 'PAYER_ACTION_REQUIRED') return []
	const approved: WalletOrder = { ...order, status: 'APPROVED', willDecline }
	return [
		['orders', order.id, approved],
		announced(scene, 'CHECKOUT.ORDER.APPROVED', orderObject(scene.ledger, approved, scene.origin)),
	]
}

type Taken = { amount?: number | undefined; currency?: string | undefined }

/** Takes the money of an approved order for the shop; `pending`: it stays pending until it is settled by hand. */
export function capture(
	scene: Scene,
	order: WalletOrder,
	status: 'COMPLETED' | 'PENDING',
	taken: Taken = {},
): Change[] {
	return captured(scene, {
		...order,
		status: 'COMPLETED',
		capture: {
			id: newWalletId(),
			status,
			amount: taken.amount ?? order.amount,
			currency: taken.currency ?? order.currency,
			at: scene.now,
		},
	})
}

/** Settles a pending capture: the money arrives, or does not. */
export function settleCapture(
	scene: Scene,
	order: WalletOrder,
	outcome: 'succeeded' | 'failed',
): Change[] {
	if (order.capture?.status !== 'PENDING') return []
	const status = outcome === 'succeeded' ? 'COMPLETED' : 'DECLINED'
	return captured(scene, { ...order, capture: { ...order.capture, status } })
}

/** Gives money back. The caller has made sure that it was taken and not yet given back. */
export function refundCapture(
	scene: Scene,
	order: WalletOrder,
	wish: { amount: number; key: string | null },
	status: 'COMPLETED' | 'PENDING' = 'COMPLETED',
): { refund: Refund; changes: Change[] } {
	const refund: Refund = {
		id: newWalletId(),
		created: scene.now,
		intentId: order.capture?.id ?? '',
		chargeId: '',
		amount: wish.amount,
		currency: order.currency,
		reason: null,
		metadata: wish.key ? { key: wish.key } : {},
		status,
	}
	return { refund, changes: refunded(scene, refund) }
}

/** Settles a pending refund: the money arrives, or does not. */
export function settleRefund(
	scene: Scene,
	refund: Refund,
	outcome: 'succeeded' | 'failed',
): Change[] {
	if (refund.status !== 'PENDING') return []
	return refunded(scene, { ...refund, status: outcome === 'succeeded' ? 'COMPLETED' : 'FAILED' })
}

/** Writes a refund, with an event when it is completed: PayPal announces no refund that is pending or failed. */
function refunded(scene: Scene, refund: Refund): Change[] {
	const event = announced(scene, 'PAYMENT.CAPTURE.REFUNDED', refundObject(refund, scene.origin))
	return [['refunds', refund.id, refund], ...(refund.status === 'COMPLETED' ? [event] : [])]
}

/** Opens or decides a dispute. */
export function dispute(scene: Scene, wish: Dispute): Change[] {
	const type = wish.state === 'open' ? 'CUSTOMER.DISPUTE.CREATED' : 'CUSTOMER.DISPUTE.RESOLVED'
	return [['disputes', wish.id, wish], announced(scene, type, disputeObject(wish))]
}

function captured(scene: Scene, order: WalletOrder): Change[] {
	const resource = captureObject(scene.ledger, order, scene.origin)
	return [
		['orders', order.id, order],
		announced(scene, `PAYMENT.CAPTURE.${order.capture?.status ?? ''}`, resource),
	]
}

function announced(scene: Scene, type: string, resource: unknown): Change {
	const id = `WH-${randomUUID().toUpperCase()}`
	const body = JSON.stringify({
		id,
		event_version: '1.0',
		resource_version: '2.0',
		create_time: new Date(scene.now * 1000).toISOString(),
		event_type: type,
		resource,
	})
	return ['events', id, { id, provider: 'paypal', type, body, state: 'waiting' }]
}
