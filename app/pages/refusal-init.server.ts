import type { Refused } from '#app/models/result.ts'
import { RETRY_AFTER } from '#app/pages/sign-in-queue.server.ts'

/**
 * Returns the status and the headers of the page that shows a refusal: 429 when one visitor's attempts are used up, 503
 * when too many visitors sign in, both with Retry-After in seconds; 422 for any other refusal.
 */
export function refusalInit({ message }: Refused): {
	status: number
	headers?: Record<string, string>
} {
	switch (message.key) {
		case 'errors.tooManyAttempts':
		case 'errors.usernameGuessed':
			return { status: 429, headers: { 'Retry-After': '900' } }
		case 'errors.tooManySignIns':
			return { status: 503, headers: { 'Retry-After': String(RETRY_AFTER) } }
		default:
			return { status: 422 }
	}
}
