import { expect, test } from 'vitest'

import { isTouch } from './touch.server.ts'

const navigates = { 'Sec-Fetch-Mode': 'navigate' }

test.each([
	['a link that was pressed', 'GET', { ...navigates, 'Sec-Fetch-User': '?1' }, true],
	['a page that reloads by <meta>', 'GET', navigates, false],
	['data of a link, by script', 'GET', { 'Sec-Fetch-Mode': 'cors' }, true],
	[
		'data of a live page, by script',
		'GET',
		{ 'Sec-Fetch-Mode': 'cors', 'X-Desk-Poll': '1' },
		false,
	],
	['a form', 'POST', navigates, true],
	['an old browser', 'GET', {}, true],
])('%s', (_, method, headers, expected) => {
	const request = new Request('http://desk.test/', { method, headers: new Headers(headers) })
	expect(isTouch(request)).toBe(expected)
})
