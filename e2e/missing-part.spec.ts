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
	const loaded = new Set<string>()
	page.on('request', (request) => {
		if (request.isNavigationRequest()) documents += 1
	})
	page.on('requestfinished', (request) => loaded.add(request.url()))
	await page.goto('/pages/agb', { waitUntil: 'networkidle' })
	await page.goto('/', { waitUntil: 'networkidle' })
	await alive(page)
	await page.route(/\/assets\/.*\.js$/, (route) =>
		loaded.has(route.request().url()) ? route.continue() : route.abort(),
	)

	const cart = page.getByRole('banner').getByRole('link', { name: /Warenkorb/ })
	const reloaded = page.waitForEvent('load')
	await cart.click()
	await reloaded
	await page.waitForLoadState('networkidle')
	await alive(page)
	expect(documents).toBe(3)

	const heading = page.getByRole('heading', { level: 1 })
	await page.getByRole('contentinfo').getByRole('link', { name: 'AGB', exact: true }).click()
	await expect(page).toHaveURL(/\/pages\/agb$/)
	await expect(heading).toHaveText(/AGB|Geschäftsbedingungen/)
	expect(documents).toBe(4)
	await page.goBack()
	await expect(page).toHaveURL(/\/$/)
	await page.waitForLoadState('networkidle')
	documents = 0

	await cart.click()
	await expect(page).toHaveURL(/\/cart$/)
	await expect(heading).toHaveText(t('cart.title'))
	await page.waitForLoadState('networkidle')
	expect(documents).toBe(1)

	await page.getByRole('button', { name: t('layout.otherLanguage') }).click()
	await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
})

test('pressing inside the information window and letting go outside keeps it open @javascript', async ({
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
