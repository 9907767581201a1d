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
			// Refunds are announced by the charge, which knows no session and inherits these.
			payment_intent_data: { description: payment.description, metadata },
			success_url: payment.successUrl,
			cancel_url: payment.cancelUrl,
			locale: payment.locale === 'en-EN' ? 'en' : 'de',
			expires_at: Math.floor(payment.expiresAt.getTime() / 1000),
			...(payment.email && { customer_email: payment.email }),
		},
		{ idempotencyKey: payment.id },
	)
	const { id, url } = startedSchema.parse(session)
	return { redirectUrl: url, providerId: id }
}

const startedSchema = z.object({ id: z.string().min(1), url: z.url({ protocol: /^https?$/ }) })

/** Null: Stripe has no such session, which then is of another account or mode. */
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
	status: z.enum(['open', 'complete', 'expired']),
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
	const state = stateOf(session)
	const isPaid = state === 'paid'
	return {
		state,
		amount: cents(isPaid && intent ? intent.amount_received : session.amount_total),
		currency: (isPaid && intent ? intent.currency : session.currency).toUpperCase(),
		reference: session.client_reference_id ?? '',
		...(isPaid && intent && { captureId: intent.id }),
	}
}

function stateOf(session: Session): ProviderReport['state'] {
	if (session.payment_status !== 'unpaid') return 'paid'
	if (session.status === 'expired') return 'cancelled'
	if (session.status === 'open') return 'pending'
	// Complete and unpaid: a slow method such as a direct debit, on its way or failed for good.
	const hasFailed = /^(requires_payment_method|canceled)$/.test(
		session.payment_intent?.status ?? '',
	)
	return hasFailed ? 'declined' : 'pending'
}

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
	const state = stateOf(session)
	if (state === 'declined') return 'declined'
	return state === 'cancelled' ? 'expired' : 'paid'
}

type Refund = { captureId: string; amount: Cents; key: string }

/** Stripe forgets keys after a day, so what was given back under this one is looked up first. */
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
	return { providerRefundId: id, isPending: false }
}

/** Of one that fails later an event tells, so none is pending. */
async function listRefunds(stripe: Stripe, captureId: string): Promise<GivenBack[]> {
	const { data } = await stripe.refunds.list({ payment_intent: captureId, limit: 100 })
	return refundsSchema
		.parse(data)
		.filter(({ status }) => !hasFailed(status))
		.map(({ id, amount, metadata }) => ({
			providerRefundId: id,
			amount: cents(amount),
			key: metadata?.key ?? null,
			isPending: false,
		}))
}

function hasFailed(status: string | null) {
	return status === 'failed' || status === 'canceled'
}

async function findDispute(stripe: Stripe, disputeId: string): Promise<Dispute | null> {
	try {
		const found = disputeSchema.parse(await stripe.disputes.retrieve(disputeId))
		const isOpen = /response$|review$/.test(found.status)
		const closed = found.status === 'lost' ? 'lost' : 'won'
		const state = isOpen ? 'open' : closed
		// A bank that only asks has taken nothing.
		const isInquiry = found.status.startsWith('warning_')
		const amount = isInquiry ? zero : cents(found.amount)
		return { captureId: found.payment_intent, amount, state }
	} catch (error) {
		if (isMissing(error)) return null
		throw error
	}
}

const disputeSchema = z.object({ payment_intent: z.string(), amount: z.int(), status: z.string() })

const refundSchema = z.object({
	id: z.string().min(1),
	amount: z.int(),
	status: z.string().nullable(),
	metadata: z.record(z.string(), z.string()).nullable(),
})
const refundsSchema = z.array(refundSchema)
