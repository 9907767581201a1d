import { now } from '#app/gateways/clock.server.ts'

/**
 * The seconds of `Retry-After` where the time of the next attempt is not known: most attempts are counted for 15
 * minutes.
 */
const QUARTER_HOUR = 15 * 60

/**
 * Returns the status 429 and the header `Retry-After`, in seconds until `next`, for a refusal after too many attempts;
 * 15 minutes for null (faults N394).
 */
export function tooMany(next: Date | null) {
	const seconds = next ? Math.ceil((next.valueOf() - now().valueOf()) / 1000) : QUARTER_HOUR
	return { status: 429, headers: { 'Retry-After': String(Math.max(1, seconds)) } }
}
