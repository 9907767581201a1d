import { translator } from '#app/i18n/translator.ts'

import { expect, test } from './fixtures.ts'
import { openOwnShop } from './http/own-shop.ts'

// Products that only the telephone books, as a visitor sees them (faults N17).

const phone = '+49 89 99998 123'

// In one worker, so that they share a shop.
test.describe.configure({ mode: 'default' })

let own: Awaited<ReturnType<typeof openOwnShop>>
let day: string
test.beforeAll(async () => {
	// Every day that a test can have is inside the notice of the Comet party; so are socks and the magic show.
	own = await openOwnShop({
		'catalogue.yaml': [
			["notice: { days: 2, until: '18:00' }", "notice: { days: 300, until: '18:00' }"],
			[
				'    uses: [{ resource: magicians, units: 1 }]\n',
				"    uses: [{ resource: magicians, units: 1 }]\n    notice: { days: 300, until: '18:00' }\n",
			],
			[
				'    picture: /pictures/socks.svg\n',
				"    picture: /pictures/socks.svg\n    notice: { days: 300, until: '18:00' }\n",
			],
		],
	})
	day = await own.claimDay('any')
})
test.afterAll(() => own.close())

for (const locale of ['de-DE', 'en-EN'] as const) {
	test(`${locale}: a party inside its notice shows its times and days with the telephone number @journeys @javascript`, async ({
		page,
		context,
	}) => {
		const t = translator(locale)
		await context.addCookies([{ name: 'locale', value: locale, url: own.url }])
		await page.goto(`${own.url}/?kind=party&product=kometen-party&day=${day}&guests=8`)
		const when = page.locator('#when')
		const times = when.getByRole('group', { name: t('shop.time.slots') })
		await expect(times).toContainText(t('shop.time.byPhone'))
		await expect(times.getByRole('button')).toHaveCount(0)
		await expect(when.getByText(t('shop.card.byPhone'))).toBeVisible()
		const number = when.getByRole('link', { name: phone.replaceAll(' ', '\u00a0') })
		await expect(number).toHaveAttribute('href', 'tel:+498999998123')
		await expect(when.getByText(t('shop.card.soldOut'))).toHaveCount(0)
		const strip = when.getByRole('list', { name: t('shop.day.strip') })
		await expect(strip.getByText(t('shop.shortMarks.phone')).first()).toBeVisible()

		await page.goto(
			`${own.url}/?kind=party&product=kometen-party&day=${day}&guests=8&month=${day.slice(0, 7)}`,
		)
		const chosen = page.getByRole('table').locator('a[aria-current="date"]')
		await expect(chosen).toContainText(t('shop.marks.phone'))
		await page.goto(`${own.url}/?kind=party&product=galaxie-party&day=${day}&guests=8`)
		await expect(times.getByRole('button').first()).toBeVisible()
		await expect(page.locator('#when').getByText(t('shop.card.byPhone'))).toHaveCount(0)
	})
}

test('extras inside their notice show the telephone number, in a visit and in a party @journeys @javascript', async ({
	page,
}) => {
	const t = translator('de-DE')
	const note = t('shop.card.byPhoneAt', { phone })
	await page.goto(`${own.url}/?kind=play&day=${day}&time=14:00&duration=120`)
	const socks = page.locator('#socks')
	for (const fold of await page.locator('details:has(#socks) > summary').all()) await fold.click()
	await expect(socks).toContainText(note)
	await expect(socks.getByRole('spinbutton')).toHaveCount(0)

	await page.goto(`${own.url}/?kind=party&product=galaxie-party&day=${day}&guests=8`)
	await page.getByRole('button', { name: /^14:00/ }).click()
	const show = page.locator('[id$="-show"] label').filter({ hasText: note })
	await expect(show).toContainText('Zaubershow')
	await expect(show.getByRole('checkbox')).toBeDisabled()
	await expect(
		page.locator('[id$="-show"]').getByRole('checkbox', { disabled: false }),
	).toHaveCount(1)
})
