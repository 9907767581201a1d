import { parseCookie } from 'cookie'
import { unsign } from 'cookie-signature'
import { type MiddlewareFunction, RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { openTestShop } from '#testing/test-shop.ts'

vi.mock('cookie', { spy: true })
vi.mock('cookie-signature', { spy: true })

let shop: Awaited<ReturnType<typeof openTestShop>>
let firstCart: typeof import('#app/http/first-cart.server.ts')
let middleware: MiddlewareFunction<Response>[]
beforeAll(async () => {
	shop = await openTestShop()
	firstCart = await import('#app/http/first-cart.server.ts')
	const { localeMiddleware } = await import('#app/middleware/locale.server.ts')
	const { affiliateMiddleware } = await import('#app/middleware/affiliate.server.ts')
	const { keptAnswersMiddleware } = await import('#app/pages/kept-answers.server.ts')
	const { sessionMiddleware } = await import('#app/middleware/session.server.ts')
	const { visitMiddleware } = await import('#app/middleware/visit.server.ts')
	const { outcomeMiddleware } = await import('#app/middleware/outcome.server.ts')
	middleware = [
		localeMiddleware,
		affiliateMiddleware,
		keptAnswersMiddleware,
		sessionMiddleware,
		visitMiddleware,
		outcomeMiddleware,
	]
})
afterAll(() => shop?.close())
beforeEach(() => void vi.clearAllMocks())

/** Calls everything that reads cookies, as a request for the start page does. */
async function ask(cookies: string): Promise<Response> {
	const url = new URL('http://shop.test/?awc=1')
	const request = new Request(url, { headers: { Cookie: cookies } })
	const context = new RouterContextProvider()
	const { csrfTokenFor } = await import('#app/http/csrf.server.ts')
	const { isKnownDevice } = await import('#app/http/known-device.server.ts')
	async function page() {
		csrfTokenFor(request.headers)
		isKnownDevice(request.headers, crypto.randomUUID())
		return new Response('page')
	}
	async function from(index: number): Promise<Response> {
		const next = middleware[index]
		if (!next) return page()
		const args = { request, url, context, params: {}, pattern: '/' }
		return (await next(args, () => from(index + 1))) ?? from(index + 1)
	}
	return from(0)
}

/** Makes 15 kB of cookies, as many as fit. */
function fill(make: (index: number) => string): { header: string; count: number } {
	let header = ''
	let count = 0
	for (; header.length < 15_000; count += 1) header += `${make(count)}; `
	return { header, count }
}

test.each([
	['names of first carts', () => `cart-${crypto.randomUUID()}=x`],
	['values that are no encoding', (index: number) => `a${index}=%`],
	['one name', () => 'session=%ff'],
	['first carts with our signature', () => ofFirstCart(crypto.randomUUID())],
])(
	'15 kB of %s are parsed once, and a handful of values is looked at (faults M3)',
	async (_, make) => {
		const { header, count } = fill(make)
		vi.clearAllMocks()
		const decode = vi.spyOn(globalThis, 'decodeURIComponent')
		const response = await ask(header)
		expect(response.status).toBe(200)
		expect(count).toBeGreaterThan(100)
		expect(parseCookie).toHaveBeenCalledTimes(1)
		// One session, one list of accounts, five carts, by two secrets at most.
		expect(vi.mocked(unsign).mock.calls.length).toBeLessThanOrEqual(14)
		expect(decode.mock.calls.length).toBeLessThanOrEqual(20)
		decode.mockRestore()
	},
)

test('five tabs that began a cart each are found among other cookies', () => {
	const ids = Array.from({ length: 5 }, () => crypto.randomUUID())
	const Cookie = ['a=b', ...ids.map(ofFirstCart), 'c=%'].join('; ')
	expect(firstCart.justBegun(new Headers({ Cookie }))).toEqual(ids)
	expect(firstCart.hasBegunCart(new Headers({ Cookie }))).toBe(true)
	expect(firstCart.hasBegunCart(new Headers({ Cookie: 'cart-=x; xcart-1=y' }))).toBe(false)
})

function ofFirstCart(id: string): string {
	return firstCart.rememberBegun(id).split(';')[0] ?? ''
}
