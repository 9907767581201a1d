import { expect, test } from '@playwright/test'

import { translator } from '#app/i18n/translator.ts'

import { alive } from './screens/visit.ts'

const t = translator('de-DE')

test('a page whose script is missing: one reload, then the pages come from the server (faults N3) @javascript', async ({
	page,
}) => {
	// One reload within ten seconds: the clock stands still, because on a slow machine the second press comes later
	// than that.
	await page.addInitScript((now) => (Date.now = () => now), Date.now())
	let documents = 0
	page.on('request', (request) => {
		if (request.isNavigationRequest()) documents += 1
	})
	const missing = /\/assets\/cart-[\w-]+\.js$/
	await page.route(missing, (route) => route.abort())
	await page.goto('/')
	await alive(page)

	const cart = page.getByRole('banner').getByRole('link', { name: /Warenkorb/ })
	const reloaded = page.waitForEvent('load')
	await cart.click()
	await reloaded
	await alive(page)
	expect(documents).toBe(2)

	const heading = page.getByRole('heading', { level: 1 })
	await page.getByRole('contentinfo').getByRole('link', { name: 'AGB', exact: true }).click()
	await expect(page).toHaveURL(/\/pages\/agb$/)
	await expect(heading).toHaveText(/AGB|Geschäftsbedingungen/)
	expect(documents).toBe(3)
	await page.goBack()
	await expect(page).toHaveURL(/\/$/)
	await alive(page)
	documents = 0

	const failed = page.waitForEvent('requestfailed', (request) => missing.test(request.url()))
	await cart.click()
	await expect(page).toHaveURL(/\/cart$/)
	await expect(heading).toHaveText(t('cart.title'))
	await failed

	await page.getByRole('button', { name: t('layout.otherLanguage') }).click()
	await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
	// The cart, the form, and the page it leads to: no reload among them.
	expect(documents).toBe(3)
})

test('pressing inside the information window and letting go outside keeps it open @journeys @javascript', async ({
	page,
}) => {
	await page.goto('/')
	await alive(page)
	await page.evaluate(() => {
		const detail = { title: 'Titel', content: '<p>Inhalt</p>' }
		window.dispatchEvent(new CustomEvent('raumzeit:information', { detail }))
	})
	const dialog = page.getByRole('dialog')
	const box = await dialog.getByRole('heading').boundingBox()
	if (!box) throw new Error('The window has no heading')

	await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
	await page.mouse.down()
	await page.mouse.move(5, 5)
	await page.mouse.up()
	await expect(dialog).toBeVisible()

	await page.mouse.click(5, 5)
	await expect(dialog).toBeHidden()
})
