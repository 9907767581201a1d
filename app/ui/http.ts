const again = new Set([408, 409, 425, 429, 500, 502, 503, 504])

/**
 * Calls the server from the browser and returns the JSON of its response. As the specification demands, a request
 * without a body is tried a second time after the statuses in `again`. Written here, because every first page loads it
 * (docs/decisions/017).
 *
 * @throws Error with the `status` when that is 400 or above.
 */
export async function http<T>(url: string, options?: RequestInit): Promise<T> {
	let answer = await fetch(url, options)
	if (!options?.body && again.has(answer.status)) answer = await fetch(url, options)
	const { status } = answer
	if (status >= 400) throw Object.assign(new Error(url), { status })
	return answer.json()
}
