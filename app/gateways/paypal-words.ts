import { z } from 'zod'

import { ProviderRefused } from '#app/gateways/provider-error.ts'
import { cents, sum, type Cents } from '#app/models/money.ts'
import type { Dispute, GivenBack, ProviderReport } from '#app/models/payment/payment.ts'

// Translates PayPal's orders, captures, refunds and disputes into the shop's words.

const amountSchema = z.object({
	currency_code: z.string(),
	value: z.string().regex(/^\d{1,7}(\.\d{1,2})?$/),
})

/** The schema of an order in PayPal's answers. */
export const orderSchema = z.object({
	id: z.string(),
	status: z.string(),
	purchase_units: z
		.array(
			z.object({
				custom_id: z.string().optional(),
				amount: amountSchema,
				items: z.array(z.object({ description: z.string().optional() })).optional(),
				payments: z
					.object({
						captures: z
							.array(z.object({ id: z.string(), status: z.string(), amount: amountSchema }))
							.optional(),
						refunds: z
							.array(
								z.object({
									id: z.string(),
									status: z.string(),
									amount: amountSchema,
									custom_id: z.string().optional(),
								}),
							)
							.optional(),
					})
					.optional(),
			}),
		)
		.min(1),
	payer: z
		.object({
			email_address: z.string().optional(),
			name: z
				.object({ given_name: z.string().optional(), surname: z.string().optional() })
				.optional(),
		})
		.optional(),
})

export type Order = z.output<typeof orderSchema>

export function orderPath(orderId: string): string {
	return `/v2/checkout/orders/${encodeURIComponent(orderId)}`
}

export function reportOf(order: Order | null): ProviderReport {
	const [unit] = order?.purchase_units ?? []
	if (!order || !unit) return { state: 'unknown', amount: cents(0), currency: '', reference: '' }
	const captures = capturesOf(order)
	const counted = captures.length > 0 ? captures : [order]
	const states = captures.length > 0 ? captureStates : orderStates
	const unknown = counted.find(({ status }) => !states.has(status))
	const isUnderWay = counted.some(({ status }) => (states.get(status) ?? 'pending') === 'pending')
	const [first, ...others] = captures.filter(({ status }) => captureStates.get(status) === 'paid')
	const taken = first ? [first, ...others].map(({ amount }) => amount) : [unit.amount]
	// Several captures are compared with the agreed amount as a sum.
	const amount = sum(taken.map(({ value }) => centsOf(value)))
	// A part of the money decides nothing while a further capture may still bring more.
	const isPaid = first && (!isUnderWay || amount >= centsOf(unit.amount.value))
	return {
		state: isPaid ? 'paid' : leastCertain(counted.map(({ status }) => states.get(status))),
		amount,
		currency: [...new Set(taken.map((each) => each.currency_code))].join(' '),
		reference: unit.custom_id ?? '',
		...(isPaid && { captureId: first.id }),
		...(captures.length === 0 && payable.has(order.status) && { isPayable: true }),
		...(unknown && { unknownStatus: unknown.status }),
	}
}

/** Lists the captures of an order, also failed ones. */
export function capturesOf(order: Order | null) {
	return order?.purchase_units[0]?.payments?.captures ?? []
}

type State = ProviderReport['state']

/**
 * The state of a payment by the status of its capture. A status that is missing here is pending and told to the
 * operator, never paid (faults N5).
 */
const captureStates = new Map<string, State>([
	['COMPLETED', 'paid'],
	['PARTIALLY_REFUNDED', 'paid'],
	['REFUNDED', 'paid'],
	['PENDING', 'pending'],
	['DECLINED', 'declined'],
	['FAILED', 'declined'],
])

/**
 * The state of a payment by the status of its order, where that has no capture. A completed order without one has a
 * capture that PayPal does not show yet.
 */
const orderStates = new Map<string, State>([
	['CREATED', 'pending'],
	['SAVED', 'pending'],
	['PAYER_ACTION_REQUIRED', 'pending'],
	['COMPLETED', 'pending'],
	['APPROVED', 'approved'],
	['VOIDED', 'cancelled'],
])

/** The statuses of an order that the payer has not approved yet and can still pay. */
const payable = new Set(['CREATED', 'SAVED', 'PAYER_ACTION_REQUIRED'])

/**
 * Returns the state of a payment without money by the states of its captures: theirs when all have one and the same,
 * else pending.
 */
function leastCertain(states: (State | undefined)[]): State {
	const [last = 'pending', ...before] = states.toReversed()
	return before.every((state) => state === last) ? last : 'pending'
}

/**
 * Lists the refunds of an order, without failed ones. `key` is the `custom_id` that we gave; null for a refund made at
 * PayPal's own desk.
 * @throws ProviderRefused for an order that PayPal does not know: nothing is known of its refunds
 */
export function refundsOf(order: Order | null): GivenBack[] {
	if (!order) throw new ProviderRefused('PayPal does not know the order of this money')
	return (order.purchase_units[0]?.payments?.refunds ?? [])
		.filter(({ status }) => !hasFailed(status))
		.map(({ id, status, amount, custom_id: key = null }) => ({
			providerRefundId: id,
			amount: centsOf(amount.value),
			key,
			...progressOf(status),
		}))
}

/**
 * Reads the status of a refund. An unknown status counts as pending, so that the refund is asked about again: it may
 * still fail (faults N5).
 */
export function progressOf(status: string): Pick<GivenBack, 'isPending' | 'unknownStatus'> {
	if (status === 'COMPLETED') return { isPending: false }
	return { isPending: true, ...(status !== 'PENDING' && { unknownStatus: status }) }
}

export function hasFailed(status: string) {
	return status === 'FAILED' || status === 'CANCELLED'
}

export function disputeOf(found: z.output<typeof disputeSchema> | null): Dispute | null {
	const [transaction] = found?.disputed_transactions ?? []
	if (!found || !transaction) return null
	const { outcome_code: outcome = '', amount_refunded: refunded } = found.dispute_outcome ?? {}
	const status = found.status === 'RESOLVED' ? `RESOLVED ${outcome}` : found.status
	const state = disputeStates.get(status)
	// A payer who wins a dispute may get less than the disputed amount.
	const amount = (state === 'lost' && refunded) || found.dispute_amount
	return {
		captureId: transaction.seller_transaction_id,
		amount: centsOf(amount.value),
		state: state ?? 'open',
		...(!state && { unknownStatus: status }),
	}
}

/**
 * The state of a dispute by its status at PayPal. A status that is missing here leaves the money disputed, and is told
 * to the operator (faults N5).
 */
const disputeStates = new Map<string, Dispute['state']>([
	['OPEN', 'open'],
	['WAITING_FOR_BUYER_RESPONSE', 'open'],
	['WAITING_FOR_SELLER_RESPONSE', 'open'],
	['UNDER_REVIEW', 'open'],
	['OTHER', 'open'],
	['RESOLVED RESOLVED_BUYER_FAVOUR', 'lost'],
	['RESOLVED ACCEPTED', 'lost'],
	['RESOLVED RESOLVED_SELLER_FAVOUR', 'won'],
	['RESOLVED RESOLVED_WITH_PAYOUT', 'won'],
	['RESOLVED CANCELED_BY_BUYER', 'won'],
	['RESOLVED DENIED', 'won'],
	// PayPal closed the dispute without a decision.
	['RESOLVED NONE', 'won'],
])

/** The schema of a dispute in PayPal's answers. */
export const disputeSchema = z.object({
	status: z.string(),
	disputed_transactions: z.array(z.object({ seller_transaction_id: z.string() })),
	dispute_amount: amountSchema,
	dispute_outcome: z
		.object({ outcome_code: z.string(), amount_refunded: amountSchema.optional() })
		.optional(),
})

export function centsOf(value: string): Cents {
	return cents(Math.round(Number(value) * 100))
}
