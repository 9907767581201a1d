import type { Search } from '#app/models/offer/shop.ts'

/** The address of a state of the start page. On its own, because links are made in the browser too. */
export function searchPath(search: Partial<Search>): string {
	const params = new URLSearchParams()
	for (const key of ['day', 'guests', 'duration', 'time', 'month', 'product'] as const) {
		const value = search[key]
		if (value !== undefined && value !== null) params.set(key, String(value))
	}
	return `/?${params}`
}
