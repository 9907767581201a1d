import { visitorOf } from '#app/middleware/visit.server.ts'
import { offerPasskeys } from '#app/models/visitor/passkey.server.ts'

import type { Route } from './+types/passkey.ts'

const headers = { 'Cache-Control': 'no-store' }

/** Answers 405: this address takes posts only. */
export function loader() {
	return Response.json({ statusCode: 405, message: 'Method Not Allowed' }, { status: 405, headers })
}

/**
 * Answers a challenge that the login page's script lets a passkey sign, or 429 after too many; the form that the script
 * posts then names the challenge.
 */
export async function action({ request, context }: Route.ActionArgs) {
	if (request.method !== 'POST') return loader()
	const offered = await offerPasskeys(visitorOf(context).addressHash)
	if (offered.ok) return Response.json(offered.value, { headers })
	return Response.json(
		{ statusCode: 429, message: 'Too Many Requests' },
		{ status: 429, headers: { ...headers, 'Retry-After': '900' } },
	)
}
