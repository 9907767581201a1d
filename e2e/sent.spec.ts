import { expect, test } from './fixtures.ts'
import { sentFor } from './sent.ts'

const KILOBYTE = 1024

test('the start page arrives in few and small files @journeys @javascript', async ({ page }) => {
	const { document, stylesheet, font, script } = await sentFor(page, '/')
	expect(document.bytes).toBeLessThanOrEqual(13 * KILOBYTE)
	expect(stylesheet.bytes).toBeLessThanOrEqual(20 * KILOBYTE)
	expect(stylesheet.files).toBe(1)
	expect(font.bytes).toBeLessThanOrEqual(60 * KILOBYTE)
	expect(script.bytes).toBeLessThanOrEqual(134 * KILOBYTE)
	expect(script.files).toBeLessThanOrEqual(8)
})

test('one font comes ahead, and no script stands before the style @journeys @javascript', async ({
	page,
}) => {
	const answer = await page.request.get('/')
	const html = await answer.text()
	expect(html.match(/<link[^>]*rel="preload"[^>]*as="font"/g)).toHaveLength(1)
	expect(html.slice(0, html.indexOf('rel="stylesheet"'))).not.toMatch(
		/<script[^>]*src=|modulepreload/,
	)
	const preloads = html.match(/<link[^>]*rel="modulepreload"[^>]*>/g) ?? []
	expect(preloads.length).toBeGreaterThan(0)
	for (const preload of preloads) expect(preload).toContain('fetchpriority="low"')
})
