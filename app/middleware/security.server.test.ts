import { RouterContextProvider, type MiddlewareFunction } from 'react-router'
import { describe, expect, test } from 'vitest'

import { env } from '#app/gateways/env.server.ts'
import {
	nonceOf,
	sameOriginMiddleware,
	securityMiddleware,
} from '#app/middleware/security.server.ts'

const own = 'http://shop.test'

/** Returns the status of a request that would otherwise be answered with 200. */
async function run(
	middleware: MiddlewareFunction<Response>,
	request: Request,
	{ context = new RouterContextProvider(), answer = () => new Response('ok'), pattern = '/' } = {},
) {
	const url = new URL(request.url)
	try {
		const response = await middleware({ request, url, context, params: {}, pattern }, async () =>
			answer(),
		)
		if (!(response instanceof Response)) throw new Error('no answer')
		return { status: response.status, headers: response.headers }
	} catch (thrown) {
		if (thrown instanceof Error) throw thrown
		return {
			status: (thrown as { init?: { status?: number } }).init?.status,
			headers: new Headers(),
		}
	}
}

/** Posts to a route by a path whose case differs from the table of routes. */
function post(pattern: string, headers: Record<string, string>, method = 'POST') {
	const request = new Request(`${own}/${pattern.toUpperCase()}`, { method, headers })
	return run(sameOriginMiddleware, request, { pattern })
}

describe('changes are taken from our own pages only, by the route that answers (F1, M11)', () => {
	test.each([
		['our page', 'cart', { Origin: own }, 200],
		['our page, as browsers say it', 'cart', { Origin: own, 'Sec-Fetch-Site': 'same-origin' }, 200],
		['the address of the environment', 'cart', { Origin: env.APP_ORIGIN }, 200],
		['a foreign page', 'cart', { Origin: 'https://evil.test' }, 403],
		['a page in a sandbox', 'cart', { Origin: 'null' }, 403],
		['nobody', 'cart', {}, 403],
		['a sibling of our host', 'cart', { Origin: 'http://sub.shop.test' }, 403],
		['a sibling, by its own word', 'cart', { Origin: own, 'Sec-Fetch-Site': 'same-site' }, 403],
		[
			'a foreign page, by the browser’s word',
			'cart',
			{ Origin: own, 'Sec-Fetch-Site': 'cross-site' },
			403,
		],
		['another port', 'cart', { Origin: `${own}:8080` }, 403],
		['another scheme', 'cart', { Origin: 'https://shop.test' }, 403],
		[
			'text/plain from elsewhere',
			'checkout/overview',
			{ Origin: 'https://evil.test', 'Content-Type': 'text/plain' },
			403,
		],
		['a webhook', 'api/payments/:provider/webhook', {}, 200],
		[
			'a provider that returns by post',
			'checkout/success/stripe',
			{ Origin: 'https://pay.test', 'Sec-Fetch-Site': 'cross-site' },
			200,
		],
		['the same without a browser’s word', 'checkout/success/paypal', {}, 200],
		['no return route', 'checkout/success/:bookingId/invitation', {}, 403],
		['a confirmation', 'checkout/success/:bookingId', { Origin: 'https://pay.test' }, 403],
		['a program that signs in with a token', 'api/auth/*', {}, 200],
		['a foreign page that signs in', 'api/auth/*', { Origin: 'https://evil.test' }, 403],
	])('a change of %s is refused or let through', async (_, pattern, headers, status) => {
		expect((await post(pattern, headers as Record<string, string>)).status).toBe(status)
	})

	test.each(['PUT', 'PATCH', 'DELETE'])('%s counts as a change', async (method) => {
		expect((await post('cart', {}, method)).status).toBe(403)
	})

	test.each(['GET', 'HEAD'])('%s changes nothing', async (method) => {
		expect((await post('cart', { 'Sec-Fetch-Site': 'cross-site' }, method)).status).toBe(200)
	})
})

async function headersOf({ said }: { said?: HeadersInit } = {}) {
	const context = new RouterContextProvider()
	function answer() {
		return new Response('ok', { headers: said ?? { 'X-Nonce': nonceOf(context) } })
	}
	return (await run(securityMiddleware, new Request(own), { context, answer })).headers
}

describe('headers of every answer (F17)', () => {
	test('no frames, no sniffing, no shared caches, no foreign scripts', async () => {
		const headers = await headersOf()
		expect(Object.fromEntries(headers)).toMatchObject({
			'x-content-type-options': 'nosniff',
			'referrer-policy': 'same-origin',
			'cache-control': 'private, no-store',
			'cross-origin-opener-policy': 'same-origin',
		})
		const policy = headers.get('Content-Security-Policy')
		expect(policy).toContain("frame-ancestors 'none'")
		expect(policy).toContain("form-action 'self';")
		expect(policy).toContain(`script-src 'self' 'nonce-${headers.get('X-Nonce')}'`)
		expect(policy).not.toContain('unsafe')
	})

	test('another nonce each time', async () => {
		const [one, other] = [await headersOf(), await headersOf()]
		expect(one.get('X-Nonce')).toHaveLength(22)
		expect(one.get('X-Nonce')).not.toBe(other.get('X-Nonce'))
	})

	test('a header that a route sets itself stays', async () => {
		const headers = await headersOf({ said: { 'Cache-Control': 'public, max-age=60' } })
		expect(headers.get('Cache-Control')).toBe('public, max-age=60')
	})

	test('an answer that sets a cookie is kept out of shared caches, whatever its route says (faults M11)', async () => {
		const said = { 'Cache-Control': 'Public, max-age=60', 'Set-Cookie': 'a=1' }
		expect((await headersOf({ said })).get('Cache-Control')).toBe('private, no-store')
	})
})
