import { expect, test } from './fixtures.ts'
import { isSound } from './screens/sound.ts'
import { tabTo } from './screens/tab-to.ts'

test('the start page: fresh, with a time, with a month, with a party in the cart, and each kind @journeys', async ({
	page,
	shop,
	given,
	day,
}) => {
	await shop.open()
	await isSound(page)
	await shop.open({ day, time: '14:00', duration: 120, guests: 8, month: day.slice(0, 7) })
	await isSound(page)
	await given.inCart(day, { product: 'kometen-party', quantity: 8 }, { product: 'gift-50-post' })
	await shop.open({ kind: 'party', day, time: '14:00', duration: 120, guests: 8 })
	await expect(shop.group('Ihr Motto')).toBeVisible()
	await isSound(page, [360, 1280])
	await shop.goFor('place')
	await isSound(page)
	await shop.goFor('gift')
	await isSound(page)
})

test('the cart: empty, full, with a refusal, and the warning before another day @journeys', async ({
	page,
	given,
	cart,
	day,
	otherDay,
	expectStatus,
}) => {
	expectStatus(422)
	await cart.open()
	await isSound(page)
	await given.inCart(
		day,
		{ product: 'kometen-party', quantity: 8 },
		{ product: 'ticket-adult', quantity: 2 },
	)
	await cart.open()
	await isSound(page, [360, 1280])
	await cart.change('Erwachsenenticket', '')
	await expect(cart.refusal).toBeVisible()
	await isSound(page)
	await cart.openDayChange(otherDay)
	await expect(cart.dayChange.heading).toBeVisible()
	await isSound(page)
})

test('the checkout: sign-in, address with missing values, overview, confirmation @journeys', async ({
	page,
	visit,
	given,
	cart,
	checkout,
	bank,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	await given.inCart(day, { product: 'planetarium-show' })
	await cart.open()
	await cart.checkoutLink.click()
	await expect(page).toHaveURL(/\/checkout\/sign-in$/)
	await isSound(page)

	await checkout.asGuest()
	await checkout.next()
	await expect(checkout.problems).toContainText(visit.t('form.summary', { count: 8 }))
	await isSound(page)

	await given.details()
	await checkout.openOverview()
	await isSound(page, [360, 1280])
	await checkout.acceptAndOrder()
	await bank.pay()
	await checkout.bookingId()
	await isSound(page)
})

test('content pages @journeys', async ({ page }) => {
	await page.goto('/pages/datenschutz')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datenschutz')
	await isSound(page)
})

test('a page that does not exist: status, sentence, way back; the address is shown as text @journeys @javascript', async ({
	page,
	shop,
	expectStatus,
}) => {
	expectStatus(404)
	const answer = await page.goto('/nope')
	expect(answer?.status()).toBe(404)
	await expect(page.getByRole('main')).toContainText('Page Not Found: /nope')
	await isSound(page)

	await page.goto('/%3Cimg%20src=x%20onerror=alert(1)%3E')
	await expect(page.getByRole('main')).toContainText('Page Not Found: /')
	await expect(page.getByRole('main')).toContainText('img')
	await expect(page.getByRole('main').getByRole('img', { name: 'x' })).toHaveCount(0)
	await page.getByRole('link', { name: 'Zurück zur Startseite' }).click()
	await expect(shop.dayArea).toBeVisible()
})

test('an unexpected error shows the sentence and a way back @javascript', async ({
	page,
	shop,
	expectStatus,
}) => {
	expectStatus(500)
	await shop.open({})
	await page.route('**/*.data*', (route) => route.fulfill({ status: 500, body: '' }))
	await page.getByRole('link', { name: 'Impressum' }).click()
	await expect(page.getByRole('main')).toContainText(
		'Unbekannter Fehler. Wenden Sie sich bitte an den Support',
	)
	await page.unroute('**/*.data*')
	await page.getByRole('link', { name: 'Zurück zur Startseite' }).click()
	await expect(shop.dayArea).toBeVisible()
})

test('a visitor orders from the overview with the keyboard alone @both', async ({
	page,
	readyToOrder,
	checkout,
	bank,
}) => {
	await readyToOrder()
	await tabTo(page, checkout.wayToPay('paypal'))
	await page.keyboard.press('ArrowDown')
	await expect(checkout.wayToPay('stripe')).toBeChecked()
	await tabTo(page, checkout.terms)
	await page.keyboard.press('Space')
	await expect(checkout.terms).toBeChecked()
	await tabTo(page, checkout.orderButton)
	await page.keyboard.press('Enter')
	await expect(bank.banner).toBeVisible()
})

test('Enter in a field sends its form @both', async ({ page, given, checkout, day }) => {
	await given.tickets(day)
	await given.details()
	await checkout.openAddress()
	await checkout.field('city').press('Enter')
	await expect(page).toHaveURL(/\/checkout\/overview$/)
})

test('the first stop of the keyboard leads past the navigation', async ({ page, shop }) => {
	await shop.open()
	await page.keyboard.press('Tab')
	await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('main')).toBeFocused()
})

test('after a refusal the summary has the focus, and its entries lead to their fields @javascript', async ({
	page,
	given,
	checkout,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	await given.tickets(day)
	await checkout.openAddress()
	await checkout.next()
	await expect(checkout.problems).toBeFocused()
	await checkout.problems.getByRole('link', { name: 'Vorname: Darf nicht leer sein' }).click()
	await expect(checkout.field('firstName')).toBeFocused()

	await page.getByRole('link', { name: 'Zum Inhalt springen' }).press('Enter')
	await expect(page.getByRole('main')).toBeFocused()
	await expect(checkout.problems).toBeVisible()
	expect(new URL(page.url()).pathname).toBe('/checkout/address')
})

test('the information modal opens in place and closes by button, by Escape and on the backdrop @javascript', async ({
	page,
	readyToOrder,
	checkout,
}) => {
	await readyToOrder()
	const dialog = page.getByRole('dialog', { name: 'Allgemeine Geschäftsbedingungen' })
	const closings = [
		() => dialog.getByRole('button', { name: 'schliessen', exact: true }).click(),
		() => dialog.getByRole('button', { name: 'Fenster schließen' }).click(),
		() => page.keyboard.press('Escape'),
		() => page.mouse.click(5, 5),
	]
	for (const close of closings) {
		await checkout.termsLink.click()
		await expect(dialog).toBeVisible()
		await close()
		await expect(dialog).toBeHidden()
	}
	expect(new URL(page.url()).pathname).toBe('/checkout/overview')
})

for (const width of [360, 1280]) {
	test(`the way back of the error page is in sight at ${width} by 800 pixels @journeys @javascript`, async ({
		page,
		visit,
		expectStatus,
	}) => {
		expectStatus(404)
		await page.setViewportSize({ width, height: 800 })
		await page.goto('/gibt-es-nicht')
		const back = page.getByRole('link', { name: visit.t('errorScreen.back') })
		await expect(back).toBeInViewport({ ratio: 1 })
	})
}
