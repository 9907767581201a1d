import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { test } from '@playwright/test'

import { everyPage } from './every-page.ts'
import { showAnswer } from './show-answer.ts'

const folder = 'screens'
const widths = [360, 768, 1280]
/** Of which pages alone: a regular expression on their names. */
const only = new RegExp(process.env['ONLY'] ?? '')

for (const language of ['de-DE', 'en-EN'] as const) {
	test(`every page in every state at ${widths.join(', ')} (${language})`, async ({ browser }) => {
		const origin = process.env['SHOP_URL'] ?? ''
		const sights = await everyPage(origin, language)
		for (const sight of sights.filter(({ name }) => only.test(name))) {
			const page = await showAnswer(browser, sight)
			for (const width of widths) {
				const to = join(folder, language.slice(0, 2), String(width))
				await mkdir(to, { recursive: true })
				await page.setViewportSize({ width, height: 800 })
				await page.screenshot({ path: join(to, `${sight.name}.png`), fullPage: true })
			}
			await page.context().close()
		}
	})
}
