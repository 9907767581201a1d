import type { FetchOptions } from 'ofetch'

/**
 * The browser's own calls. As the specification has it, and ofetch does by itself: once more without a body
 * on 408, 409, 425, 429, 500, 502, 503 and 504; 400 to 599 throw. It comes with the first call.
 */
export async function http<T>(url: string, options?: FetchOptions<'json'>): Promise<T> {
	const { ofetch } = await import('ofetch')
	return ofetch<T>(url, options)
}
