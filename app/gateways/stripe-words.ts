import { z } from 'zod'

import { cents } from '#app/models/money.ts'
import type { GivenBack, ProviderReport } from '#app/models/payment/payment.ts'

// Translates Stripe's sessions and refunds into the shop's words.

/** The schema of a session in Stripe's answers. */
export const sessionSchema = z.object({
	status: z.string().nullable(),
	payment_status: z.string(),
	/** The sum in cents; null for a session that takes no payment, such as one of another program that only saves a card. */
	amount_total: z.int().nullable(),
	currency: z.string().nullable(),
	client_reference_id: z.string().nullable(),
	payment_intent: z
		.object({ id: z.string(), status: z.string(), amount_received: z.int(), currency: z.string() })
		.nullable(),
})

export type Session = z.output<typeof sessionSchema>

export function reportOf(session: Session | null): ProviderReport {
	if (!session) return { state: 'unknown', amount: cents(0), currency: '', reference: '' }
	const intent = session.payment_intent
	const { state, isPayable, unknownStatus } = stateOf(session)
	const isPaid = state === 'paid'
	return {
		state,
		amount: cents(isPaid && intent ? intent.amount_received : (session.amount_total ?? 0)),
		currency: (isPaid && intent ? intent.currency : (session.currency ?? '')).toUpperCase(),
		reference: session.client_reference_id ?? '',
		...(isPaid && intent && { captureId: intent.id }),
		...(isPayable && { isPayable }),
		...(unknownStatus !== undefined && { unknownStatus }),
	}
}

type SessionStatus = Pick<ProviderReport, 'state' | 'isPayable' | 'unknownStatus'>

/**
 * Reads the state of a payment from its session. A status that is missing here is pending and told to the operator,
 * never paid (faults N5), and so is 'no_payment_required': each of our payments has a price.
 */
export function stateOf({
	payment_status: paid,
	status,
	payment_intent: intent,
}: Session): SessionStatus {
	if (paid === 'paid') return { state: 'paid' }
	if (paid !== 'unpaid') return { state: 'pending', unknownStatus: paid }
	if (status === 'expired') return { state: 'cancelled' }
	if (status === 'open') return { state: 'pending', isPayable: true }
	if (status !== 'complete') return { state: 'pending', unknownStatus: status ?? 'null' }
	// Complete and unpaid: a slow method such as a direct debit, on its way or failed for good.
	const state = intent === null ? 'pending' : intentStates.get(intent.status)
	return state ? { state } : { state: 'pending', ...(intent && { unknownStatus: intent.status }) }
}

/** The state of a payment whose session is complete and unpaid, by the status of its intent. */
const intentStates = new Map<string, ProviderReport['state']>([
	['requires_payment_method', 'declined'],
	['canceled', 'declined'],
	['processing', 'pending'],
	['requires_action', 'pending'],
	['requires_capture', 'pending'],
	['requires_confirmation', 'pending'],
	['succeeded', 'pending'],
])

/**
 * Reads the status of a refund. Stripe announces the later failure of a refund by an event, so only a refund of unknown
 * status is pending and asked about again (faults N5).
 */
export function progressOf(status: string | null): Pick<GivenBack, 'isPending' | 'unknownStatus'> {
	if (/^(succeeded|pending|requires_action)$/.test(status ?? '')) return { isPending: false }
	return { isPending: true, unknownStatus: status ?? 'null' }
}

export function hasFailed(status: string | null) {
	return status === 'failed' || status === 'canceled'
}

/** The schema of a refund in Stripe's answers. */
export const refundSchema = z.object({
	id: z.string().min(1),
	amount: z.int(),
	status: z.string().nullable(),
	metadata: z.record(z.string(), z.string()).nullable(),
})
