import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { test, type Page } from '@playwright/test'

import { everyPage, type Sight } from './every-page.ts'

const folder = 'screens'
const widths = [360, 768, 1280]
/** Of which pages alone: a regular expression on their names. */
const only = new RegExp(process.env['ONLY'] ?? '')

for (const language of ['de-DE', 'en-EN'] as const) {
	test(`every page in every state at ${widths.join(', ')} (${language})`, async ({ browser }) => {
		const origin = process.env['SHOP_URL'] ?? ''
		const sights = await everyPage(origin, language)
		for (const sight of sights.filter(({ name }) => only.test(name))) {
			const context = await browser.newContext({ baseURL: origin })
			await context.addCookies(
				[...sight.visitor.cookies].map(([name, value]) => ({ name, value, url: origin })),
			)
			const page = await context.newPage()
			await showAnswer(page, sight)
			for (const width of widths) {
				const to = join(folder, language.slice(0, 2), String(width))
				await mkdir(to, { recursive: true })
				await page.setViewportSize({ width, height: 800 })
				await page.screenshot({ path: join(to, `${sight.name}.png`), fullPage: true })
			}
			await context.close()
		}
	})
}

/** The page as it was answered, after a post too; everything else comes from the shop. */
async function showAnswer(page: Page, { path, answer }: Sight) {
	let isShown = false
	await page.route(`**${path.replaceAll('?', '\\?')}`, async (route) => {
		if (isShown || !route.request().isNavigationRequest()) return route.fallback()
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
}
