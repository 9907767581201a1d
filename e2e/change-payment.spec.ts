import type { Sql } from 'postgres'

import { expect, test as base } from './fixtures.ts'
import { changePaymentScreen, type ChangePaymentScreen } from './screens/change-payment.ts'
import { changeScreen } from './screens/change.ts'
import { restScreen } from './screens/rest.ts'
import { isSound } from './screens/sound.ts'

// A change of a booking is paid at a provider: the way back leads to how it stands, with scripts and without.

const test = base.extend<{
	changePayment: ChangePaymentScreen
	opened: (way: 'stripe' | 'paypal') => Promise<string>
}>({
	changePayment: async ({ visit }, use) => use(changePaymentScreen(visit)),
	/** Books tickets, adds a magician, who is paid online, and goes to pay; returns the bookingId. */
	opened: async ({ readyToOrder, checkout, bank, visit }, use) => {
		const change = changeScreen(visit)
		await use(async (way) => {
			await readyToOrder()
			await checkout.acceptAndOrder()
			await bank.pay()
			const bookingId = await checkout.bookingId()
			await change.openChange(bookingId, { 'extras.magician': '1' })
			await change.check.click()
			await expect(change.sure).toBeVisible()
			await checkout.wayToPay(way).check()
			await change.orderButton.click()
			return bookingId
		})
	},
})

for (const [way, tag] of [
	['stripe', ' @javascript'],
	['paypal', ' @journeys @javascript'],
] as const)
	test(`K45: a change is paid by ${way}: the way back says that the booking is changed${tag}`, async ({
		page,
		changePayment,
		opened,
		bank,
		database,
	}) => {
		const bookingId = await opened(way)
		await bank.pay()
		await expect(changePayment.paid).toBeVisible()
		await expect(page).toHaveURL(new RegExp(`/booking/${bookingId}/payment`))
		await isSound(page, [360, 1280])
		expect(await stateOf(database, bookingId)).toBe('applied')
	})

test('K46: cancelled at the provider, the visitor reads that the booking is as it was @journeys @javascript', async ({
	page,
	changePayment,
	opened,
	bank,
	database,
}) => {
	const bookingId = await opened('paypal')
	await bank.cancel()
	await expect(changePayment.ended).toBeVisible()
	await expect(changePayment.alert).toContainText('Ihre Buchung steht, wie sie war')
	await isSound(page)
	await page.reload()
	await expect(changePayment.ended).toBeVisible()
	await expect(changePayment.alert).toHaveCount(0)
	expect(await stateOf(database, bookingId)).toBe('ended')
})

test('K47: a payment left open goes on, or is given up by whoever has rights to the booking @journeys @javascript', async ({
	page,
	changePayment,
	opened,
	bank,
	browser,
	baseURL,
}) => {
	const bookingId = await opened('stripe')
	const session = await bank.session()
	await changePayment.open(bookingId)
	await expect(changePayment.paying).toBeVisible()
	await isSound(page)
	await changePayment.goOn()
	expect(await bank.session()).toBe(session)

	const stranger = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'de-DE' })
	const other = await stranger.newPage()
	await other.goto(`/booking/${bookingId}/payment`)
	await expect(other.getByRole('button', { name: 'Zahlung fortsetzen' })).toBeVisible()
	await expect(other.getByRole('button', { name: 'Zahlung abbrechen' })).toHaveCount(0)
	await stranger.close()

	await changePayment.open(bookingId)
	await changePayment.giveUp()
	await expect(changePayment.ended).toBeVisible()
})

test('K47: the rest waits while a change is being paid, and its page leads to that payment @journeys @javascript', async ({
	page,
	changePayment,
	opened,
	bank,
	visit,
	expected,
}) => {
	expected.statuses.add(422)
	const bookingId = await opened('stripe')
	await bank.session()
	const rest = restScreen(visit)
	await rest.open(bookingId)
	await rest.pay('paypal')
	await expect(rest.alert).toContainText('Eine Änderung dieser Buchung wird gerade bezahlt')
	await isSound(page, [360, 1280])
	await rest.toChange()
	await expect(changePayment.paying).toBeVisible()
})

test('K45: the window is closed after paying: the page says by itself that the change is paid @journeys @javascript', async ({
	changePayment,
	opened,
	bank,
}) => {
	const bookingId = await opened('stripe')
	await bank.payAndClose()
	await expect(async () => {
		await changePayment.open(bookingId)
		await expect(changePayment.paid).toBeVisible({ timeout: 1000 })
	}).toPass()
})

/** The state of the only change of a booking. */
async function stateOf(sql: Sql, bookingId: string): Promise<unknown> {
	const [change] = await sql`
		select order_changes.state from order_changes join orders on orders.id = order_id
		where public_id = ${bookingId}`
	return change?.['state']
}
