import type { Sql } from 'postgres'

import { expect, test as base } from './fixtures.ts'
import { restScreen, type RestScreen } from './screens/rest.ts'
import { isSound } from './screens/sound.ts'
import { tabTo } from './screens/tab-to.ts'

// The rest of a booking, paid online before the visit from its pages: plain forms, with scripts and without.
// No second try: a failure that comes once in a hundred runs is what these tests look for.
base.describe.configure({ retries: 0 })

const failed = 'Der Checkout war nicht erfolgreich'
const stands = 'Ihre Buchung steht'

const test = base.extend<{ rest: RestScreen; booked: () => Promise<string> }>({
	rest: async ({ visit }, use) => use(restScreen(visit)),
	/** Books tickets, whose deposit is paid; returns the bookingId. */
	booked: async ({ readyToOrder, checkout, bank }, use) => {
		await use(async () => {
			await readyToOrder()
			await checkout.acceptAndOrder()
			await bank.pay()
			return checkout.bookingId()
		})
	},
})

for (const [way, tag] of [
	['stripe', '@both'],
	['paypal', '@journeys @javascript'],
] as const)
	test(`K20: a rest is paid by ${way} from the booking: nothing is left at the till, and a letter says so ${tag}`, async ({
		page,
		rest,
		booked,
		bank,
		checkout,
		outbox,
		database,
	}) => {
		const bookingId = await booked()
		await expect(checkout.main).toContainText('Vor Ort zu zahlen')
		await rest.link.click()
		await expect(rest.heading).toBeVisible()
		await isSound(page, [360, 1280])
		await rest.pay(way)
		await bank.pay()
		await expect(rest.paid).toBeVisible()
		await expect(page).toHaveURL(new RegExp(`/booking/${bookingId}/rest`))
		await isSound(page)
		await rest.toBooking()
		await expect(checkout.confirmed).toBeVisible()
		await expect(checkout.main).toContainText('Vor Ort ist nichts mehr zu zahlen')
		await expect(rest.link).toHaveCount(0)

		const [payment] = await restsOf(database, bookingId)
		expect(payment).toMatchObject({ state: 'paid', provider: way })
		const letter = await outbox.restLetterOf(bookingId, 'paid', payment?.['id'])
		expect(letter.subject).toMatch(/^Der Rest zur Bestellung \S+ ist bezahlt$/)
		expect(letter.files.map(({ type }) => type)).toEqual(['application/pdf'])
	})

test('N369: a rest is paid by keyboard alone, also after a page that came back without a way to pay @journeys @javascript', async ({
	page,
	rest,
	booked,
	bank,
	checkout,
	expectStatus,
}) => {
	expectStatus(422)
	await booked()
	await tabTo(page, rest.link)
	await page.keyboard.press('Enter')
	await expect(rest.heading).toBeVisible()
	await tabTo(page, rest.payButton)
	await page.keyboard.press('Enter')
	await expect(rest.wayToPay('paypal')).toBeFocused()
	await page.keyboard.press('ArrowDown')
	await expect(rest.wayToPay('stripe')).toBeChecked()
	await tabTo(page, rest.payButton)
	await page.keyboard.press('Enter')
	await bank.pay()
	await expect(rest.paid).toBeVisible()
	await tabTo(page, rest.bookingLink)
	await page.keyboard.press('Enter')
	await expect(checkout.confirmed).toBeVisible()
})

test('K22: cancelled or declined, the visitor is back at the booking and pays another way @journeys @javascript', async ({
	page,
	rest,
	booked,
	bank,
	checkout,
}) => {
	const bookingId = await booked()
	await rest.link.click()
	await rest.pay('paypal')
	await bank.cancel()
	await expect(rest.heading).toBeVisible()
	await expect(rest.alert).toContainText(failed)
	await expect(rest.alert).toContainText(stands)
	await expect(page).toHaveURL(new RegExp(`/booking/${bookingId}/rest$`))
	await isSound(page)
	await page.reload()
	await expect(rest.heading).toBeVisible()
	await expect(rest.alert).toHaveCount(0)
	await rest.pay('stripe')
	await bank.decline()
	await bank.pay()
	await expect(rest.paid).toBeVisible()
	await rest.toBooking()
	await expect(checkout.confirmed).toBeVisible()
})

test('K20: the window is closed after paying: the page says by itself that the rest is paid @journeys @javascript', async ({
	rest,
	booked,
	bank,
}) => {
	const bookingId = await booked()
	await rest.link.click()
	await rest.pay('stripe')
	await bank.payAndClose()
	await expect(async () => {
		await rest.open(bookingId)
		await expect(rest.paid).toBeVisible({ timeout: 1000 })
	}).toPass()
})

test('K21: a visitor who left the provider open finds the payment under way, and goes on, or pays another way @journeys @javascript', async ({
	page,
	rest,
	booked,
	bank,
	database,
}) => {
	const bookingId = await booked()
	await rest.link.click()
	await rest.pay('stripe')
	const session = await bank.session()
	await rest.open(bookingId)
	await expect(rest.paying).toBeVisible()
	await isSound(page)
	await rest.goOn()
	expect(await bank.session()).toBe(session)

	await rest.open(bookingId)
	await rest.giveUp()
	await expect(rest.heading).toBeVisible()
	await rest.pay('paypal')
	await bank.pay()
	await expect(rest.paid).toBeVisible()
	const rests = await restsOf(database, bookingId)
	expect(rests.map(({ provider, state }) => `${provider} ${state}`)).toEqual([
		'stripe cancelled',
		'paypal paid',
	])
})

test('K21: two tabs: the same provider has one payment, and the second tab reads that it is paid @journeys @javascript', async ({
	context,
	rest,
	booked,
	bank,
	database,
	visit,
}) => {
	const bookingId = await booked()
	const page = await context.newPage()
	const other = restScreen({ ...visit, page })
	await rest.open(bookingId)
	await other.open(bookingId)
	await rest.pay('stripe')
	const session = await bank.session()
	await other.pay('stripe')
	await expect(page).toHaveURL(new RegExp(session))
	await bank.pay()
	await expect(rest.paid).toBeVisible()
	await other.open(bookingId)
	await expect(other.paid).toBeVisible()
	expect(await restsOf(database, bookingId)).toHaveLength(1)
})

test('K23: the till took the rest while it was being paid: the page says that the money goes back @journeys @javascript', async ({
	page,
	rest,
	booked,
	bank,
	database,
}) => {
	const bookingId = await booked()
	await rest.link.click()
	await rest.pay('stripe')
	await expect(bank.banner).toBeVisible()
	await database`
		insert into on_site_payments (order_id, amount, method, receipt)
		select id, on_site, 'cash', '4711' from orders where public_id = ${bookingId}`
	await bank.pay()
	await expect(rest.over).toBeVisible()
	await expect(rest.main).toContainText('Wir erstatten sie Ihnen vollständig')
	await isSound(page)
	const [back] = await database`
		select refunds.amount, paid_amount from refunds join payments on payments.id = payment_id
		join orders on orders.id = order_id where public_id = ${bookingId}`
	expect(back?.['amount']).toBe(back?.['paid_amount'])
})

test('K27: no way to pay chosen: said at the field; the booking cancelled: nothing is offered @journeys @javascript', async ({
	rest,
	booked,
	checkout,
	database,
	expectStatus,
}) => {
	expectStatus(422)
	const bookingId = await booked()
	await rest.link.click()
	await rest.payButton.click()
	await expect(rest.wayToPay('paypal')).toBeFocused()
	await expect(rest.wayToPay('paypal')).toHaveAccessibleDescription(
		/Bitte wählen Sie, womit Sie bezahlen möchten/,
	)
	// The page is read anew after a refusal, and must still find the booking.
	await expect(rest.payButton).toBeEnabled()
	await database`
		update orders set state = 'cancelled', cancelled_at = now() where public_id = ${bookingId}`
	await rest.pay('paypal')
	await expect(rest.over).toBeVisible()
	await checkout.openConfirmation(bookingId)
	await expect(rest.link).toHaveCount(0)
})

function restsOf(database: Sql, bookingId: string) {
	return database`
		select payments.id, payments.state, payments.provider from payments
		join orders on orders.id = order_id
		where public_id = ${bookingId} and purpose = 'rest' order by payments.created_at`
}
