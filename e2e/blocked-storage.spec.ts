import { expect, test } from './fixtures.ts'
import { alive } from './screens/visit.ts'

for (const state of ['throws', 'is null'] as const) {
	test(`a browser whose storage ${state}: links and forms work (faults N7) @javascript`, async ({
		page,
		visit,
		shop,
		cart,
		given,
		day,
		expectComplaint,
	}) => {
		const { t } = visit
		// The router's own script for scroll positions cannot read the storage either.
		expectComplaint(state === 'throws' ? 'SecurityError' : 'TypeError')
		await page.addInitScript((isNull) => {
			for (const name of ['sessionStorage', 'localStorage']) {
				Object.defineProperty(window, name, {
					get() {
						if (isNull) return null
						throw new DOMException('Access is denied for this document.', 'SecurityError')
					},
				})
			}
		}, state === 'is null')
		await given.tickets(day, 2)

		await shop.open({ day })
		await page.evaluate(() => Object.assign(window, { isStill: true }))
		await shop.add('Erwachsenenticket', 3)
		await page
			.getByRole('banner')
			.getByRole('link', { name: /Warenkorb/ })
			.click()
		await expect(page).toHaveURL(/\/cart$/)
		await cart.change('Erwachsenenticket', 4)
		await expect(cart.line('Erwachsenenticket').getByRole('spinbutton').first()).toHaveValue('4')
		await cart.checkoutLink.click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('checkout.signIn.title'))
		expect(await page.evaluate(() => 'isStill' in window)).toBe(true)

		// Right after a reload by hand the links are the browser's own.
		await page.reload()
		await alive(page)
		await page.getByRole('link', { name: t('checkout.signIn.guest') }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('checkout.address.title'))
	})
}
