import { expect, test as base } from './fixtures.ts'
import type { Given } from './given.ts'
import { openOwnShop } from './http/own-shop.ts'
import type { CheckoutScreen } from './screens/checkout.ts'

type OwnShop = Awaited<ReturnType<typeof openOwnShop>>

// What a provider does wrong, it does to everybody: so these have a shop and a provider of their own.
const test = base.extend<{}, { ownShop: OwnShop }>({
	ownShop: [
		// oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
		async ({}, use) => {
			const shop = await openOwnShop()
			await use(shop)
			await shop.close()
		},
		{ scope: 'worker', timeout: 60_000 },
	],
	baseURL: async ({ ownShop }, use) => use(ownShop.url),
})
test.describe.configure({ mode: 'serial' })
test.setTimeout(90_000)

test.afterEach(({ ownShop }) => control(ownShop, 'DELETE', '/test/faults'))

async function control({ sandboxUrl }: OwnShop, method: string, path: string, body: object = {}) {
	const response = await fetch(`${sandboxUrl}${path}`, {
		method,
		...(method === 'POST' && {
			body: JSON.stringify(body),
			headers: { 'Content-Type': 'application/json' },
		}),
	})
	expect(response.ok).toBe(true)
}

async function order(given: Given, checkout: CheckoutScreen, day: string) {
	await given.tickets(day)
	await given.details()
	await checkout.openOverview()
	await checkout.acceptAndOrder()
}

test('B12: a payment still in progress: the page says that it is being checked, and checks again when asked', async ({
	given,
	checkout,
	bank,
	day,
	ownShop,
}) => {
	await control(ownShop, 'POST', '/test/faults', { payments: 'processing', webhooks: 'off' })
	await order(given, checkout, day)
	const session = await bank.session()
	await bank.pay()
	await expect(checkout.pendingHeading).toBeVisible()
	await checkout.verifyAgain()
	await expect(checkout.pendingHeading).toBeVisible()

	await control(ownShop, 'POST', `/test/sessions/${session}/settle`, { outcome: 'succeeded' })
	await checkout.verifyAgain()
	await expect(checkout.confirmed).toBeVisible()
})

test('B15: while the provider cannot be reached one reads so, and pays as soon as it is back', async ({
	given,
	checkout,
	bank,
	day,
	ownShop,
	expectStatus,
}) => {
	expectStatus(503)
	await control(ownShop, 'POST', '/test/faults', { down: true })
	await order(given, checkout, day)
	await expect(checkout.unavailableHeading).toBeVisible({ timeout: 20_000 })
	await expect(checkout.main).toContainText('es wurde nichts abgebucht')

	await control(ownShop, 'DELETE', '/test/faults')
	await checkout.tryAgain()
	await bank.pay()
	await checkout.bookingId()
})

test('B12: a payment that fails in the end leads back to the overview, with the sentence and the cart', async ({
	given,
	cart,
	checkout,
	bank,
	day,
	ownShop,
}) => {
	await control(ownShop, 'POST', '/test/faults', { payments: 'processing', webhooks: 'off' })
	await order(given, checkout, day)
	const session = await bank.session()
	await bank.pay()
	await expect(checkout.pendingHeading).toBeVisible()
	await control(ownShop, 'POST', `/test/sessions/${session}/settle`, { outcome: 'failed' })
	await checkout.verifyAgain()
	await expect(checkout.problems).toContainText('Der Checkout war nicht erfolgreich')
	await cart.open()
	await expect(cart.line('Erwachsenenticket')).toBeVisible()
})
