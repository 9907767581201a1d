import { newBreaker, type Breaker } from '#app/gateways/breaker.ts'
import { countProviderFailure } from '#app/gateways/counts.server.ts'
import { env } from '#app/gateways/env.server.ts'
import { paypalProvider } from '#app/gateways/paypal.server.ts'
import {
	ProviderConflict,
	ProviderRefused,
	ProviderUnavailable,
} from '#app/gateways/provider-error.ts'
import type { PaymentProvider } from '#app/gateways/provider.ts'
import { stripeProvider } from '#app/gateways/stripe.server.ts'
import { providerNames, type ProviderName } from '#app/models/provider.ts'

/** The functions that connect each provider; each returns null when the environment lacks the provider's keys. */
const connections: Record<ProviderName, () => PaymentProvider | null> = {
	paypal: connectPayPal,
	stripe: connectStripe,
}

/** The providers whose keys the environment has, in the order in which visitors are offered them; at least one. */
export const connectedProviders: readonly ProviderName[] = providerNames.filter(
	(name) => connections[name]() !== null,
)

/**
 * Returns the provider of that name.
 * @throws ProviderRefused when it is not connected (any more): a row names a provider whose keys were taken away
 */
export function paymentProvider(name: ProviderName): PaymentProvider {
	const known = connected.get(name)
	if (known) return known
	const provider = connections[name]()
	if (!provider) throw new ProviderRefused(`The payment provider ${name} is not connected`)
	const guarded = behind(counting(name, breakers[name]), provider)
	connected.set(name, guarded)
	return guarded
}

/**
 * True while the breaker of a provider is open, which gave no usable answers and is not asked for a while (faults B16).
 */
export function isAway(name: ProviderName): boolean {
	return breakers[name].isOpen()
}

const connected = new Map<ProviderName, PaymentProvider>()
const breakers: Record<ProviderName, Breaker> = {
	paypal: newBreaker('PayPal'),
	stripe: newBreaker('Stripe'),
}

/**
 * Wraps a breaker so that failed questions are counted for the metrics; those that the breaker refuses count as
 * unavailable.
 */
function counting(name: ProviderName, { ask }: Breaker): Pick<Breaker, 'ask'> {
	return {
		ask: (question) =>
			ask(question).catch((error: unknown) => {
				const kind = failureOf(error)
				if (kind) countProviderFailure({ provider: name, kind })
				throw error
			}),
	}
}

function failureOf(error: unknown) {
	if (error instanceof ProviderUnavailable) return 'unavailable'
	if (error instanceof ProviderRefused) return 'refused'
	return error instanceof ProviderConflict ? 'conflict' : undefined
}

/**
 * Wraps a provider so that each question goes through its breaker, which asks only while the provider answers. Webhooks
 * are read without the breaker.
 */
function behind(breaker: Pick<Breaker, 'ask'>, provider: PaymentProvider): PaymentProvider {
	const { start, verify, capture, expire, refund, listRefunds, findDispute, readWebhook } = provider
	const { listMoney, traceMoney } = provider
	return {
		start: (...question) => breaker.ask(() => start(...question)),
		verify: (...question) => breaker.ask(() => verify(...question)),
		capture: capture && ((...question) => breaker.ask(() => capture(...question))),
		expire: (...question) => breaker.ask(() => expire(...question)),
		refund: (...question) => breaker.ask(() => refund(...question)),
		listRefunds: (...question) => breaker.ask(() => listRefunds(...question)),
		listMoney: (...question) => breaker.ask(() => listMoney(...question)),
		traceMoney: (...question) => breaker.ask(() => traceMoney(...question)),
		findDispute: (...question) => breaker.ask(() => findDispute(...question)),
		readWebhook,
	}
}

function connectPayPal() {
	const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID, PAYPAL_API_URL } = env
	if (!PAYPAL_CLIENT_ID || !PAYPAL_CLIENT_SECRET || !PAYPAL_WEBHOOK_ID) return null
	return paypalProvider({
		clientId: PAYPAL_CLIENT_ID,
		clientSecret: PAYPAL_CLIENT_SECRET,
		webhookId: PAYPAL_WEBHOOK_ID,
		apiUrl: PAYPAL_API_URL ?? 'https://api-m.paypal.com',
	})
}

function connectStripe() {
	const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL } = env
	if (!STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET) return null
	return stripeProvider({
		secretKey: STRIPE_SECRET_KEY,
		webhookSecret: STRIPE_WEBHOOK_SECRET,
		...(STRIPE_API_URL && { apiUrl: STRIPE_API_URL }),
	})
}
