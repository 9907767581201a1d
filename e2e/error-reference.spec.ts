import { expect, test as base } from '@playwright/test'

import { readyToOrder } from './http/funnel.ts'
import { openOwnShop } from './http/own-shop.ts'
import { alive } from './screens/visit.ts'

type OwnShop = Awaited<ReturnType<typeof openOwnShop>>

// The window closes before its shop: a shop that ends waits for connections on which nothing was asked yet.
const test = base.extend<{ ownShop: OwnShop }>({
	// oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
	ownShop: async ({}, use) => {
		const shop = await openOwnShop()
		await use(shop)
		await shop.close()
	},
	baseURL: async ({ ownShop }, use) => use(ownShop.url),
})

test('the page of a failure keeps its reference once its scripts run @journeys @javascript', async ({
	page,
	context,
	ownShop,
}) => {
	const { url, sql } = ownShop
	const errors: string[] = []
	page.on('pageerror', ({ message }) => errors.push(message))
	const { visitor } = await readyToOrder(url, await ownShop.claimDay('any'))
	await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url })))
	await sql`alter table carts rename to carts_away`
	const answer = await page.goto('/cart')
	await alive(page)
	expect(answer?.status()).toBe(500)
	const id = answer?.headers()['x-request-id'] ?? 'none'
	await expect(page.getByText(`diese Kennung: ${id}`)).toBeVisible()
	// React reports every part that hydration renders anew.
	expect(errors.filter((message) => /hydrat|#4\d\d/i.test(message))).toEqual([])
})
