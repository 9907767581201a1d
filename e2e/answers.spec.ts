import { translator } from '#app/i18n/translator.ts'

import { expect, test } from './fixtures.ts'
import { newEmail } from './new-email.ts'
import { ada, checkoutScreen } from './screens/checkout.ts'

const asked = 'Name und Alter auf der Torte'
const written = `${asked}: Mia, 7`

test('a cake asks for name and age: shown in cart, overview, confirmation and mail, and to no stranger @journeys @javascript', async ({
	page,
	browser,
	baseURL,
	given,
	cart,
	checkout,
	bank,
	outbox,
	day,
}) => {
	await given.inCart(day, { product: 'ticket-adult', quantity: 4 }, { product: 'cake' })
	await given.details()
	await checkout.openAddress()
	const answer = page.getByRole('textbox', { name: asked })
	await expect(answer).toHaveAccessibleDescription('Bis zu 40 Zeichen')
	await answer.fill(' Mia, 7 ')
	await checkout.next()
	await expect(checkout.overviewHeading).toBeVisible()
	await expect(checkout.main).toContainText(written)
	await cart.open()
	await expect(cart.line('Raketentorte')).toContainText(written)
	await checkout.openAddress()
	await expect(page.getByRole('textbox', { name: asked })).toHaveValue('Mia, 7')

	await checkout.openOverview()
	await checkout.acceptAndOrder()
	await bank.pay()
	const bookingId = await checkout.bookingId()
	await expect(checkout.main).toContainText(written)
	const { text } = await outbox.confirmationOf(bookingId)
	expect(text).toContain(written)

	const stranger = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'de-DE' })
	const confirmation = await stranger.newPage()
	await confirmation.goto(`/checkout/success/${bookingId}`)
	await expect(confirmation.getByRole('main')).toContainText('Raketentorte')
	await expect(confirmation.getByRole('main')).not.toContainText('Mia')
	await stranger.close()
})

test('switching the language keeps the typed values, and Enter still goes on @javascript', async ({
	page,
	given,
	shop,
	checkout,
	day,
}) => {
	await given.inCart(day, { product: 'ticket-adult', quantity: 4 }, { product: 'cake' })
	await checkout.openAddress()
	await checkout.enter({ ...ada, city: '', emailRepeat: 'ada@' })
	await page.getByRole('textbox', { name: asked }).fill('Mia, 7')
	await shop.switchLanguage()
	await expect(shop.document).toHaveAttribute('lang', /^en\b/)
	await expect(page).toHaveURL('/checkout/address')
	const english = checkoutScreen({ page, t: translator('en-EN') })
	for (const name of ['firstName', 'lastName', 'email', 'street', 'postcode'] as const)
		await expect(english.field(name)).toHaveValue(ada[name])
	await expect(english.field('emailRepeat')).toHaveValue('ada@')
	await expect(page.getByRole('textbox', { name: 'Name and age on the cake' })).toHaveValue(
		'Mia, 7',
	)

	await english.enter({ emailRepeat: ada.email, city: ada.city })
	await english.field('city').press('Enter')
	await expect(english.overviewHeading).toBeVisible()
	await english.openAddress()
	await expect(english.field('city')).toHaveValue(ada.city)
})

test('every way back keeps the typed values @journeys @javascript', async ({
	page,
	visit,
	given,
	checkout,
	day,
}) => {
	await given.tickets(day)
	await checkout.openAddress()
	await checkout.enter({ ...ada, city: '' })
	await page.getByRole('button', { name: visit.t('checkout.back'), exact: true }).click()
	await expect(page).toHaveURL('/checkout/sign-in')
	await page.goBack()
	await expect(checkout.field('lastName')).toHaveValue('Lovelace')
	await page.goForward()
	await expect(page).toHaveURL('/checkout/sign-in')
	await checkout.asGuest()
	await expect(checkout.field('email')).toHaveValue(ada.email)
})

test('the way back of a signed-in customer leads from the address to the cart @journeys @javascript', async ({
	page,
	visit,
	given,
	account,
	checkout,
	day,
}) => {
	const email = newEmail()
	await account.begin({ email, password: 'drei Sterne und ein Mond' })
	await given.tickets(day)
	await checkout.openAddress()
	await expect(page.getByRole('link', { name: visit.t('checkout.steps.signIn') })).toHaveCount(0)
	await page.getByRole('button', { name: visit.t('checkout.back'), exact: true }).click()
	await expect(page).toHaveURL('/cart')
})

test('switching the language keeps the choices before ordering, and Enter does not order @javascript', async ({
	page,
	readyToOrder,
	shop,
	checkout,
}) => {
	await readyToOrder()
	await checkout.chooseWay('paypal')
	await checkout.terms.check()
	await shop.switchLanguage()
	await expect(shop.document).toHaveAttribute('lang', /^en\b/)
	const english = checkoutScreen({ page, t: translator('en-EN') })
	await expect(english.wayToPay('paypal')).toBeChecked()
	await expect(english.terms).toBeChecked()
	await page.waitForLoadState()
	const comesBack = page.waitForEvent('load')
	await english.terms.press('Enter')
	await comesBack
	await expect(english.terms).toBeChecked()
	await english.order()
	await expect(page).toHaveURL(/\/checkoutnow\?/)
})
