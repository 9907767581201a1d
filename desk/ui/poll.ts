/** The name of the header that marks a request which the page makes by itself. */
export const pollHeader = 'X-Desk-Poll'

/** The paths of the data that polls under way ask for. */
const polls = new Set<string>()

/**
 * Runs `ask`, which loads the page anew, once the desk says that it can answer: a failed load would put the error screen
 * in place of the page (faults N381). The requests of both say that nobody has touched the device.
 */
export async function poll(ask: () => Promise<void>): Promise<void> {
	const isThere = await fetch('/readyz', { headers: { [pollHeader]: '1' } }).then(
		({ ok }) => ok,
		() => false,
	)
	if (!isThere) return
	const { pathname } = window.location
	const path = `${pathname === '/' ? '/_' : pathname}.data`
	polls.add(path)
	try {
		await ask()
	} finally {
		polls.delete(path)
	}
}

/**
 * Marks the requests of polls with `pollHeader`; called one time, before the router begins. It wraps `fetch`, because
 * the router has no place for headers. A link to another page and a form that somebody sends during a poll are not
 * marked.
 */
export function markPolls(): void {
	const send = window.fetch
	window.fetch = (input, init) => {
		const isSent = (init?.method ?? 'GET') !== 'GET' || input instanceof Request
		if (isSent || !polls.has(new URL(input, window.location.href).pathname))
			return send(input, init)
		const headers = new Headers(init?.headers)
		headers.set(pollHeader, '1')
		return send(input, { ...init, headers })
	}
}
