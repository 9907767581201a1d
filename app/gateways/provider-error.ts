/**
 * The payment provider gave no usable answer: gone, too slow, overloaded, broken, or our key is not accepted. Whether
 * it did what was asked is unknown: ask again under the same key, or verify.
 */
export class ProviderUnavailable extends Error {
	override name = 'ProviderUnavailable'
}

/**
 * The payment provider understood and said no, or is no longer connected: nothing was created and no money moved by
 * this call. The message names code and parameter and carries no personal data.
 */
export class ProviderRefused extends Error {
	override name = 'ProviderRefused'
}

/**
 * The payment provider has done something else under this key before, and does not say what: asking again under the
 * same key never helps.
 */
export class ProviderConflict extends Error {
	override name = 'ProviderConflict'
}
