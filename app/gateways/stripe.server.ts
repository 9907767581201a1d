import { Stripe } from 'stripe'
import { z } from 'zod'

import { ProviderRefused, ProviderUnavailable } from '#app/gateways/provider-error.ts'
import type { NewPayment, PaymentProvider, StartedPayment } from '#app/gateways/provider.ts'
import { askStripe, type StripeAccount } from '#app/gateways/stripe-client.server.ts'
import { everyPage, listMoney, traceMoney } from '#app/gateways/stripe-money.server.ts'
import { readStripeWebhook } from '#app/gateways/stripe-webhook.server.ts'
import {
	hasFailed,
	progressOf,
	refundSchema,
	reportOf,
	sessionSchema,
	stateOf,
	type Session,
} from '#app/gateways/stripe-words.ts'
import { cents, zero, type Cents } from '#app/models/money.ts'
import type { Dispute, GivenBack } from '#app/models/payment/payment.ts'

/**
 * Makes the provider Stripe (Checkout) of an account: each payment has one page at Stripe, which takes the money by
 * itself.
 */
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
		listMoney: (time) => listMoney(account, time),
		traceMoney: (captureId) => askStripe(account, (stripe) => traceMoney(stripe, captureId)),
		findDispute: (disputeId) => askStripe(account, (stripe) => findDispute(stripe, disputeId)),
		readWebhook: (rawBody, headers) =>
			readStripeWebhook(rawBody, headers.get('stripe-signature') ?? '', account.webhookSecret),
	}
}

async function start(stripe: Stripe, payment: NewPayment): Promise<StartedPayment> {
	const metadata = { ...payment.note, reference: payment.reference }
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
			// The charge, by which refunds are announced, knows no session: it inherits these values.
			payment_intent_data: { description: payment.description, metadata },
			success_url: payment.successUrl,
			cancel_url: payment.cancelUrl,
			locale: payment.locale === 'en-EN' ? 'en' : 'de',
			expires_at: expiresAt,
			...(payment.email && { customer_email: payment.email }),
		},
		// The key holds the end of the session: one that is to stay open for longer is another session. '-noted': the build
		// before asks without a note, and Stripe refuses one key for two shapes.
		{ idempotencyKey: `${payment.id}-${expiresAt}-noted` },
	)
	const { id, url } = startedSchema.parse(session)
	return { redirectUrl: url, providerId: id }
}

const startedSchema = z.object({ id: z.string().min(1), url: z.url({ protocol: /^https?$/ }) })

/** Retrieves a session; null when Stripe does not have it, because it belongs to another account or mode. */
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

/**
 * Gives back an amount of a payment, once for each key. Stripe forgets keys after a day, so the refunds made under this
 * key are looked up first.
 */
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
	const refunds = await everyPage(refundsSchema, (page) =>
		stripe.refunds.list({ ...page, payment_intent: captureId }),
	)
	return refunds
		.filter(({ status }) => !hasFailed(status))
		.map(({ id, amount, status, metadata }) => ({
			providerRefundId: id,
			amount: cents(amount),
			key: metadata?.key ?? null,
			...progressOf(status),
		}))
}

const refundsSchema = z.object({ data: z.array(refundSchema), has_more: z.boolean() })

async function findDispute(stripe: Stripe, disputeId: string): Promise<Dispute | null> {
	try {
		const found = disputeSchema.parse(await stripe.disputes.retrieve(disputeId))
		// A charge of another program, made without an intent, is no money of the shop.
		if (found.payment_intent === null) return null
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
 * The state of a dispute by its status at Stripe. A status that is missing here leaves the money disputed, and is told
 * to the operator (faults N5): also `prevented`, which does not say whether the payer was given anything.
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

const disputeSchema = z.object({
	payment_intent: z.string().nullable(),
	amount: z.int(),
	status: z.string(),
})
