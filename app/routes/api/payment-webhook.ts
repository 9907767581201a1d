import { addressHashOf } from '#app/http/address.server.ts'
import { listWaysToPay } from '#app/models/payment/start.server.ts'
import { receiveWebhook } from '#app/models/payment/webhook.server.ts'

import type { Route } from './+types/payment-webhook'

/**
 * Verifies a provider's webhook by its signature over the bytes received, stores it once, and leaves its effects to a
 * job. Answers 200, 400 for a wrong signature, 404 for an unknown provider, 429 for an address with too many wrong
 * ones.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
	const provider = listWaysToPay().find((name) => name === params.provider)
	if (!provider) return new Response(null, { status: 404 })

	const addressHash = addressHashOf(context)
	const delivery = { body: await request.text(), headers: request.headers, addressHash }
	switch (await receiveWebhook(provider, delivery)) {
		case 'accepted':
			return new Response(null, { status: 200 })
		case 'refused':
			return new Response(null, { status: 400 })
		case 'tooMany':
			return new Response(null, { status: 429, headers: { 'Retry-After': '60' } })
	}
}

export function loader() {
	return new Response(null, { status: 405, headers: { Allow: 'POST' } })
}
