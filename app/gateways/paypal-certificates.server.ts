import { X509Certificate } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { readUpTo } from '#app/gateways/careful-fetch.server.ts'

/**
 * The most requests to PayPal for certificates at once. PayPal signs with one certificate, and with two while it
 * changes to the next.
 */
const MOST_AT_ONCE = 4

/**
 * Creates a cache of the certificates with which PayPal signs webhooks, and returns the function that finds one by its
 * address. A forger of webhooks invents addresses, too: for each address there is one request at a time and, after one
 * in vain, none for a minute. A fifth request at once is not made, because PayPal sends a true webhook again (faults
 * B24).
 */
export function keepCertificates(apiUrl: string) {
	const known = new LRUCache<string, X509Certificate>({ max: 10 })
	const missed = new LRUCache<string, true>({ max: 1000, ttl: 60_000 })
	const asking = new Map<string, Promise<void>>()

	/**
	 * Finds the valid certificate at an address of PayPal; null without one. A certificate outside the cache is fetched
	 * only if `mayAsk` says so.
	 */
	return async (
		address: string,
		mayAsk: () => Promise<boolean>,
	): Promise<X509Certificate | null> => {
		const url = ownAddress(address, apiUrl)
		if (url === null) return null
		if (isUnknown(url) && (await mayAsk())) await askOnce(url)
		const certificate = known.get(url)
		return certificate && isValid(certificate) ? certificate : null
	}

	function isUnknown(url: string): boolean {
		return !known.has(url) && !missed.has(url)
	}

	function askOnce(url: string): Promise<void> | undefined {
		const isToAsk = isUnknown(url) && !asking.has(url) && asking.size < MOST_AT_ONCE
		if (isToAsk) asking.set(url, ask(url))
		return asking.get(url)
	}

	async function ask(url: string): Promise<void> {
		const certificate = await fetchCertificate(url)
		if (certificate) known.set(url, certificate)
		else missed.set(url, true)
		asking.delete(url)
	}
}

/**
 * Returns the address as the URL of a certificate at PayPal; null for any other address, which is never requested
 * (faults B26).
 */
function ownAddress(address: string, apiUrl: string): string | null {
	const url = URL.canParse(address) ? new URL(address) : null
	if (!url || !certificateOrigins(apiUrl).includes(url.origin)) return null
	const isPlain = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/.test(url.pathname) && !url.search
	return isPlain ? url.origin + url.pathname : null
}

/**
 * Returns the origins of PayPal's certificates: the API is at 'api-m.paypal.com', its certificates at 'api.paypal.com'.
 */
function certificateOrigins(apiUrl: string): string[] {
	const { origin } = new URL(apiUrl)
	return [origin, origin.replace('//api-m.', '//api.')]
}

/** Fetches a certificate, for four seconds at most; null when there is no answer or it is no certificate. */
async function fetchCertificate(url: string): Promise<X509Certificate | null> {
	try {
		const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(4000) })
		return response.ok ? new X509Certificate(await readUpTo(20_000, response)) : null
	} catch {
		return null
	}
}

function isValid({ validFrom, validTo }: X509Certificate): boolean {
	const now = Date.now()
	return Date.parse(validFrom) <= now && now <= Date.parse(validTo)
}
