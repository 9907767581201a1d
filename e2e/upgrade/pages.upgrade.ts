import { expect, test, type Page } from '@playwright/test'

import { alive } from '../screens/visit.ts'
import { buildInAnotherColour } from './other-build.ts'
import { openTwoBuilds, type TwoBuilds } from './two-builds.ts'

// Faults J2: two builds behind one balancer, each request to the next of them.
let shop: TwoBuilds
test.beforeAll(async () => {
	shop = await openTwoBuilds(buildInAnotherColour)
	await shop.start('other', 'no jobs')
	await shop.start('this', 'no jobs')
})
test.afterAll(() => shop?.close())

test('twenty pages in a browser each have their style and their scripts, whichever build they come from', async ({
	page,
}) => {
	const failed: string[] = []
	page.on('response', (response) => {
		if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
	})
	page.on('pageerror', (error) => failed.push(error.message))
	const colours = new Set<string>()
	for (let round = 0; round < 20; round += 1) {
		const path = ['/', '/cart', '/pages/agb', '/login', '/pages/faq'][round % 5] ?? '/'
		await page.goto(shop.origin + path)
		await alive(page)
		colours.add(await primaryOf(page))
	}
	expect(failed).toEqual([])
	for (const build of ['other', 'this'] as const) expect(shop.sentTo(build)).toBeGreaterThan(20)
	expect(colours).toEqual(new Set(['#6cc4cc', '#6cc4cd']))
})

/** Returns the primary colour of the page's style sheet; empty when none was loaded. */
function primaryOf(page: Page): Promise<string> {
	return page.evaluate(() => {
		const values = [...document.documentElement.computedStyleMap()].map(([, value]) =>
			String(value),
		)
		return (
			values
				.find((value) => /#6cc4c[cd]/i.test(value))
				?.trim()
				.toLowerCase() ?? ''
		)
	})
}
