import { randomBytes } from 'node:crypto'

import {
	refundedOf,
	type Dispute,
	type Ledger,
	type Refund,
	type WalletOrder,
} from '#sandbox/ledger.ts'

/** Makes an id in PayPal's manner: capitals and digits. */
export function newWalletId(): string {
	return randomBytes(17).toString('base64url').toUpperCase().replaceAll(/[-_]/g, '0').slice(0, 17)
}

/** The Order object, as with `Prefer: return=representation`. `origin` is this sandbox's address. */
export function orderObject(ledger: Ledger, order: WalletOrder, origin: string) {
	const capture = captureObject(ledger, order, origin)
	return {
		id: order.id,
		intent: 'CAPTURE',
		status: order.status,
		create_time: moment(order.created),
		...(order.status !== 'PAYER_ACTION_REQUIRED' && { payer }),
		payment_source: { paypal: {} },
		purchase_units: [
			{
				reference_id: 'default',
				amount: money(order.amount, order.currency),
				description: order.description,
				...(order.item && { items: [itemOf(order, order.item)] }),
				...(order.reference && { custom_id: order.reference }),
				...(capture && {
					payments: {
						captures: [capture],
						refunds: refundsOf(ledger, order).map((refund) => refundObject(refund, origin)),
					},
				}),
			},
		],
		links: [
			link(origin, `/v2/checkout/orders/${order.id}`, 'self', 'GET'),
			...(order.status === 'PAYER_ACTION_REQUIRED'
				? [link(origin, `/checkoutnow?token=${order.id}`, 'payer-action', 'GET')]
				: []),
			...(order.status === 'APPROVED'
				? [link(origin, `/v2/checkout/orders/${order.id}/capture`, 'capture', 'POST')]
				: []),
		],
	}
}

/** The payer of every order. */
export const payer = {
	payer_id: 'SANDBOXPAYER1',
	email_address: 'payer@example.com',
	name: { given_name: 'Grace', surname: 'Hopper' },
}

function itemOf({ amount, currency, description: name }: WalletOrder, description: string) {
	return { name, quantity: '1', description, unit_amount: money(amount, currency) }
}

/** The Capture object, or null before the first attempt to take the money. */
export function captureObject(ledger: Ledger, order: WalletOrder, origin: string) {
	const { capture } = order
	if (!capture) return null
	const refunded = refundedOf(ledger, capture.id)
	return {
		id: capture.id,
		status: statusOf(capture.status, refunded, capture.amount),
		amount: money(capture.amount, capture.currency),
		final_capture: true,
		...(order.reference && { custom_id: order.reference }),
		supplementary_data: { related_ids: { order_id: order.id } },
		create_time: moment(capture.at),
		update_time: moment(capture.at),
		links: [link(origin, `/v2/payments/captures/${capture.id}`, 'self', 'GET')],
	}
}

export function refundObject(refund: Refund, origin: string) {
	return {
		id: refund.id,
		status: refund.status,
		amount: money(refund.amount, refund.currency),
		...(refund.metadata['key'] && { custom_id: refund.metadata['key'] }),
		create_time: moment(refund.created),
		update_time: moment(refund.created),
		links: [
			link(origin, `/v2/payments/refunds/${refund.id}`, 'self', 'GET'),
			link(origin, `/v2/payments/captures/${refund.intentId}`, 'up', 'GET'),
		],
	}
}

export function disputeObject(dispute: Dispute) {
	const outcome = dispute.state === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR'
	return {
		dispute_id: dispute.id,
		create_time: moment(dispute.created),
		disputed_transactions: [{ seller_transaction_id: dispute.captureId }],
		reason: 'UNAUTHORISED',
		status: dispute.state === 'open' ? 'OPEN' : 'RESOLVED',
		dispute_amount: money(dispute.amount, dispute.currency),
		...(dispute.state !== 'open' && {
			dispute_outcome: {
				outcome_code: outcome,
				...(dispute.state === 'lost' && {
					amount_refunded: money(dispute.refunded, dispute.currency),
				}),
			},
		}),
		dispute_life_cycle_stage: 'CHARGEBACK',
	}
}

/** Returns an amount as PayPal writes it: '64.80', '-20.00'. */
export function money(amount: number, currency: string) {
	return { currency_code: currency, value: (amount / 100).toFixed(2) }
}

function refundsOf(ledger: Ledger, { capture }: WalletOrder): Refund[] {
	return [...ledger.refunds.values()].filter(({ intentId }) => intentId === capture?.id)
}

function statusOf(status: string, refunded: number, amount: number) {
	if (status !== 'COMPLETED' || refunded === 0) return status
	return refunded === amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
}

function link(origin: string, path: string, rel: string, method: string) {
	return { href: origin + path, rel, method }
}

export function moment(seconds: number) {
	return new Date(seconds * 1000).toISOString().replace('.000', '')
}
