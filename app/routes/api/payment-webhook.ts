import { addressHashOf } from '#app/http/address.server.ts'
import { listWaysToPay } from '#app/models/payment/start.server.ts'
import { receiveWebhook } from '#app/models/payment/webhook.server.ts'

import type { Route } from './+types/payment-webhook'

/** Verifies a webhook's signature over the bytes received, notes it once, answers; a job does the rest. */
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
