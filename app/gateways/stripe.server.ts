import { Stripe } from 'stripe'
import { z } from 'zod'

import { ProviderRefused, ProviderUnavailable } from '#app/gateways/provider-error.ts'
import type { NewPayment, PaymentProvider, StartedPayment } from '#app/gateways/provider.ts'
import { askStripe, type StripeAccount } from '#app/gateways/stripe-client.server.ts'
import { readStripeWebhook } from '#app/gateways/stripe-webhook.server.ts'
import { cents, zero, type Cents } from '#app/models/money.ts'
import type { Dispute, GivenBack, ProviderReport } from '#app/models/payment/payment.ts'

/** Stripe Checkout: one page at Stripe per payment, which takes the money by itself. */
export function stripeProvider(account: StripeAccount): PaymentProvider {
	return {
		start: (payment, signal) => askStripe(account, (stripe) => start(stripe, payment), signal),
		verify: (sessionId) =>
			askStripe(account, async (stripe) => reportOf(await retrieve(stripe, sessionId))),
		capture: null,
		expire: (sessionId) => askStripe(account, (stripe) => expire(stripe, sessionId)),
		refund: (captureId, amount, key) =>
			askStripe(account, (stripe) => refund(stripe, { captureId, amount, key })),
		listRefunds: ({ captureId }) => askStripe(account, (stripe) => listRefunds(stripe, captureId)),
		findDispute: (disputeId) => askStripe(account, (stripe) => findDispute(stripe, disputeId)),
		readWebhook: (rawBody, headers) =>
			readStripeWebhook(rawBody, headers.get('stripe-signature') ?? '', account.webhookSecret),
	}
}

async function start(stripe: Stripe, payment: NewPayment): Promise<StartedPayment> {
	const metadata = { reference: payment.reference }
	const expiresAt = Math.floor(payment.expiresAt.getTime() / 1000)
	const session = await stripe.checkout.sessions.create(
		{
			mode: 'payment',
			line_items: [
				{
					quantity: 1,
					price_data: {
						currency: 'eur',
						unit_amount: payment.amount,
						product_data: { name: payment.description },
					},
				},
			],
			client_reference_id: payment.reference,
			metadata,
			// The charge announces refunds; it knows no session and inherits these.
			payment_intent_data: { description: payment.description, metadata },
			success_url: payment.successUrl,
			cancel_url: payment.cancelUrl,
			locale: payment.locale === 'en-EN' ? 'en' : 'de',
			expires_at: expiresAt,
			...(payment.email && { customer_email: payment.email }),
		},
		// The key holds the end: a session that is to stay open for longer is another one.
		{ idempotencyKey: `${payment.id}-${expiresAt}` },
	)
	const { id, url } = startedSchema.parse(session)
	return { redirectUrl: url, providerId: id }
}

const startedSchema = z.object({ id: z.string().min(1), url: z.url({ protocol: /^https?$/ }) })

/** Retrieves a session; null when Stripe does not have it, which then is of another account or mode. */
async function retrieve(stripe: Stripe, sessionId: string): Promise<Session | null> {
	try {
		const session = await stripe.checkout.sessions.retrieve(sessionId, {
			expand: ['payment_intent'],
		})
		return sessionSchema.parse(session)
	} catch (error) {
		if (isMissing(error)) return null
		throw error
	}
}

function isMissing(error: unknown) {
	return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
}

const sessionSchema = z.object({
	status: z.string(),
	payment_status: z.string(),
	amount_total: z.int(),
	currency: z.string(),
	client_reference_id: z.string().nullable(),
	payment_intent: z
		.object({ id: z.string(), status: z.string(), amount_received: z.int(), currency: z.string() })
		.nullable(),
})

type Session = z.output<typeof sessionSchema>

function reportOf(session: Session | null): ProviderReport {
	if (!session) return { state: 'unknown', amount: cents(0), currency: '', reference: '' }
	const intent = session.payment_intent
	const { state, isPayable, unknownStatus } = stateOf(session)
	const isPaid = state === 'paid'
	return {
		state,
		amount: cents(isPaid && intent ? intent.amount_received : session.amount_total),
		currency: (isPaid && intent ? intent.currency : session.currency).toUpperCase(),
		reference: session.client_reference_id ?? '',
		...(isPaid && intent && { captureId: intent.id }),
		...(isPayable && { isPayable }),
		...(unknownStatus !== undefined && { unknownStatus }),
	}
}

type SessionStatus = Pick<ProviderReport, 'state' | 'isPayable' | 'unknownStatus'>

/**
 * Reads the state of a session. A status that is missing here is pending and told to the operator, never paid (faults
 * N5); each of our payments has a price.
 */
function stateOf({ payment_status: paid, status, payment_intent: intent }: Session): SessionStatus {
	if (paid === 'paid') return { state: 'paid' }
	if (paid !== 'unpaid') return { state: 'pending', unknownStatus: paid }
	if (status === 'expired') return { state: 'cancelled' }
	if (status === 'open') return { state: 'pending', isPayable: true }
	if (status !== 'complete') return { state: 'pending', unknownStatus: status }
	// Complete and unpaid: a slow method such as a direct debit, on its way or failed for good.
	const state = intent === null ? 'pending' : intentStates.get(intent.status)
	return state ? { state } : { state: 'pending', ...(intent && { unknownStatus: intent.status }) }
}

/** The states of a session that is complete and unpaid, by its intent's status. */
const intentStates = new Map<string, ProviderReport['state']>([
	['requires_payment_method', 'declined'],
	['canceled', 'declined'],
	['processing', 'pending'],
	['requires_action', 'pending'],
	['requires_capture', 'pending'],
	['requires_confirmation', 'pending'],
	['succeeded', 'pending'],
])

async function expire(stripe: Stripe, sessionId: string): ReturnType<PaymentProvider['expire']> {
	try {
		await stripe.checkout.sessions.expire(sessionId)
		return 'expired'
	} catch (error) {
		if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
	}
	const session = await retrieve(stripe, sessionId)
	if (!session) return 'unknown'
	if (session.status === 'open') throw new ProviderUnavailable('Stripe left the session open')
	const { state } = stateOf(session)
	if (state === 'declined') return 'declined'
	return state === 'cancelled' ? 'expired' : 'paid'
}

type Refund = { captureId: string; amount: Cents; key: string }

/** Refunds a payment. Stripe forgets keys after a day, so the refunds made under this key are looked up first. */
async function refund(stripe: Stripe, { captureId, amount, key }: Refund) {
	const given = await listRefunds(stripe, captureId)
	const before = given.find((each) => each.key === key)
	if (before) return before

	const refund = await stripe.refunds.create(
		{ payment_intent: captureId, amount, metadata: { key } },
		{ idempotencyKey: key },
	)
	const { id, status } = refundSchema.parse(refund)
	if (hasFailed(status))
		throw new ProviderRefused(`Stripe could not give the money back (refund ${id} ${status})`)
	return { providerRefundId: id, ...progressOf(status) }
}

/** Lists the refunds of a payment, without those that failed. */
async function listRefunds(stripe: Stripe, captureId: string): Promise<GivenBack[]> {
	const { data } = await stripe.refunds.list({ payment_intent: captureId, limit: 100 })
	return refundsSchema
		.parse(data)
		.filter(({ status }) => !hasFailed(status))
		.map(({ id, amount, status, metadata }) => ({
			providerRefundId: id,
			amount: cents(amount),
			key: metadata?.key ?? null,
			...progressOf(status),
		}))
}

/**
 * Reads a refund's status. An event announces a known one that fails later, so only an unknown one is asked for again
 * (faults N5).
 */
function progressOf(status: string | null): Pick<GivenBack, 'isPending' | 'unknownStatus'> {
	if (/^(succeeded|pending|requires_action)$/.test(status ?? '')) return { isPending: false }
	return { isPending: true, unknownStatus: status ?? 'null' }
}

function hasFailed(status: string | null) {
	return status === 'failed' || status === 'canceled'
}

async function findDispute(stripe: Stripe, disputeId: string): Promise<Dispute | null> {
	try {
		const found = disputeSchema.parse(await stripe.disputes.retrieve(disputeId))
		const state = disputeStates.get(found.status)
		// An inquiry of a bank takes no money yet.
		const isInquiry = found.status.startsWith('warning_')
		const amount = isInquiry ? zero : cents(found.amount)
		return {
			captureId: found.payment_intent,
			amount,
			state: state ?? 'open',
			...(!state && { unknownStatus: found.status }),
		}
	} catch (error) {
		if (isMissing(error)) return null
		throw error
	}
}

/**
 * The states of disputes. A status that is missing here leaves the money disputed, and is told to the operator (faults
 * N5): also `prevented`, which does not say whether the payer was given anything.
 */
const disputeStates = new Map<string, Dispute['state']>([
	['warning_needs_response', 'open'],
	['warning_under_review', 'open'],
	['warning_closed', 'won'],
	['needs_response', 'open'],
	['under_review', 'open'],
	['appeal_needs_response', 'open'],
	['appeal_under_review', 'open'],
	['won', 'won'],
	['lost', 'lost'],
])

const disputeSchema = z.object({ payment_intent: z.string(), amount: z.int(), status: z.string() })

const refundSchema = z.object({
	id: z.string().min(1),
	amount: z.int(),
	status: z.string().nullable(),
	metadata: z.record(z.string(), z.string()).nullable(),
})
const refundsSchema = z.array(refundSchema)
