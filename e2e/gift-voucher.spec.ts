import { expect, test } from './fixtures.ts'
import { ada } from './screens/checkout.ts'
import { isSound } from './screens/sound.ts'

test('a gift voucher names its receiver and its giver, with a few lines @journeys @javascript', async ({
	page,
	visit,
	given,
	cart,
	checkout,
	bank,
	day,
}) => {
	const { t } = visit
	await given.inCart(day, { product: 'gift-50-mail' }, { product: 'gift-50-post' })
	await checkout.openAddress()
	await expect(checkout.main).toContainText(t('checkout.overview.postage'))
	await page.getByText(t('giftWords.title')).click()
	const field = (part: 'for' | 'from' | 'message') =>
		page.getByRole('textbox', { name: t(`giftWords.${part}`) })
	await field('for').fill('Mia <b>')
	await field('from').fill('Oma Inge')
	await field('message').fill('Eine Reise\nins All')
	await checkout.enter(ada)
	await isSound(page)
	await checkout.next()
	await expect(checkout.overviewHeading).toBeVisible()
	await expect(checkout.main).toContainText('Für: Mia <b>')
	await expect(checkout.main).toContainText('Von: Oma Inge')
	await expect(checkout.main).toContainText(
		new RegExp(`Sternweg\\s1, 80331\\sMünchen${t('checkout.overview.postage')}`),
	)
	await checkout.acceptAndOrder()
	await bank.pay()
	await checkout.bookingId()
	await cart.shows({ 'Später vor Ort': '0,00 €' })
	for (const way of ['mail', 'post'] as const)
		await expect(checkout.main).toContainText(t(`success.giftsBy.${way}`))

	await page.getByRole('link', { name: t('success.giftsPage') }).click()
	const sheets = page.getByRole('main').getByRole('listitem')
	await expect(sheets).toHaveCount(2)
	for (const sheet of await sheets.all()) {
		await expect(sheet).toContainText('Mia <b>')
		await expect(sheet).toContainText('Oma Inge')
		await expect(sheet).toContainText('ins All')
	}
	await expect(sheets.filter({ hasText: t('giftVoucher.byPost') })).toHaveCount(1)
	await isSound(page, [360, 1280])
	const file = await page.request.get(`${page.url()}.pdf`)
	expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
	expect((await file.body()).length).toBeGreaterThan(20_000)
})

test('a voucher by mail does not mention post, and is shown before the receipt @journeys @javascript', async ({
	visit: { t },
	given,
	checkout,
	bank,
	day,
}) => {
	await given.inCart(day, { product: 'gift-50-mail' })
	await given.details()
	await checkout.openOverview()
	await expect(checkout.main).not.toContainText(t('checkout.overview.postage'))
	await checkout.acceptAndOrder()
	await bank.pay()
	await checkout.bookingId()
	await expect(checkout.main).toContainText(t('success.giftsBy.mail'))
	await expect(checkout.main).not.toContainText(t('success.giftsBy.post'))
	const words = await checkout.main.innerText()
	expect(words.indexOf(t('success.giftsPage'))).toBeLessThan(words.lastIndexOf(t('success.lines')))
})

test('a voucher by mail asks only for a name and a mail address @journeys @javascript', async ({
	page,
	given,
	checkout,
	bank,
	outbox,
	day,
}) => {
	await given.inCart(day, { product: 'gift-100-mail', quantity: 2 })
	await checkout.openAddress()
	await expect(checkout.field('street')).toHaveCount(0)
	const { firstName, lastName, email, emailRepeat } = ada
	await checkout.enter({ firstName, lastName, email, emailRepeat })
	await isSound(page, [360, 1280])
	await checkout.next()
	await expect(checkout.overviewHeading).toBeVisible()
	await expect(checkout.main).toContainText(/Ada Lovelace\s*ada@example\.org/)
	await isSound(page, [360, 1280])
	await checkout.acceptAndOrder()
	await bank.pay()
	const mail = await outbox.confirmationOf(await checkout.bookingId())
	expect(mail.text).toMatch(/Rechnungsadresse: Ada Lovelace\s+Bestellung ansehen/)
})

test('above 250 euros an invoice names the buyer, so the address is asked for @journeys @javascript', async ({
	page,
	given,
	checkout,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	await given.inCart(day, { product: 'gift-100-mail', quantity: 2 })
	await checkout.openAddress()
	const { firstName, lastName, email, emailRepeat, ...where } = ada
	await checkout.enter({ firstName, lastName, email, emailRepeat })
	await checkout.next()
	await expect(checkout.overviewHeading).toBeVisible()

	await given.inCart(day, { product: 'gift-100-mail' })
	await page.goto('/checkout/overview')
	await expect(page).toHaveURL(/\/checkout\/address$/)
	await checkout.next()
	await expect(checkout.field('street')).toHaveAccessibleDescription('Darf nicht leer sein')
	await checkout.enter(where)
	await checkout.next()
	await expect(checkout.overviewHeading).toBeVisible()
})
