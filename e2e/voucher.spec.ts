import { expect, test } from './fixtures.ts'
import { givenBy } from './given.ts'
import { cartScreen, type CartScreen } from './screens/cart.ts'

test('an unknown code is refused at its field @journeys @javascript', async ({
	given,
	cart,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	await given.tickets(day)
	await cart.open()
	await cart.redeem('GIBT-ES-NICHT')
	await expect(cart.voucherCode).toHaveAccessibleDescription(
		/^Der Gutschein konnte nicht hinzugefügt werden\s*Diesen Code kennen wir nicht/,
	)
	await expect(cart.voucherCode).toHaveValue('GIBT-ES-NICHT')
	await expect(cart.voucherCode, 'N71').toBeFocused()
	await expect(unknown(cart)).toHaveCount(1)
	await expect(cart.refusal).toHaveCount(0)
	await cart.redeem('')
	await expect(cart.voucherCode).toHaveAccessibleDescription('Darf nicht leer sein')
})

test('N71: on the overview a code is redeemed too; a wrong one is reported once, at its field, in view @both', async ({
	page,
	readyToOrder,
	cart,
	checkout,
	issueVoucher,
	expectStatus,
}) => {
	expectStatus(422)
	await page.setViewportSize({ width: 360, height: 740 })
	const code = await issueVoucher(500)
	await readyToOrder()
	const { 'Jetzt online': before } = await cart.sums()
	await page.locator('summary').filter({ hasText: 'Gutschein einlösen' }).click()
	await cart.redeem('GIBT-ES-NICHT')
	await expect(cart.voucherCode).toBeFocused()
	await expect(cart.voucherCode).toHaveValue('GIBT-ES-NICHT')
	await expect(unknown(cart)).toHaveCount(1)
	await expect(unknown(cart)).toBeInViewport()
	await expect(checkout.problems).toHaveCount(0)

	await cart.redeem(code)
	await expect(checkout.overviewHeading).toBeVisible()
	await expect(page).toHaveURL(/\/checkout\/overview(#ordered)?$/)
	await cart.shows({ Gutschein: '−5,00 €' })
	expect((await cart.sums())['Jetzt online']).not.toBe(before)
	await expect(checkout.orderButton).toBeVisible()
})

test('the reason is given: over, too little ordered, not for this day, not for these products @journeys @javascript', async ({
	given,
	cart,
	weekend,
	expectStatus,
}) => {
	expectStatus(422)
	await given.tickets(weekend, 1)
	await cart.open()
	const reasons = {
		EROEFFNUNG20: 'Der Gutschein ist abgelaufen',
		KOMET10: 'Der Gutschein gilt ab einem Bestellwert von 40,00 €',
		WOCHENTAG15: 'Der Gutschein gilt nicht an diesem Tag',
		PARTY20: 'Der Gutschein gilt nicht für die Produkte im Warenkorb',
	}
	for (const [code, reason] of Object.entries(reasons)) {
		await cart.redeem(code)
		await expect(cart.voucherCode).toHaveAccessibleDescription(reason)
	}
})

test('a value voucher that lies in another cart says when it is free @journeys @javascript', async ({
	given,
	cart,
	visit,
	browser,
	day,
	issueVoucher,
	expectStatus,
}) => {
	expectStatus(422)
	const code = await issueVoucher(5000)
	await given.tickets(day)
	await cart.open()
	await cart.redeem(code)
	await expect(cart.redeemed(code)).toBeVisible()

	const baseURL = process.env['SHOP_URL'] ?? ''
	const elsewhere = await browser.newContext({ baseURL })
	await givenBy(elsewhere.request, baseURL).tickets(day)
	const other = cartScreen({ ...visit, page: await elsewhere.newPage() })
	await other.open()
	await other.redeem(code)
	await expect(other.voucherCode).toHaveAccessibleDescription(
		/^Der Gutschein konnte nicht hinzugefügt werden: .* spätestens um \d\d:\d\d Uhr wieder frei$/,
	)
	await elsewhere.close()
})

test('A21: a second voucher is refused and the first one stays @journeys @javascript', async ({
	given,
	cart,
	weekend,
	issueVoucher,
	expectStatus,
}) => {
	expectStatus(422)
	await given.tickets(weekend, 6)
	await cart.open()
	await cart.redeem('komet 10')
	await expect(cart.redeemed('KOMET10')).toBeVisible()
	await cart.shows({ Rabatt: '−5,34 €', Gesamt: '48,06 €' })

	await cart.redeem(await issueVoucher(1000))
	await expect(cart.voucherCode).toHaveAccessibleDescription(
		'Es kann nur ein Gutschein pro Bestellung eingelöst werden',
	)
	await cart.shows({ Rabatt: '−5,34 €', Gesamt: '48,06 €' })
})

test('the same refusals stand beside the shop @journeys @javascript', async ({
	shop,
	given,
	cart,
	weekend,
	issueVoucher,
	expectStatus,
}) => {
	expectStatus(422)
	await given.tickets(weekend, 6)
	await shop.open({ day: weekend })
	await cart.redeem('KOMET10')
	await expect(cart.redeemed('KOMET10')).toBeVisible()
	await cart.redeem(await issueVoucher(1000))
	await expect(shop.everything).toContainText(
		'Es kann nur ein Gutschein pro Bestellung eingelöst werden',
	)
	await cart.open()
	await expect(cart.redeemed('KOMET10')).toBeVisible()
})

test('beside the shop a refusal goes as soon as another code is taken @javascript', async ({
	shop,
	given,
	cart,
	weekend,
	expectStatus,
}) => {
	expectStatus(422)
	await given.tickets(weekend, 6)
	await shop.open({ day: weekend })
	await cart.redeem('WOCHENTAG15')
	await expect(shop.everything).toContainText('Der Gutschein gilt nicht an diesem Tag')
	await cart.redeem('KOMET10')
	await expect(cart.redeemed('KOMET10')).toBeVisible()
	await expect(shop.everything).not.toContainText('Der Gutschein gilt nicht an diesem Tag')
})

test('a voucher can be taken out and redeemed again @journeys @javascript', async ({
	given,
	cart,
	weekend,
	issueVoucher,
}) => {
	const code = await issueVoucher(1000)
	await given.tickets(weekend)
	await cart.open()
	for (const attempt of [1, 2]) {
		await test.step(`a code is typed for the ${attempt}. time`, async () => {
			await cart.redeem(code)
			await expect(cart.redeemed(code)).toBeVisible()
			await cart.shows({ Gutschein: '−10,00 €', 'Jetzt online': '0,68 €' })
			await cart.removeVoucher()
			await expect(cart.redeemed(code)).toBeHidden()
			await cart.shows({ Gesamt: '35,60 €', 'Jetzt online': '10,68 €' })
		})
	}
})

test('A20: a voucher that lies in one cart is refused for a second one, until it is taken out @journeys @javascript', async ({
	given,
	cart,
	visit,
	browser,
	baseURL,
	weekend,
	issueVoucher,
	expectStatus,
	javaScriptEnabled,
}) => {
	expectStatus(422)
	const code = await issueVoucher(1000)
	await given.tickets(weekend)
	await cart.open()
	await cart.redeem(code)
	await expect(cart.redeemed(code)).toBeVisible()

	const elsewhere = await browser.newContext({
		...(baseURL && { baseURL }),
		locale: 'de-DE',
		javaScriptEnabled: javaScriptEnabled ?? true,
	})
	const stranger = cartScreen({ ...visit, page: await elsewhere.newPage() })
	await givenBy(elsewhere.request, baseURL ?? '').tickets(weekend)
	await stranger.open()
	await stranger.redeem(code)
	await expect(stranger.voucherCode).toHaveAccessibleDescription(
		/^Der Gutschein konnte nicht hinzugefügt werden/,
	)
	await cart.removeVoucher()
	await expect(cart.redeemed(code)).toBeHidden()
	await stranger.redeem(code)
	await expect(stranger.redeemed(code)).toBeVisible()
	await elsewhere.close()
})

test('A22: a value voucher that is worth more pays online and on site; what is left stays on it @journeys @javascript', async ({
	given,
	cart,
	checkout,
	bank,
	outbox,
	weekend,
	issueVoucher,
}) => {
	const code = await issueVoucher(4000)
	await given.tickets(weekend)
	await given.details()
	await cart.open()
	await cart.redeem(code)
	await cart.shows({
		Gesamt: '35,60 €',
		Gutschein: '−35,60 €',
		'Jetzt online': '0,00 €',
		'Später vor Ort': '0,00 €',
		'Auf dem Gutschein bleiben': '4,40 €',
	})
	await checkout.openOverview()
	await expect(checkout.main).toContainText(code)
	await cart.shows({ 'Auf dem Gutschein bleiben': '4,40 €' })
	await checkout.acceptAndOrder()
	const { text } = await outbox.confirmationOf(await checkout.bookingId())
	await cart.shows({ 'Auf dem Gutschein bleiben': '4,40 €' })
	expect(text).toContain(`Mit Gutschein ${code} bezahlt`)
	expect(text).toMatch(/Auf dem Gutschein bleiben: 4,40\s€/)

	await given.tickets(weekend)
	await given.details()
	await cart.open()
	await cart.redeem(code)
	await cart.shows({ Gutschein: '−4,40 €', 'Jetzt online': '6,28 €', 'Später vor Ort': '24,92 €' })
	await checkout.openOverview()
	await checkout.acceptAndOrder()
	await bank.pay()
	await checkout.bookingId()
	expect(await cart.sums()).not.toHaveProperty('Auf dem Gutschein bleiben')
})

test('a cancelled payment gives the voucher back to the cart @journeys @javascript', async ({
	given,
	cart,
	checkout,
	bank,
	weekend,
	issueVoucher,
}) => {
	const code = await issueVoucher(1000)
	await given.tickets(weekend)
	await given.details()
	await cart.open()
	await cart.redeem(code)
	await expect(cart.redeemed(code)).toBeVisible()
	await checkout.openOverview()
	await checkout.acceptAndOrder()
	await bank.cancel()
	await expect(checkout.problems).toBeVisible()
	await cart.shows({ Gutschein: '−10,00 €', 'Jetzt online': '0,68 €' })
})

/** Finds the message about the unknown code, wherever it stands. */
function unknown(cart: CartScreen) {
	return cart.body.getByRole('listitem').filter({ hasText: 'Diesen Code kennen wir nicht' })
}
