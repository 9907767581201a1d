/** Returns an address with more query parameters; a parameter that the address already has keeps its value. */
export function withQuery(to: string, more: URLSearchParams): string {
	const [, path = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(to) ?? []
	const own = new URLSearchParams(query)
	const added = new URLSearchParams([...more].filter(([name]) => !own.has(name)))
	if (added.size === 0) return to
	return `${path}?${query && `${query}&`}${added}${hash}`
}
