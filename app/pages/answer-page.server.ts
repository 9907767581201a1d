import { hash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { nonceOf } from '#app/middleware/security.server.ts'
import { inTurn, type PageRequest } from '#app/pages/page-queue.server.ts'
import { cutText, fillParts, sizeOf, type Values } from '#app/pages/page-with-gaps.server.ts'

/** `given`: all that the page is rendered of, where many ask for the same; null: it is its visitor's own. */
type Asked = PageRequest & { headers: Headers; given: string | null }

/**
 * Pages to read, by what they were rendered of (record 026). Loaders run for each request, so a page is never
 * older than what they say.
 */
const rendered = new LRUCache<string, ReturnType<typeof cutText>>({
	maxSize: 4 * 1024 * 1024,
	sizeCalculation: (parts) => sizeOf(parts) + 64,
})

/**
 * Answers a request with its page: with the one that was rendered of the same before, else with what `render` makes
 * when its turn has come. Another answer in its place when its visitor has left by then, or when too many wait.
 */
export async function answerPage(asked: Asked, render: () => string): Promise<Response> {
	const { context, status, headers, given } = asked
	const values = { nonce: nonceOf(context) }
	const key = given === null ? null : keyOf(given, values)
	const known = key === null ? undefined : rendered.get(key)
	const page = known ? fillParts(known, values) : await inTurn(asked, render)
	if (page instanceof Response) return page
	if (key !== null && typeof page === 'string') rendered.set(key, cutText(page, values))
	headers.set('Content-Type', 'text/html; charset=utf-8')
	return new Response(page, { status, headers })
}

function keyOf(given: string, values: Values): string {
	const parts = cutText(given, values)
	return hash('sha256', parts.join('\u0000'), 'base64')
}
