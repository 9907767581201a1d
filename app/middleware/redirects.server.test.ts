import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { venueVersions } from '#app/db/schema.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let redirects: typeof import('#app/middleware/redirects.server.ts')

beforeAll(async () => {
	shop = await openTestShop()
	redirects = await import('#app/middleware/redirects.server.ts')
	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	const rules = [
		['/sterne', '/räume?für=☆'],
		['/größe', '/gr%C3%B6%C3%9Fe'],
		['/karte', 'https://müller.example/☆'],
		['/kaputt', 'https://'],
	].map(([from = '', to = '']) => ({ from, to, permanent: false }))
	const document = { ...shop.venue, redirects: rules }
	await shop.db.insert(venueVersions).values({ hash: 'before the checks', document })
	await loadVenue()
})
afterAll(() => shop?.close())

test.each([
	['/sterne?day=2026-12-05', '/r%C3%A4ume?f%C3%BCr=%E2%98%86&day=2026-12-05'],
	['/karte', 'https://xn--mller-kva.example/%E2%98%86'],
	['/gr%C3%B6%C3%9Fe', null],
	['/kaputt', null],
])('%s leads to %s', async (path, location) => {
	const url = new URL(path, 'http://shop.test')
	const request = new Request(url)
	const context = new RouterContextProvider()
	const parameters = { request, url, params: {}, pattern: '*', context }
	const answer = await Promise.resolve()
		.then(() => redirects.redirectsMiddleware(parameters, async () => new Response('')))
		.catch((thrown: unknown) => thrown)
	expect(answer instanceof Response ? answer.headers.get('Location') : null).toBe(location)
})
