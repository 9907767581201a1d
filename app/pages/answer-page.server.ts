import { hash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { nonceOf } from '#app/middleware/security.server.ts'
import { inTurn, type PageRequest } from '#app/pages/page-queue.server.ts'
import { cutText, fillParts, sizeOf, type Values } from '#app/pages/page-with-gaps.server.ts'

/**
 * A page to answer with. `given`: the data it is made of, as text, when many visitors get equal pages; null for a
 * visitor's own page.
 */
type AnsweredPage = PageRequest & { headers: Headers; given: string | null }

/**
 * The cache of rendered pages by the data they were rendered from (record 026). Loaders run for each request, so a page
 * is never older than its data.
 */
const rendered = new LRUCache<string, ReturnType<typeof cutText>>({
	maxSize: 4 * 1024 * 1024,
	sizeCalculation: (parts) => sizeOf(parts) + 64,
})

/**
 * Answers a request with its page: a cached one rendered from equal data, else the result of `render` in the queue's
 * turn. Answers 499 when the visitor has left by then, and 503 when too many wait.
 */
export async function answerPage(asked: AnsweredPage, render: () => string): Promise<Response> {
	const { context, status, headers, given } = asked
	const values = { nonce: nonceOf(context) }
	const key = given === null ? null : keyOf(given, values)
	const known = key === null ? undefined : rendered.get(key)
	const page = known ? fillParts(known, values) : await inTurn(asked, render)
	if (page instanceof Response) return page
	if (key !== null && typeof page === 'string') rendered.set(key, cutText(page, values))
	headers.set('Content-Type', 'text/html; charset=utf-8')
	// A `Response` looks through a string for broken signs first, and not through bytes.
	const body = typeof page === 'string' ? Buffer.from(page) : page
	return new Response(body, { status, headers })
}

function keyOf(given: string, values: Values): string {
	const parts = cutText(given, values)
	return hash('sha256', parts.join('\u0000'), 'base64')
}
