import { expect, test } from 'vitest'

import { isExcused } from './second-tries.ts'

const seen = (matcher: string, expected: string, received: string) =>
	`Error: expect(locator).${matcher}(expected) failed\n\nLocator: getByRole('status')\nExpected: ${expected}\nReceived: ${received}\nTimeout: 60000ms`
const compared = (lines: string) =>
	`Error: expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 1\n\n${lines}`

test.each([
	['a click that waited', 'TimeoutError: locator.click: Timeout 30000ms exceeded.\nCall log:'],
	['a test that took too long', 'Test timeout of 180000ms exceeded.'],
	[
		'a page that did not change',
		'\u001B[31mError: page.waitForURL: Test timeout of 180000ms exceeded.\u001B[39m',
	],
	['an element that did not come', seen('toBeVisible', 'visible', '<element(s) not found>')],
	['another text', seen('toHaveText', '"Gespeichert"', '"Wird gespeichert"')],
	['a bound', 'Error: expect(received).toBeGreaterThan(expected)\n\nExpected: > 5\nReceived:   5'],
	['another name', compared('- ada\n+ grace')],
])('%s is excused by a second try', (_, message) => {
	expect(isExcused([message])).toBe(true)
})

test.each([
	['no error', []],
	['an answer of 5xx', ['Error: expect(received).toBe(expected)\n\nExpected: 200\nReceived: 503']],
	['a document of 5xx', ['Error: page.goto: status of 500\nTest timeout of 180000ms exceeded.']],
	[
		'a complaint of the browser',
		[compared('- Array []\n+ Array [\n+   "TypeError: x is null",\n+ ]')],
	],
	['a shop that is gone', ['Error: page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:1/']],
	['a request that is cut', ['TypeError: fetch failed']],
	['another sum on a page', [seen('toHaveText', '"12,00 €"', '"24,00 €"')]],
	['another count of elements', [seen('toHaveCount', '1', '2')]],
	[
		'another count of rows',
		['Error: expect(received).toHaveLength(expected)\n\nExpected length: 1\nReceived length: 2'],
	],
	['a broken promise', [compared('- Array []\n+ Array [\n+   "I5",\n+ ]')]],
	['one error of two', ['Test timeout of 180000ms exceeded.', compared('- 1\n+ 2')]],
])('%s stays red', (_, messages) => {
	expect(isExcused(messages)).toBe(false)
})
