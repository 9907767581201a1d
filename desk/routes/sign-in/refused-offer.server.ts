import type { Refused } from '#app/models/result.ts'
import { findNextAttempt } from '#app/models/visitor/attempts.server.ts'
import { tooMany } from '#desk/http/too-many.server.ts'

/**
 * Answers a browser that gets no challenge for a passkey: 429 when `whom` has asked for too many, else 422, such as for
 * a person with the most passkeys that are allowed.
 */
export async function refusedOffer({ message }: Refused, whom: string | null): Promise<Response> {
	if (message.key !== 'errors.tooManyAttempts') return new Response(null, { status: 422 })
	const next = whom === null ? null : await findNextAttempt('staffPasskey', whom)
	return new Response(null, tooMany(next))
}
