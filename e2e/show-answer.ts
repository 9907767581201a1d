import { expect, type Browser, type Page } from '@playwright/test'

import type { Sight } from './every-page.ts'

/** Opens a window with the page as it was answered, after a post too; everything else comes from the shop. */
export async function showAnswer(
	browser: Browser,
	{ path, answer, visitor, opens }: Sight,
): Promise<Page> {
	const origin = process.env['SHOP_URL'] ?? ''
	const locale = visitor.cookies.get('locale') === 'en-EN' ? 'en-GB' : 'de-DE'
	const context = await browser.newContext({ baseURL: origin, locale })
	await context.addCookies(
		[...visitor.cookies].map(([name, value]) => ({ name, value, url: origin })),
	)
	const page = await context.newPage()
	let isShown = false
	await page.route('**', async (route) => {
		if (!route.request().isNavigationRequest()) return route.fallback()
		// A page that redirects by itself, as to a payment provider, is kept in view.
		if (isShown) return route.abort('aborted')
		isShown = true
		const type = 'text/html; charset=utf-8'
		const policy = answer.headers.get('Content-Security-Policy') ?? ''
		await route.fulfill({
			status: answer.status,
			body: answer.text,
			headers: { 'Content-Type': type, 'Content-Security-Policy': policy },
		})
	})
	await page.goto(path, { waitUntil: 'networkidle' })
	if (opens) await open(page, opens)
	return page
}

/** Opens the information modal by its event. */
async function open(page: Page, detail: NonNullable<Sight['opens']>) {
	const dialog = page.getByRole('dialog', { name: detail.title })
	await expect(async () => {
		await page.evaluate(
			(given) => window.dispatchEvent(new CustomEvent('raumzeit:information', { detail: given })),
			detail,
		)
		await expect(dialog).toBeVisible({ timeout: 1000 })
	}).toPass()
}
