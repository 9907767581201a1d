import type { Route } from './+types/payment-webhook'

import { receiveWebhook } from '#app/models/payment/webhook.server.ts'

/** Verified by signature over the bytes as they came, noted once, answered fast; a job does the rest. */
export async function action({ request, params }: Route.ActionArgs) {
	if (params.provider !== 'stripe') return new Response(null, { status: 404 })
	const received = await receiveWebhook(params.provider, await request.text(), request.headers)
	return new Response(null, { status: received === 'accepted' ? 200 : 400 })
}

export function loader() {
	return new Response(null, { status: 405, headers: { Allow: 'POST' } })
}
