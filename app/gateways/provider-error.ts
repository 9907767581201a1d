/**
 * The error for a payment provider without a usable answer: gone, too slow, overloaded, broken, or it does not accept
 * our key. The outcome of the request is unknown: ask again under the same key, or verify.
 */
export class ProviderUnavailable extends Error {
	override name = 'ProviderUnavailable'
}

/**
 * The error for a payment provider that understood and said no, or is no longer connected: this call created nothing
 * and moved no money. The message names code and parameter and holds no personal data.
 */
export class ProviderRefused extends Error {
	override name = 'ProviderRefused'
}

/**
 * The error for a payment provider that has done something else under this key before and does not say what: asking
 * again under the same key never helps.
 */
export class ProviderConflict extends Error {
	override name = 'ProviderConflict'
}
