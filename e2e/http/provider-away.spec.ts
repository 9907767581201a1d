import { expect, test } from '@playwright/test'

import { leave, order, pay, readyToOrder, sessionOf, versionIn } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import type { Visitor } from './visitor.ts'

// One of two providers is down: the shop goes on, the other one is offered at once, and the first comes back by itself.
test.describe.configure({ mode: 'serial' })

let shop: Awaited<ReturnType<typeof openOwnShop>>
const away = 'Diese Zahlungsart ist gerade nicht erreichbar'

test.beforeAll(async () => {
	shop = await openOwnShop()
})
test.afterAll(() => shop?.close())
test.afterEach(() => shop.control('DELETE', '/test/faults'))

/** Tries until the breaker is open; returns the path to which the visitor was sent then. */
async function untilGivenUp(visitor: Visitor, payment: string): Promise<string | null> {
	for (;;) {
		const { status, location } = await visitor.get(`${payment}?go=1`)
		if (status !== 503) return location
	}
}

/** Returns the radio button of a way to pay in the page's HTML. */
function radio(page: string, way: string): string {
	const inputs = page.match(/<input[^>]*name="wayToPay"[^>]*>/g) ?? []
	return inputs.find((input) => input.includes(`value="${way}"`)) ?? ''
}

async function stateOfLastOrder(): Promise<string> {
	const [row] = await shop.sql`select state from orders order by created_at desc limit 1`
	return row?.['state']
}

test('B16: PayPal is down: the sentence, the cart held, Stripe chosen already; paid there; PayPal comes back @faults', async () => {
	await shop.control('POST', '/test/faults', { only: 'paypal', down: true })
	const { visitor, version } = await readyToOrder(shop.url, await shop.claimDay('any'))
	const payment = await order(visitor, version, 'paypal')
	expect(await untilGivenUp(visitor, payment)).toBe('/checkout/overview?checkout=away')

	const { text } = await visitor.follow('/checkout/overview?checkout=away')
	expect(text).toContain(away)
	expect(text).toContain('zahlungspflichtig bestellen')
	expect(radio(text, 'paypal')).toContain('disabled')
	expect(radio(text, 'stripe')).toContain('checked')
	expect(radio(text, 'stripe')).not.toContain('disabled')

	// A page from before the fault: the way is gone, and the answer says so at once.
	const stale = await visitor.post('/checkout/overview', {
		intent: 'order',
		version: versionIn(text),
		terms: 'on',
		wayToPay: 'paypal',
	})
	expect(stale.status).toBe(422)
	expect(stale.text).toContain(away)
	expect((await visitor.get('/')).status).toBe(200)

	await pay(await leave(visitor, await order(visitor, versionIn(text))))
	await expect.poll(stateOfLastOrder).toBe('confirmed')

	await shop.control('DELETE', '/test/faults')
	const next = await readyToOrder(shop.url, await shop.claimDay('any'))
	await expect
		.poll(async () => radio((await next.visitor.get('/checkout/overview')).text, 'paypal'))
		.not.toContain('disabled')
	const back = await order(next.visitor, next.version, 'paypal')
	expect((await next.visitor.get(`${back}?go=1`)).location).toContain('/checkoutnow?token=')
})

test('B16: Stripe is down after its page was made: that order cannot be given up unasked, a new one goes elsewhere @faults', async () => {
	const { visitor, version } = await readyToOrder(shop.url, await shop.claimDay('any'))
	const page = await leave(visitor, await order(visitor, version))
	// Before the fault: a way counts as away for ten seconds after the third failure.
	const other = await readyToOrder(shop.url, await shop.claimDay('any'))
	await shop.control('POST', '/test/faults', { only: 'stripe', down: true })
	for (let count = 0; count < 3; count += 1)
		expect((await visitor.post('/checkout/overview', { intent: 'giveUp' })).location).toMatch(
			/^\/checkout\/success\/[\w-]+\?unverified=1$/,
		)
	const { text } = await other.visitor.get('/checkout/overview')
	expect(radio(text, 'stripe')).toContain('disabled')
	expect(radio(text, 'paypal')).toContain('checked')
	await order(other.visitor, other.version, 'paypal')

	await shop.control('DELETE', '/test/faults')
	await pay(page)
	await expect
		.poll(async () => {
			const [row] =
				await shop.sql`select state from payments where provider_id = ${sessionOf(page)}`
			return row?.['state']
		})
		.toBe('paid')
})

test('B16: both are down: a message stands above the choice, and the order waits with its own page', async () => {
	const { visitor, version } = await readyToOrder(shop.url, await shop.claimDay('any'))
	const orders = await Promise.all(
		(['paypal', 'stripe'] as const).map(async (way) => {
			const ready = await readyToOrder(shop.url, await shop.claimDay('any'))
			return { ...ready, path: await order(ready.visitor, ready.version, way) }
		}),
	)
	await shop.control('POST', '/test/faults', { down: true })
	// Together: neither may count as back before the other one counts as away.
	await Promise.all(
		orders.map(async (failing) => {
			for (let count = 0; count < 3; count += 1) await failing.visitor.get(`${failing.path}?go=1`)
		}),
	)
	const { text } = await visitor.get('/checkout/overview')
	expect(text).toContain('Die Zahlungsdienste sind gerade nicht erreichbar')
	const waiting = await visitor.get(`${await order(visitor, version)}?go=1`)
	console.log(`B16: told to wait after ${Math.round(waiting.ms)} ms`)
	expect(waiting.status).toBe(503)
	expect(waiting.headers.get('Retry-After')).toBe('5')
})
