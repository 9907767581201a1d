import type { Browser, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { isSound } from './screens/sound.ts'
import { alive } from './screens/visit.ts'

const details = {
	firstName: 'Augusta',
	lastName: 'Kingsley',
	email: 'augusta@example.org',
	emailRepeat: 'augusta@example.org',
	street: 'Geheimweg 9',
	postcode: '80331',
	city: 'München',
}

test.beforeEach(async ({ given, checkout, bank, day }) => {
	await given.inCart(day, { product: 'planetarium-show' })
	await given.details(details)
	await checkout.openOverview()
	await checkout.acceptAndOrder()
	await bank.pay()
	await checkout.bookingId()
})

test('an invitation is made, seen by its guests, made anew and withdrawn @journeys @javascript', async ({
	page,
	browser,
	checkout,
	visit,
	expectStatus,
}) => {
	expectStatus(404)
	const { t } = visit
	const confirmation = page.url()
	await press(page, t('invitation.panel.make'))
	await expect(page.getByRole('heading', { name: t('invitation.host.title') })).toBeVisible()
	await isSound(page, [360, 1280])
	const link = await page.getByLabel(t('invitation.host.link')).inputValue()
	expect(link).toBe(page.url())
	expect(link).toMatch(/\/invitation\/[\w-]{43}$/)

	const headline = t('invitation.headline.birthday', { name: 'Byron' })
	await seenByGuests(browser, link, async (guest) => {
		await expect(guest.getByRole('heading', { level: 1 })).toHaveText(headline)
		await isSound(guest, [360, 1280])
		await expect(guest.getByLabel(t('invitation.host.link'))).toHaveCount(0)
		const shown = await guest.content()
		const preview = await guest
			.locator('head > meta:is([property^="og:"], [name="description"])')
			.evaluateAll((found) => found.map((each) => each.getAttribute('content') ?? ''))
		expect(preview, 'N76').toContain('Einladung zum Geburtstag bei Raumzeit')
		expect(preview.some((text) => /^https?:\/\/[^/]+\/social\.png$/.test(text))).toBe(true)
		expect(preview.join(' ')).not.toContain('Byron')
		expect(preview.join(' ')).not.toContain('/invitation/')
		for (const secret of ['Kingsley', 'augusta@', 'Geheimweg', '€', '20\\d\\d-\\d{6}', 'success/'])
			expect(shown).not.toMatch(new RegExp(secret))
		const file = await (await guest.request.get(`${link}/calendar.ics`)).text()
		expect(file).toContain(`SUMMARY:${headline} · Raumzeit`)
		expect(file).not.toMatch(/Kingsley|Bestellnummer|€|success/)
	})

	await page.goto(confirmation)
	await alive(page)
	await press(page, t('invitation.panel.show'))
	await expect(page.getByLabel(t('invitation.host.link'))).not.toHaveValue(link)
	const second = page.url()
	const withdraw = page.getByRole('button', { name: t('invitation.panel.withdrawNow') })
	await expect(withdraw).toBeHidden()
	await page.getByText(t('invitation.panel.withdraw')).click()
	await withdraw.click()
	await expect(checkout.confirmed).toBeVisible()
	await expect(page.getByText(t('invitation.withdrawn'))).toBeVisible()
	for (const old of [link, second]) {
		await page.goto(old)
		await expect(page.getByRole('main')).toContainText(t('errors.invitationNotFound'))
	}
})

test('the link is shared by the sheet of the device, or copied @javascript', async ({
	page,
	context,
	visit,
}) => {
	const { t } = visit
	await context.grantPermissions(['clipboard-read', 'clipboard-write'])
	await page.addInitScript(() => {
		Object.defineProperty(navigator, 'share', {
			value: async ({ url }: { url: string }) => void (document.title = url),
		})
	})
	await page.reload()
	await alive(page)
	await press(page, t('invitation.panel.make'))
	await press(page, t('invitation.host.share'))
	await expect(page).toHaveTitle(page.url())
	await press(page, t('invitation.host.copy'))
	await expect(page.getByText(t('invitation.host.copied'))).toBeVisible()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
})

function press(page: Page, name: string) {
	return page.getByRole('button', { name, exact: true }).click()
}

/** Looks at the link in a window that knows nothing of the order. */
async function seenByGuests(browser: Browser, link: string, look: (guest: Page) => Promise<void>) {
	const scripted = test.info().project.name === 'javascript'
	const context = await browser.newContext({ javaScriptEnabled: scripted, locale: 'de-DE' })
	const guest = await context.newPage()
	await guest.goto(link)
	if (scripted) await alive(guest)
	await look(guest)
	await context.close()
}
