import type { BrowserContext, Page } from '@playwright/test'

import { translator } from '#app/i18n/translator.ts'
import type { Level } from '#app/models/staff/staff.ts'

import { expect, test as shopTest } from '../fixtures.ts'
import { givenBy } from '../given.ts'
import { beyondTheEdge, knownToBeWrong } from '../screens/sound.ts'
import { alive, settled } from '../screens/visit.ts'
import { signInStaff, type SignedInStaff } from './staff.ts'

export { expect }

/* oxlint-disable no-empty-pattern -- Playwright reads from the pattern what a fixture needs. */

type Fixtures = {
	/** The address of the shop whose desk this is; `baseURL` is that of the desk. */
	shopUrl: string
	/** Signs a new person of that level in at this window, or at another one; opens no page. */
	signedInDesk: (level: Level, window?: BrowserContext) => Promise<SignedInStaff>
	/**
	 * Expects that nothing scrolls sideways at 360, 1024 and 1280 pixels, and that axe, which needs scripts, finds nothing.
	 */
	looksRight: (page: Page) => Promise<void>
}

/**
 * A test at the desk. `page` opens paths of the desk (`page.goto('/')`) and waits until their scripts run; `given` makes
 * carts and orders at the shop as a visitor without a window; `database` is the one of both.
 */
export const test = shopTest.extend<Fixtures>({
	baseURL: async ({}, use) => use(process.env['DESK_URL']),
	shopUrl: async ({}, use) => use(process.env['SHOP_URL'] ?? ''),
	given: async ({ playwright, shopUrl, extraHTTPHeaders }, use) => {
		const headers = extraHTTPHeaders ? { extraHTTPHeaders } : {}
		const visitor = await playwright.request.newContext({ baseURL: shopUrl, ...headers })
		await use(givenBy(visitor, shopUrl))
		await visitor.dispose()
	},
	page: async ({ page }, use) => {
		const goto = page.goto.bind(page)
		page.goto = async (...where) => {
			const answer = await goto(...where)
			await alive(page)
			return answer
		}
		await use(page)
	},
	visit: async ({ page, locale }, use) => {
		await use({ page, t: translator(locale?.startsWith('en') ? 'en-EN' : 'de-DE') })
	},
	signedInDesk: async ({ context, baseURL, database }, use) => {
		await use(async (level, window = context) => {
			const person = await signInStaff(database, level)
			const [name, value] = person.cookie
			await window.addCookies([{ name, value, url: baseURL ?? '' }])
			return person
		})
	},
	looksRight: async ({}, use) => use(looksRight),
})

const widths = [360, 1024, 1280]

async function looksRight(page: Page): Promise<void> {
	await settled(page)
	const before = page.viewportSize()
	const isScripted = await page.evaluate(() => matchMedia('(scripting: enabled)').matches)
	for (const width of widths) {
		await page.setViewportSize({ width, height: 768 })
		// The bars that stay at the edges would lie over half a field, which axe calls too small a target.
		const height = await page.evaluate(() => document.documentElement.scrollHeight)
		await page.setViewportSize({ width, height })
		const found = [
			...(isScripted ? await knownToBeWrong(page) : []),
			...(await beyondTheEdge(page)),
		]
		expect({ width, found }).toEqual({ width, found: [] })
	}
	if (before) await page.setViewportSize(before)
}
