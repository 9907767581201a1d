import { expect, test } from '@playwright/test'

import { readyToOrder } from './http/funnel.ts'
import { openOwnShop } from './http/own-shop.ts'

test('the page of a failure keeps its reference once its scripts run', async ({
	page,
	context,
}) => {
	const shop = await openOwnShop()
	const errors: string[] = []
	page.on('pageerror', ({ message }) => errors.push(message))
	try {
		const { visitor } = await readyToOrder(shop.url, await shop.claimDay('any'))
		const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: shop.url }))
		await context.addCookies(cookies)
		await shop.sql`alter table carts rename to carts_away`
		const answer = await page.goto(`${shop.url}/cart`, { waitUntil: 'networkidle' })
		expect(answer?.status()).toBe(500)
		const id = answer?.headers()['x-request-id'] ?? 'none'
		await expect(page.getByText(`diese Kennung: ${id}`)).toBeVisible()
		// React reports every part that hydration renders anew.
		expect(errors.filter((message) => /hydrat|#4\d\d/i.test(message))).toEqual([])
		if (process.env['PICTURE']) await page.screenshot({ path: process.env['PICTURE'] })
	} finally {
		await shop.close()
	}
})
