import { pollHeader } from '#desk/ui/poll.ts'

/**
 * True when a person caused the request: a page that reloads by itself must not keep its person signed in. Scripts mark
 * their polls; a browser sends `Sec-Fetch-User` when somebody pressed a link, and not for `<meta
 * http-equiv="refresh">`. Also true for a browser that sends none of these headers.
 */
export function isTouch({ method, headers }: Request): boolean {
	if (method === 'POST') return true
	if (headers.has(pollHeader)) return false
	return headers.get('Sec-Fetch-Mode') !== 'navigate' || headers.get('Sec-Fetch-User') === '?1'
}
