import type { HeadersFunction } from 'react-router'

/**
 * Hands the headers of a refused form on to its page, such as `Retry-After` after too many attempts: the framework
 * drops them unless the page asks for them.
 */
export const headersOfAction: HeadersFunction = ({ actionHeaders }) => actionHeaders

/** Hands the headers of a refused form on to a page that search engines may not list. */
export const unlistedHeaders: HeadersFunction = ({ actionHeaders }) => {
	const headers = new Headers(actionHeaders)
	headers.set('X-Robots-Tag', 'noindex')
	return headers
}
