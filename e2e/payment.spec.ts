import type { Page } from '@playwright/test'

import { normaliseCode } from '#app/models/voucher/voucher.ts'

import { expect, test } from './fixtures.ts'

const failed =
	'Der Checkout war nicht erfolgreich, da die Transaktion abgebrochen oder die Zahlung abgelehnt wurde'

test('a declined card can be tried again: the provider says so, the second try confirms @journeys @javascript', async ({
	readyToOrder,
	checkout,
	bank,
}) => {
	await readyToOrder()
	await checkout.acceptAndOrder()
	await bank.decline()
	await expect(bank.alert).toContainText('Ihre Karte wurde abgelehnt')
	await bank.pay()
	await checkout.bookingId()
})

test('B20: a visitor who cancels is back on the overview at once, with the sentence and the held cart, and can pay anew @both', async ({
	page,
	readyToOrder,
	cart,
	checkout,
	bank,
}) => {
	await readyToOrder()
	const before = await cart.sums()
	await checkout.acceptAndOrder()
	const first = await bank.session()
	await bank.cancel()
	await expect(checkout.overviewHeading).toBeVisible()
	await expect(checkout.problems).toContainText(failed)
	await expect(checkout.problems).toContainText('Es wurde nichts abgebucht')
	await expect(checkout.wayToPay('stripe'), 'N73').toBeChecked()
	await expect(checkout.problems.getByRole('link')).toHaveAttribute('href', '#order')
	await expect(cart.heldUntil).toBeVisible()
	await expect.poll(() => cart.sums()).toEqual(before)
	// The message is shown once: neither reloading nor going back and forth repeats it.
	await expect(page).toHaveURL(/\/checkout\/overview$/)
	await page.reload()
	await expect(checkout.orderButton).toBeVisible()
	await expect(checkout.problems).toHaveCount(0)
	await cart.open()
	await goBack(page)
	await expect(checkout.orderButton).toBeVisible()
	await expect(checkout.problems).toHaveCount(0)

	await checkout.acceptAndOrder()
	expect(await bank.session()).not.toBe(first)
	await bank.pay()
	await checkout.bookingId()
})

test('N72: one missing value has the focus, in view, and its message; two are listed', async ({
	page,
	readyToOrder,
	checkout,
	expectStatus,
}) => {
	expectStatus(422)
	await page.setViewportSize({ width: 360, height: 740 })
	await readyToOrder()
	await expect(checkout.main).toContainText('Kredit- oder Debitkarte, Apple Pay, Google Pay')
	await expect(checkout.wayToPay('stripe')).not.toBeChecked()
	await checkout.order()
	await expect(checkout.problems).toBeFocused()
	await expect(checkout.problems.getByRole('listitem')).toHaveCount(2)

	await checkout.chooseWay('stripe')
	await checkout.order()
	await expect(checkout.terms).toBeFocused()
	await expect(checkout.terms).toBeInViewport()
	await expect(checkout.terms).toHaveAccessibleDescription('Bitte akzeptieren Sie die AGBs')
	await expect(checkout.main.getByText('Bitte akzeptieren Sie die AGBs')).toHaveCount(1)
	await expect(checkout.main.getByText('Bitte akzeptieren Sie die AGBs')).toBeInViewport()
	await expect(checkout.problems).toHaveCount(0)
})

test('B4: the window is closed after paying; the confirmation is there when the visitor comes back @journeys @javascript', async ({
	readyToOrder,
	checkout,
	bank,
	outbox,
	database,
}) => {
	await readyToOrder()
	await checkout.acceptAndOrder()
	const session = await bank.session()
	await bank.payAndClose()

	const [order] = await database`
		select public_id from orders join payments on payments.order_id = orders.id where provider_id = ${session}`
	const bookingId: string = order?.['public_id']
	await expect(async () => {
		await checkout.openConfirmation(bookingId)
		await expect(checkout.confirmed).toBeVisible({ timeout: 1000 })
	}).toPass()
	expect((await outbox.confirmationOf(bookingId)).to).toBe('ada@example.org')
})

test('N2: the window is closed after paying; the booking is shown wherever the cart would be empty @journeys @javascript', async ({
	page,
	readyToOrder,
	cart,
	shop,
	checkout,
	bank,
	database,
}) => {
	await readyToOrder()
	await checkout.acceptAndOrder()
	const session = await bank.session()
	await bank.payAndClose()
	await expect
		.poll(async () => {
			const [order] = await database`
				select orders.state from orders join payments on payments.order_id = orders.id where provider_id = ${session}`
			return order?.['state']
		})
		.toBe('confirmed')
	const places = [() => shop.open(), () => cart.open(), () => checkout.openOverview()]
	for (const open of places) {
		await open()
		await expect(cart.body).toContainText('Ihre Bestellung ist bestätigt')
		await expect(cart.body).not.toContainText('Ihr Warenkorb ist leer')
		// Each link leads to the booking, and none to the start page.
		await expect(page.locator('a[href="/"]', { hasText: 'Zur Buchung' })).toHaveCount(0)
		await page.getByRole('link', { name: 'Zur Buchung' }).first().click()
		await checkout.bookingId()
	}
})

test('B19: the order button pressed twice makes one order', async ({
	page,
	readyToOrder,
	checkout,
	bank,
	day,
	database,
}) => {
	await readyToOrder()
	await checkout.chooseWay('stripe')
	await checkout.terms.check()
	await checkout.orderButton.dblclick()
	await bank.session()
	await goBack(page)
	await goBack(page)
	const [orders] = await database`select count(*)::int as number from orders where day = ${day}`
	expect(orders?.['number']).toBe(1)
})

test('B33: after a payment that was not made in time the overview says so, and the visitor can pay anew @journeys @javascript', async ({
	readyToOrder,
	cart,
	checkout,
	bank,
	database,
}) => {
	await readyToOrder()
	await checkout.acceptAndOrder()
	await database`
		update payments set expires_at = now() - interval '1 minute' where provider_id = ${await bank.session()}`
	await bank.letExpire()
	await bank.goBack()
	await expect(checkout.problems).toContainText('Timeout erreicht')
	await expect(checkout.problems).toContainText('Ihr Warenkorb ist noch da')
	await expect(cart.heldUntil).toBeVisible()
	await checkout.acceptAndOrder()
	await bank.pay()
	await checkout.bookingId()
})

test('an order under way can be continued or given up; meanwhile its cart is frozen @journeys @javascript', async ({
	readyToOrder,
	cart,
	checkout,
	bank,
}) => {
	await readyToOrder()
	await checkout.acceptAndOrder()
	const session = await bank.session()

	await cart.open()
	await expect(cart.body).toContainText('Bestellung läuft')
	await expect(cart.line('Erwachsenenticket').getByRole('button')).toHaveCount(0)
	await checkout.openOverview()
	await checkout.goOn()
	expect(await bank.session()).toBe(session)

	await checkout.openOverview()
	await checkout.giveUp()
	await expect(cart.notice).toContainText('Die Zahlung ist abgebrochen')
	await expect(checkout.problems).toHaveCount(0)
	await cart.change('Erwachsenenticket', 3)
	await expect(cart.line('Erwachsenenticket').getByRole('spinbutton')).toHaveValue('3')
})

test('A22: a voucher that pays everything needs no provider: confirmed at once, the rest stays on it @journeys @javascript', async ({
	given,
	cart,
	checkout,
	outbox,
	day,
	database,
	issueVoucher,
}) => {
	const code = await issueVoucher(10_000)
	await given.tickets(day)
	await cart.open()
	const { Gesamt: total = '' } = await cart.sums()
	await cart.redeem(code)
	await cart.shows({
		Gesamt: total,
		Gutschein: `−${total}`,
		'Jetzt online': '0,00 €',
		'Später vor Ort': '0,00 €',
	})
	await given.details()
	await checkout.openOverview()
	await expect(checkout.main).toContainText('Online ist jetzt nichts zu zahlen')
	await checkout.acceptAndOrder()
	const bookingId = await checkout.bookingId()
	await outbox.confirmationOf(bookingId)

	const [entry] = await database`
		select balance from voucher_entries join vouchers on vouchers.id = voucher_id
		where code = ${normaliseCode(code)} order by sequence desc limit 1`
	expect(entry?.['balance']).toBe(10_000 - cents(total))
})

test('after paying, the back button shows no form to order again', async ({
	page,
	readyToOrder,
	cart,
	checkout,
	bank,
	day,
	database,
	expectStatus,
}) => {
	expectStatus(410)
	await readyToOrder()
	await checkout.acceptAndOrder()
	await bank.pay()
	const bookingId = await checkout.bookingId()
	await goBack(page)
	await goBack(page)
	await checkout.openOverview()
	await expect(cart.body).toContainText('Ihre Bestellung ist bestätigt')
	await checkout.openConfirmation(bookingId)
	await expect(checkout.confirmed).toBeVisible()
	const [orders] = await database`select count(*)::int as number from orders where day = ${day}`
	expect(orders?.['number']).toBe(1)
})

/** Returns '1.064,80 €' in cents. */
function cents(amount: string): number {
	return Number(amount.replaceAll(/\D/g, ''))
}

/** Goes back; a page of another origin lives in another process, and while they change places no page answers. */
async function goBack(page: Page) {
	await expect(() => page.goBack()).toPass()
}
