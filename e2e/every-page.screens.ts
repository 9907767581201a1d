import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { test } from '@playwright/test'

import { everyPage } from './every-page.ts'
import { openWindow } from './show-answer.ts'

const folder = 'screens'
const widths = [360, 768, 1280]
/** A regular expression for the names of the pages to take; all by default. */
const only = new RegExp(process.env['ONLY'] ?? '')

/** Pages that need no scripts, up to the receipt. */
const way = /^(start|cart|tickets|party|gift)(?!.*-modal)/
/** Pages to print, as wide as a sheet of A4. */
const kept = /(confirmation|gift-vouchers|invitation|withdrawal-received)$/
const paper = { width: 794, height: 1123 }

// Many pages take long.
test.describe.configure({ timeout: 7_200_000 })

for (const language of ['de-DE', 'en-EN'] as const) {
	test(`every page in every state at ${widths.join(', ')} (${language})`, async ({ browser }) => {
		const origin = process.env['SHOP_URL'] ?? ''
		const sights = await everyPage(origin, language)
		for (const sight of sights.filter(({ name }) => only.test(name))) {
			const { page, show, close } = await openWindow(browser, sight.visitor)
			await show(sight)
			for (const width of widths) {
				const to = join(folder, language.slice(0, 2), String(width))
				await mkdir(to, { recursive: true })
				await page.setViewportSize({ width, height: 800 })
				await page.screenshot({ path: join(to, `${sight.name}.png`), fullPage: true })
			}
			if (kept.test(sight.name)) {
				await page.emulateMedia({ media: 'print' })
				await page.setViewportSize(paper)
				const to = join(folder, language.slice(0, 2), 'print')
				await page.screenshot({ path: join(to, `${sight.name}.png`), fullPage: true })
			}
			await close()
		}
	})
}

test.describe('without scripts', () => {
	test.use({ javaScriptEnabled: false })

	test('the way through the shop at 1280', async ({ browser }) => {
		const sights = await everyPage(process.env['SHOP_URL'] ?? '', 'de-DE')
		for (const sight of sights.filter(({ name }) => only.test(name) && way.test(name))) {
			const { page, show, close } = await openWindow(browser, sight.visitor)
			await show(sight)
			await page.setViewportSize({ width: 1280, height: 800 })
			const path = join(folder, 'de', '1280-no-javascript', `${sight.name}.png`)
			await page.screenshot({ path, fullPage: true })
			await close()
		}
	})
})
