import { Stripe } from 'stripe'

import {
	carefulFetch,
	withinBudget,
	type Budget,
	type Patience,
} from '#app/gateways/careful-fetch.server.ts'
import {
	ProviderConflict,
	ProviderRefused,
	ProviderUnavailable,
} from '#app/gateways/provider-error.ts'

export type StripeAccount = {
	secretKey: string
	webhookSecret: string
	/** The address of another server that speaks Stripe's protocol, such as the sandbox. */
	apiUrl?: string
	patience?: Patience
}

/**
 * Sends a request to Stripe: 8 seconds in all, at most two retries (the SDK's, with growing waits and jitter), answers
 * of at most 1 MB.
 * @throws ProviderUnavailable, ProviderRefused, ProviderConflict and nothing else
 */
export async function askStripe<Answer>(
	account: StripeAccount,
	question: (stripe: Stripe) => Promise<Answer>,
	signal?: AbortSignal,
): Promise<Answer> {
	try {
		const { patience } = account
		return await withinBudget((budget) => askWith(account, budget, question), {
			signal,
			...(patience && { patience }),
		})
	} catch (error) {
		throw understood(error)
	}
}

type Client = { stripe: Stripe; budget: Budget }

const idle = new WeakMap<StripeAccount, Client[]>()

/**
 * Asks Stripe with a client that has one question at a time, because the SDK has no way to pass a deadline on. A client
 * whose question failed is not used again: it may still be retrying.
 */
async function askWith<Answer>(
	account: StripeAccount,
	budget: Budget,
	question: (stripe: Stripe) => Promise<Answer>,
): Promise<Answer> {
	const clients = idle.get(account) ?? []
	idle.set(account, clients)
	const client = clients.pop() ?? connect(account, budget)
	client.budget = budget
	const answer = await question(client.stripe)
	clients.push(client)
	return answer
}

function connect({ secretKey, apiUrl }: StripeAccount, budget: Budget): Client {
	const url = apiUrl ? new URL(apiUrl) : null
	const client = { budget }
	const stripe = new Stripe(secretKey, {
		httpClient: Stripe.createFetchHttpClient((input, init) => ask(input, init, client.budget)),
		// The budget ends an attempt long before this timeout.
		timeout: 60_000,
		maxNetworkRetries: 2,
		// With telemetry the SDK keeps an id in the home directory and sends measurements of our requests.
		telemetry: false,
		...(url && {
			host: url.hostname,
			port: url.port || (url.protocol === 'http:' ? '80' : '443'),
			protocol: url.protocol === 'http:' ? 'http' : 'https',
		}),
	})
	return Object.assign(client, { stripe })
}

/** Fetches an answer and marks a 429 as one to retry, which the SDK does not do by itself. */
async function ask(...question: Parameters<typeof carefulFetch>): Promise<Response> {
	const response = await carefulFetch(...question)
	if (response.status === 429) response.headers.set('stripe-should-retry', 'true')
	return response
}

function understood(error: unknown): unknown {
	const { StripeCardError, StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors
	if (error instanceof ProviderRefused || error instanceof ProviderUnavailable) return error
	if (error instanceof StripeIdempotencyError) {
		return new ProviderConflict(`Stripe did something else under this key · ${error.requestId}`)
	}
	if (error instanceof StripeInvalidRequestError || error instanceof StripeCardError) {
		const { code, param, requestId } = error
		return new ProviderRefused(
			['Stripe refused', code, param, requestId].filter(Boolean).join(' · '),
		)
	}
	return new ProviderUnavailable('Stripe gave no usable answer', { cause: error })
}
