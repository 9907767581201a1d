import { expect, test } from './fixtures.ts'

const asked = 'Name und Alter auf der Torte'
const written = `${asked}: Mia, 7`

test('a cake asks for name and age: in cart, overview, confirmation and mail, and for nobody else', async ({
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
