import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { expect, test as base } from './fixtures.ts'
import { openOwnShop } from './http/own-shop.ts'
import { isSentForm } from './screens/visit.ts'

type OwnShop = Awaited<ReturnType<typeof openOwnShop>>

// A provider's faults hit every visitor: so these have a shop and a provider of their own.
const test = base.extend<{}, { ownShop: OwnShop }>({
	ownShop: [
		// oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
		async ({}, use) => {
			const shop = await openOwnShop()
			await use(shop)
			await shop.close()
		},
		{ scope: 'worker' },
	],
	baseURL: async ({ ownShop }, use) => use(ownShop.url),
})
// No second try: a failure that comes once in a hundred runs is what these tests look for.
test.describe.configure({ mode: 'serial', retries: 0 })

test.afterEach(({ ownShop }) => ownShop.control('DELETE', '/test/faults'))

/** Comes back from the provider to the return address, wherever that leads. */
async function comeBack(page: Page, { sql }: OwnShop, session: string): Promise<void> {
	const [row] = await sql`select return_token from payments where provider_id = ${session}`
	await page.goto(`/checkout/success/stripe?return=${row?.['return_token']}`)
}

/** Checks the page of money without a booking, until the money is back, and the visitor's only mail about it. */
async function isRefundedHonestly(page: Page, { dataDir }: OwnShop): Promise<void> {
	await expect(page).toHaveURL(/\/checkout\/success\/[\w-]{22}$/)
	const main = page.getByRole('main')
	await expect(main).toContainText('Zahlung erhalten, keine Buchung')
	await expect(main).toContainText('den vollen Betrag')
	await expect(main).not.toContainText(/Timeout|nicht erfolgreich|noch einmal versuchen/)
	await expect(main.getByRole('link', { name: 'Zur Startseite' })).toBeVisible()

	await expect(async () => {
		await page.reload()
		await expect(main).toContainText('Wir haben Ihnen den vollen Betrag', { timeout: 500 })
	}).toPass()
	const bookingId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
	const mails = () =>
		readdir(join(dataDir, 'mail')).then(
			(files) =>
				files.filter(
					// The operator is told of money that was not as agreed.
					(file) => file.startsWith(bookingId) && !file.includes('.needsReview'),
				),
			() => [],
		)
	await expect.poll(mails).toEqual([`${bookingId}.refund@localhost.eml`])
}

test('B9: money in another amount is no booking: the page and a mail say that it goes back @journeys @javascript', async ({
	checkout,
	bank,
	page,
	readyToOrder,
	ownShop,
}) => {
	await readyToOrder()
	await checkout.acceptAndOrder()
	const session = await bank.session()
	await ownShop.control('POST', `/test/sessions/${session}/pay`, { amount: 51 })
	await comeBack(page, ownShop, session)
	await isRefundedHonestly(page, ownShop)
})

test('B18: money that comes when the places are gone: the page and a mail say that it goes back @journeys @javascript', async ({
	checkout,
	bank,
	page,
	readyToOrder,
	ownShop,
}) => {
	await readyToOrder()
	await checkout.acceptAndOrder()
	const session = await bank.session()
	const [late] = await ownShop.sql`
		update payments set state = 'expired' where provider_id = ${session} returning order_id`
	const orderId = late?.['order_id']
	await ownShop.sql`update orders set state = 'expired' where id = ${orderId}`
	await ownShop.sql`update allocations set state = 'released' where order_id = ${orderId}`
	await ownShop.sql`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		select resource_id, day, during, blocked, 250, exclusive, 'confirmed'
		from allocations where order_id = ${orderId} limit 1`
	await ownShop.control('POST', `/test/sessions/${session}/pay`)
	await comeBack(page, ownShop, session)
	await isRefundedHonestly(page, ownShop)
})

test('B12: a payment still in progress: the page says that it is being checked, and checks again when asked @journeys', async ({
	page,
	readyToOrder,
	checkout,
	bank,
	ownShop,
}) => {
	await ownShop.control('POST', '/test/faults', { payments: 'processing', webhooks: 'off' })
	await readyToOrder()
	await checkout.acceptAndOrder()
	const session = await bank.session()
	await bank.pay()
	await expect(checkout.pendingHeading).toBeVisible()
	const answered = page.waitForResponse((response) => isSentForm(response.request()))
	await checkout.verifyAgain()
	await answered
	await expect(checkout.pendingHeading).toBeVisible()

	await ownShop.control('POST', `/test/sessions/${session}/settle`, { outcome: 'succeeded' })
	await checkout.verifyAgain()
	await expect(checkout.confirmed).toBeVisible()
})

test('B15: while the provider cannot be reached the page says so, and the payment succeeds as soon as it is back @journeys', async ({
	readyToOrder,
	checkout,
	bank,
	ownShop,
	expectStatus,
}) => {
	expectStatus(503)
	await ownShop.control('POST', '/test/faults', { down: true })
	await readyToOrder()
	await checkout.acceptAndOrder()
	await expect(checkout.unavailableHeading).toBeVisible()
	await expect(checkout.main).toContainText('es wurde nichts abgebucht')

	await ownShop.control('DELETE', '/test/faults')
	await checkout.tryAgain()
	await bank.pay()
	await checkout.bookingId()
})

for (const way of ['stripe', 'paypal'] as const)
	test(`N1: paid by ${way}, and the provider is silent on return: being checked, never sent to pay again, confirmed by itself @journeys`, async ({
		page,
		readyToOrder,
		checkout,
		day,
		ownShop,
		expectStatus,
	}) => {
		expectStatus(503)
		const { control, sql } = ownShop
		await control('POST', '/test/faults', { webhooks: 'off' })
		await readyToOrder()
		await checkout.acceptAndOrder(way)
		const find = async () => {
			const [row] = await sql`
				select provider_id, return_token from payments join orders on orders.id = order_id
				where orders.day = ${day} and provider_id is not null`
			return row
		}
		await expect.poll(find).toBeDefined()
		const row = await find()
		const session = row?.['provider_id']
		const paid = way === 'stripe' ? `sessions/${session}/pay` : `orders/${session}/approve`
		await page.waitForURL(`${ownShop.sandboxUrl}/**`)
		await control('POST', `/test/${paid}`)
		await control('POST', '/test/faults', { down: true })

		await page.goto(`/checkout/success/${way}?return=${row?.['return_token']}`)
		await expect(checkout.pendingHeading).toBeVisible()
		await expect(checkout.problems).toContainText(
			'Die Verifizierung konnte nicht durchgeführt werden',
		)
		await expect(checkout.main).toContainText('Bitte bezahlen Sie nicht noch einmal')
		await checkout.verifyAgain()
		await expect(checkout.pendingHeading).toBeVisible()
		await checkout.openOverview()
		await checkout.goOn()
		await expect(checkout.pendingHeading).toBeVisible()

		// Nothing is pressed any more: the job asks again, and the page reloads itself.
		await control('DELETE', '/test/faults')
		await expect(checkout.confirmed).toBeVisible()
	})

for (const pressed of ['goOn', 'giveUp'] as const)
	test(`N1: paid while the overview still shows a running order: ${pressed} asks first and leads to the booking @journeys @javascript`, async ({
		readyToOrder,
		checkout,
		bank,
		ownShop,
	}) => {
		await ownShop.control('POST', '/test/faults', { webhooks: 'off' })
		await readyToOrder()
		await checkout.acceptAndOrder()
		const session = await bank.session()
		await checkout.openOverview()
		await ownShop.control('POST', `/test/sessions/${session}/pay`)
		await checkout[pressed]()
		await checkout.bookingId()
	})

test('B12: a payment that fails in the end leads back by itself to the overview, with the sentence and the cart @both', async ({
	readyToOrder,
	cart,
	checkout,
	bank,
	ownShop,
}) => {
	await ownShop.control('POST', '/test/faults', { payments: 'processing', webhooks: 'off' })
	await readyToOrder()
	await checkout.acceptAndOrder()
	const session = await bank.session()
	await bank.pay()
	await expect(checkout.pendingHeading).toBeVisible()
	await ownShop.control('POST', '/test/faults', { webhooks: 'on' })
	await ownShop.control('POST', `/test/sessions/${session}/settle`, { outcome: 'failed' })
	// Nothing is pressed: the page that is still checking goes on by itself.
	await expect(checkout.problems).toContainText('Der Checkout war nicht erfolgreich')
	await cart.open()
	await expect(cart.line('Erwachsenenticket')).toBeVisible()
})
