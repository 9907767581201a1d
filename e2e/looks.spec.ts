import type { Locator } from '@playwright/test'

import { longDay } from './days.ts'
import { expect, test } from './fixtures.ts'
import { ada } from './screens/checkout.ts'

/** #2e2653, the one ground of cards and panels. */
const panel = 'rgb(46, 38, 83)'

test('cards and panels are exactly of the colour of panels @pages @javascript', async ({
	shop,
	cart,
	given,
	day,
}) => {
	await given.tickets(day)
	await shop.open({ day })
	for (const area of [shop.dayArea, shop.timeArea, shop.cart, shop.tickets])
		expect(await groundOf(area)).toEqual({ color: panel, image: 'none' })
	await cart.open()
	expect(await groundOf(cart.line('Erwachsenenticket'))).toEqual({ color: panel, image: 'none' })
})

test('beside a number, words stand apart from it and break where they may @pages @javascript', async ({
	page,
	shop,
	weekend,
}) => {
	await page.setViewportSize({ width: 360, height: 740 })
	await shop.open({ day: weekend, duration: 90, time: '15:00' })
	await shop.unfold('Stoppersocken')
	const price = shop.card('Stoppersocken').getByText('vor Ort zu zahlen')
	const number = shop.card('Stoppersocken').getByRole('spinbutton').locator('..')
	const [words, stepper] = await Promise.all([price.boundingBox(), number.boundingBox()])
	const isBelow = (words?.y ?? 0) + (words?.height ?? 0) <= (stepper?.y ?? 0)
	expect(isBelow || (words?.x ?? 0) + (words?.width ?? 0) <= (stepper?.x ?? 0)).toBe(true)

	await shop.unfold('Kommandantenkrone')
	const name = shop.card('Kommandantenkrone').getByRole('heading')
	// Without a dictionary it is one line; with one it may have a hyphen.
	expect(await name.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
	await name.evaluate((element) => Object.assign(element.style, { hyphens: 'manual' }))
	expect((await name.boundingBox())?.height).toBeLessThan(25)
})

test('on a phone, names of cookies and short words keep to one line (faults N92) @pages @javascript', async ({
	page,
}) => {
	await page.setViewportSize({ width: 360, height: 740 })
	await page.goto('/pages/datenschutz')
	for (const name of await page.locator('td:first-child code').all())
		expect((await name.boundingBox())?.height, await name.innerText()).toBeLessThan(25)
	await page.goto('/cart')
	const words = page.getByRole('link', { name: 'alle Zeiten' }).locator('span')
	expect((await words.boundingBox())?.height).toBeLessThan(25)
})

test('each step of the checkout is named on one line (faults N92) @pages @javascript', async ({
	page,
	readyToOrder,
	checkout,
}) => {
	await readyToOrder()
	for (const width of [1280, 768, 640, 360]) {
		await page.setViewportSize({ width, height: 740 })
		const names = checkout.main.getByRole('navigation').getByRole('listitem').locator('> *')
		for (const name of await names.all()) {
			const lines = await name.evaluate((element) => {
				const words = document.createRange()
				words.selectNodeContents(element)
				return words.getClientRects().length
			})
			expect(lines, `${await name.innerText()} at ${width}`).toBe(1)
		}
		const [last] = await names.all().then((all) => all.slice(-1))
		const end = await last?.boundingBox()
		expect((end?.x ?? width) + (end?.width ?? 0)).toBeLessThanOrEqual(width)
	}
})

test('a printed booking is as wide as its sheet @pages @javascript', async ({
	page,
	readyToOrder,
	checkout,
	bank,
}) => {
	await readyToOrder()
	await checkout.acceptAndOrder()
	await bank.pay()
	await checkout.bookingId()
	await page.setViewportSize({ width: 794, height: 1123 })
	await page.emulateMedia({ media: 'print' })
	const heading = page.getByRole('article').first().getByRole('heading', { level: 1 })
	const share = await heading.evaluate((element) => {
		const words = element.parentElement
		return (words?.clientWidth ?? 0) / (words?.parentElement?.clientWidth ?? 1)
	})
	expect(share).toBeGreaterThan(0.9)
	await expect(page.getByRole('region', { name: 'Ihre Bestellung' }).locator('summary')).toHaveCSS(
		'list-style-type',
		'none',
	)
})

test('on a phone, the message at a postcode takes two lines @pages @javascript', async ({
	page,
	given,
	checkout,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	await page.setViewportSize({ width: 360, height: 740 })
	await given.tickets(day)
	await checkout.openAddress()
	await checkout.enter({ ...ada, postcode: '1234' })
	await checkout.next()
	const message = checkout.main.getByRole('listitem').filter({ hasText: /^Passt nicht zum Land/ })
	const lines = await message.evaluate(
		(element) => element.clientHeight / parseFloat(getComputedStyle(element).lineHeight),
	)
	expect(Math.round(lines)).toBeLessThanOrEqual(2)
})

test('a refused form says so in the title, which names the step too (faults N60) @pages', async ({
	page,
	given,
	checkout,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	await given.tickets(day)
	await checkout.openAddress()
	await expect(page).toHaveTitle('Ihre Daten · Schritt 2 von 4')
	await checkout.enter({ ...ada, postcode: '1234' })
	await checkout.next()
	await expect(page).toHaveTitle('Fehler: Ihre Daten · Schritt 2 von 4')
	await checkout.enter(ada)
	await checkout.next()
	await expect(page).toHaveTitle('Bestellung prüfen · Schritt 3 von 4')
})

test('changes are announced, and a screen reader reads facts apart (faults N60) @pages', async ({
	page,
	shop,
	day,
}) => {
	await shop.open({ kind: 'party', day, guests: 4 })
	await expect(shop.card('Galaxie-Party')).toContainText(/Gäste\s*, ab/)
	await shop.lookAt('Galaxie-Party')
	await shop.typeGuests(4)
	await expect(shop.guests).toHaveAccessibleDescription('Berechnet werden mindestens 6 Gäste')
	const counted = page.getByRole('status').filter({ hasText: 'Berechnet werden' })
	await expect(counted).toBeVisible()
	await shop.wishFor('Galaxie-Party', '14:00')
	await expect(shop.choices).toHaveAccessibleDescription(/^\d von \d fertig noch offen: /)
	await expect(shop.choices.getByRole('status')).toContainText('fertig')
})

test('guests come first, and no button stands where both fields save themselves (faults N61) @both', async ({
	page,
	shop,
	day,
	otherDay,
	javaScriptEnabled,
}) => {
	await shop.open({ kind: 'play', day, guests: 4 })
	const names = await shop.dayArea
		.locator('form input:not([type=hidden])')
		.evaluateAll((fields) => fields.map((field) => field.getAttribute('name')))
	expect(names).toEqual(['guests', 'day'])
	const show = shop.dayArea.getByRole('button', { name: 'Anzeigen' })
	await shop.date.fill(otherDay)
	if (javaScriptEnabled) await expect(show).toHaveCount(0)
	else await show.click()
	await page.waitForURL((url) => url.searchParams.get('day') === otherDay)
})

test('on a phone, a month has no gap and shows the prices of its days (faults N61) @pages @javascript', async ({
	page,
	shop,
	day,
}) => {
	await page.setViewportSize({ width: 360, height: 740 })
	await shop.open({ kind: 'play', day, guests: 4, month: day.slice(0, 7) })
	const cells = shop.month.getByRole('cell')
	await expect(cells).toHaveCount(42)
	for (const cell of await cells.all()) await expect(cell).not.toBeEmpty()
	const price = shop.month.getByRole('link', { name: longDay(day) }).getByText(/^\d+,\d\d\s€$/)
	const shown = price.filter({ visible: true })
	await expect(shown).toHaveCount(1)
	expect(await shown.evaluate((it) => it.scrollWidth <= (it.parentElement?.clientWidth ?? 0))).toBe(
		true,
	)
})

test('extras stand under titles, so that the fold does not fill a page of its own (faults N61) @pages @javascript', async ({
	page,
	shop,
	day,
}) => {
	await page.setViewportSize({ width: 360, height: 740 })
	await shop.open({ kind: 'play', day, guests: 4, time: '14:00' })
	await page.getByText('Extras', { exact: true }).last().click()
	const fold = page.locator('#extras > details')
	await expect(fold).toHaveAttribute('open', '')
	await expect(fold.locator('details > summary').first()).toContainText('Rund um die Torte')
	expect((await fold.boundingBox())?.height).toBeLessThan(400)
})

test('choices in equal columns, controls of one height, the button below its words (faults N62) @pages @javascript', async ({
	page,
	shop,
	given,
	day,
}) => {
	await shop.open({ kind: 'party', day, guests: 8 })
	const widths = await page
		.locator('#occasions a')
		.evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().width)))
	expect(new Set(widths).size).toBe(1)

	await given.tickets(day)
	await page.goto('/checkout/sign-in')
	const heights = await page
		.locator('main :is(input:not([type=hidden]), button[type=submit], a[href="/checkout/address"])')
		.filter({ visible: true })
		.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)))
	expect(heights.filter((height) => height !== 44)).not.toHaveLength(0)
	expect(new Set(heights.filter((height) => height > 44))).toEqual(new Set([48]))
	const words = page.getByText('Ohne Konto und ohne Passwort')
	const button = page.getByRole('link', { name: 'Als Gast bestellen' })
	const [above, below] = await Promise.all([words.boundingBox(), button.boundingBox()])
	expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(30)
})

test('a focused area has a thin line around it (faults N62) @pages @javascript', async ({
	page,
	shop,
	day,
}) => {
	await shop.open({ kind: 'play', day, guests: 4 })
	await shop.slot('14:00').press('Enter')
	await expect(shop.tickets).toBeFocused()
	await expect(shop.tickets).toHaveCSS('outline-width', '1px')
	await page.keyboard.press('Tab')
	await expect(shop.tickets.getByRole('spinbutton').first()).toHaveCSS('outline-width', '3px')
})

function groundOf(area: Locator) {
	return area.evaluate((element) => {
		const { backgroundColor, backgroundImage } = getComputedStyle(element)
		return { color: backgroundColor, image: backgroundImage }
	})
}
