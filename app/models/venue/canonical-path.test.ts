import { expect, test } from 'vitest'

import { isShopPath, locationOf } from '#app/models/venue/canonical-path.ts'
import routes from '#app/routes.ts'

test.each([
	['/', '/'],
	['/?kind=party', '/?kind=party'],
	['/pages/faq?a=1#prices', '/pages/faq?a=1#prices'],
	['/räume?für=Zoë#größe', '/r%C3%A4ume?f%C3%BCr=Zo%C3%AB#gr%C3%B6%C3%9Fe'],
	['/r%C3%A4ume', '/r%C3%A4ume'],
	['/☆', '/%E2%98%86'],
	['/a\r\nX: 1', '/aX:%201'],
	['https://example.org/#map=6/51.33/10.45', 'https://example.org/#map=6/51.33/10.45'],
	['https://müller.example/☆', 'https://xn--mller-kva.example/%E2%98%86'],
	['//example.org', null],
	['/\\example.org', null],
	['/.//example.org', null],
	['https://', null],
	['https://example org/', null],
	['http://example.org', null],
	['pages/faq', null],
	['', null],
])('a redirect to %s leads to %s', (to, location) => {
	expect(locationOf(to)).toBe(location)
})

test('isOwnPlace is true for every route of the shop but pages, which the operator may remove', () => {
	const firsts = new Set(routes.flatMap(({ path }) => path?.split('/')[0] ?? []))
	expect(firsts.size).toBeGreaterThan(20)
	const foreign = [...firsts].filter((first) => !isShopPath(`/${first}`))
	expect(foreign).toEqual(['pages', '*'])
})
