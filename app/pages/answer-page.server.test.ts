import { expect, test } from 'vitest'

import { contextFor } from '#app/http/arrival.server.ts'
import { nonceOf, securityMiddleware } from '#app/middleware/security.server.ts'
import { answerPage } from '#app/pages/answer-page.server.ts'

const url = new URL('http://localhost:3000/pages/faq')
let rendered = 0

/** The page of a request with its own nonce, which is part of the data and of the page. */
async function pageOf(data: string | null) {
	const request = new Request(url)
	const context = contextFor({ address: '10.0.0.1' })
	const args = { request, url, context, params: {}, pattern: 'pages/:slug' }
	const answer = await securityMiddleware(args, async () => {
		const nonce = nonceOf(context)
		const given = data === null ? null : `${data} ${nonce}`
		return answerPage({ request, context, status: 200, headers: new Headers(), given }, () => {
			rendered += 1
			return `<p nonce="${nonce}">${data}</p><p>ä ${nonce}</p>`
		})
	})
	if (!(answer instanceof Response)) throw new Error('a middleware of pages answers')
	const nonce = nonceOf(context)
	expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
	expect(await answer.text()).toBe(`<p nonce="${nonce}">${data}</p><p>ä ${nonce}</p>`)
}

test('a page that was rendered of the same is given with a nonce of this answer', async () => {
	for (const data of ['one', 'one', 'two', 'one', 'two', 'nonce']) await pageOf(data)
	expect(rendered).toBe(3)
})

test("a page that is its visitor's own is rendered each time", async () => {
	rendered = 0
	for (const data of [null, null]) await pageOf(data)
	expect(rendered).toBe(2)
})
