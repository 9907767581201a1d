const again = new Set([408, 409, 425, 429, 500, 502, 503, 504])

/**
 * Calls the server from the browser and reads the JSON answer. As the specification demands: one retry without a body
 * on these eight statuses; 400 to 599 throw. It is part of every first page: see docs/decisions/017.
 */
export async function http<T>(url: string, options?: RequestInit): Promise<T> {
	let answer = await fetch(url, options)
	if (!options?.body && again.has(answer.status)) answer = await fetch(url, options)
	const { status } = answer
	if (status >= 400) throw Object.assign(new Error(url), { status })
	return answer.json()
}
