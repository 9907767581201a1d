import { createFetch, FetchError } from 'ofetch'
import type { z } from 'zod'

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

export type PayPalAccount = {
	clientId: string
	clientSecret: string
	webhookId: string
	/** 'https://api-m.paypal.com', or another server that speaks the protocol. */
	apiUrl: string
	patience?: Patience
}

export type PayPalClient = ReturnType<typeof connectPayPal>

type Question = { key: string; body: object; signal?: AbortSignal | undefined }

/**
 * Makes the client that sends every request to an account at PayPal: 8 seconds in all, at most two retries with growing
 * waits and jitter, answers of at most 1 MB. It fetches the access token when it needs one, and throws
 * `ProviderUnavailable`, `ProviderRefused` or `ProviderConflict` and nothing else.
 */
export function connectPayPal(account: PayPalAccount) {
	let token: { value: string; until: number } | null = null

	return {
		/** Asks PayPal for a change, which is made once for each key (`PayPal-Request-Id`). */
		ask: <T>(schema: z.ZodType<T>, path: string, { key, body, signal }: Question) =>
			call(schema, { path, signal, headers: { 'PayPal-Request-Id': key }, body }),
		/** Reads an object at PayPal; null when PayPal does not have it. */
		find: <T>(schema: z.ZodType<T>, path: string): Promise<T | null> =>
			call(schema, { path, headers: {} }).catch(nullWhenMissing),
		/**
		 * Reads a list for which the app needs a permission of its own.
		 * @throws ProviderRefused also when the app lacks that permission (403)
		 */
		list: <T>(schema: z.ZodType<T>, path: string): Promise<T> =>
			call(schema, { path, headers: {} }).catch(refusedWhenForbidden),
	}

	async function call<T>(schema: z.ZodType<T>, { path, headers, body, signal }: Call): Promise<T> {
		try {
			const limits = { signal, ...(account.patience && { patience: account.patience }) }
			const answer = await withinBudget(async (budget) => {
				const fetch = fetchWithin(budget)
				const bearer = await accessToken(fetch)
				return fetch<unknown>(path, {
					baseURL: account.apiUrl,
					method: body ? 'POST' : 'GET',
					headers: {
						...headers,
						Authorization: `Bearer ${bearer}`,
						Prefer: 'return=representation',
					},
					...(body && { body }),
				})
			}, limits)
			return schema.parse(answer)
		} catch (error) {
			// A token that PayPal no longer accepts is dropped, so that the next question requests another.
			if (error instanceof FetchError && error.status === 401) token = null
			throw understood(error)
		}
	}

	async function accessToken(fetch: ReturnType<typeof fetchWithin>): Promise<string> {
		if (token && token.until > performance.now()) return token.value
		const basic = Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64')
		const answer = await fetch<Token>('/v1/oauth2/token', {
			baseURL: account.apiUrl,
			method: 'POST',
			headers: { Authorization: `Basic ${basic}` },
			body: new URLSearchParams({ grant_type: 'client_credentials' }),
		})
		const seconds = Math.max(0, answer.expires_in - 60)
		token = { value: answer.access_token, until: performance.now() + seconds * 1000 }
		return token.value
	}
}

type Token = { access_token: string; expires_in: number }

type Call = {
	path: string
	headers: Record<string, string>
	body?: object
	signal?: AbortSignal | undefined
}

class NotFound extends ProviderRefused {}
class Forbidden extends ProviderUnavailable {}

function nullWhenMissing(error: unknown): null {
	if (error instanceof NotFound) return null
	throw error
}

function refusedWhenForbidden(error: unknown): never {
	if (!(error instanceof Forbidden)) throw error
	throw new ProviderRefused('PayPal does not permit this list: see the features of the app')
}

/**
 * Makes the `fetch` of one question, with the retries that the shop's specification demands: after eight statuses, and
 * after connections that break.
 */
function fetchWithin(budget: Budget) {
	return createFetch({
		fetch: (input, init) => carefulFetch(input, init, budget),
		defaults: {
			retry: 2,
			retryStatusCodes: [408, 409, 425, 429, 500, 502, 503, 504],
			retryDelay: ({ options }) => {
				const done = 2 - Number(options.retry || 0)
				return 200 * 2 ** done * (0.5 + Math.random())
			},
		},
	})
}

function understood(error: unknown): unknown {
	if (error instanceof ProviderUnavailable || error instanceof ProviderRefused) return error
	if (!(error instanceof FetchError) || error.status === undefined)
		return new ProviderUnavailable('PayPal gave no usable answer', { cause: causeOf(error) })

	const { name, issue } = issueOf(error.data)
	const what = ['PayPal refused', name, issue].filter(Boolean).join(' · ')
	if (error.status === 404) return new NotFound(what)
	if (issue === 'DUPLICATE_REQUEST_ID') return new ProviderConflict(what)
	if (error.status === 400 || error.status === 422) return new ProviderRefused(what)
	const Kind = error.status === 403 ? Forbidden : ProviderUnavailable
	return new Kind(`PayPal answered ${error.status}`)
}

/**
 * Returns the cause of a FetchError, whose own message repeats the requested address with its ids; any other error as
 * it is.
 */
function causeOf(error: unknown) {
	return error instanceof FetchError ? error.cause : error
}

/**
 * Reads the two codes in PayPal's answer about an error, its name and its first issue, which hold no data of the payer;
 * '' for a missing one.
 */
function issueOf(data: unknown): { name: string; issue: string } {
	const { name, details } = (data ?? {}) as { name?: unknown; details?: unknown }
	const [first] = Array.isArray(details) ? details : []
	const issue = (first as { issue?: unknown } | undefined)?.issue
	return {
		name: typeof name === 'string' ? name : '',
		issue: typeof issue === 'string' ? issue : '',
	}
}
